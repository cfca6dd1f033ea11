import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { access, type CurrentUser, type Endpoint } from '#domain/api';
import { isAdmin, type Viewer } from '#domain/auth/viewer';
import { Viewers } from '#domain/auth/viewers';
import { Forbidden, NotSignedIn } from '#domain/errors';

/** A request once the guard has let it in. */
export type KnownRequest = FastifyRequest & { viewer: Viewer; currentUser: CurrentUser | null };

/** The key of a served route in the access table: `GET /boards/:id`. */
export function endpointOf(method: string, url: string | undefined): string {
  return `${method === 'HEAD' ? 'GET' : method} ${(url ?? '').replace(/^\/api(?=\/)/, '')}`;
}

/** Looks the route up in the access table of `domain/api.ts`; what is not listed is refused. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly viewers: Viewers) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<KnownRequest>();
    const endpoint = endpointOf(request.method, request.routeOptions.url);
    if (!Object.hasOwn(access, endpoint)) throw new Forbidden();
    const { viewer, user } = await this.viewers.of(undefined);
    request.viewer = viewer;
    request.currentUser = user;
    const wanted = access[endpoint as Endpoint];
    if (wanted !== 'anyone' && viewer.kind === 'anonymous') throw new NotSignedIn();
    if (wanted === 'admin' && !isAdmin(viewer)) throw new Forbidden();
    return true;
  }
}
