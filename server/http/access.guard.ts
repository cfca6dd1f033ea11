import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { access, type Endpoint } from '#domain/api';
import type { Known } from '#domain/auth/user';
import { anonymous, isAdmin } from '#domain/auth/viewer';
import { Viewers } from '#domain/auth/viewers';
import { Forbidden, NotSignedIn } from '#domain/errors';
import { BrowserSession } from '#server/http/browser-session';

/** A request once the guard has let it in. */
export type KnownRequest = FastifyRequest & { known: Known };

const nobody: Known = { viewer: anonymous, user: null, session: null };

/** The key of a served route in the access table: `GET /boards/:id`. */
export function endpointOf(method: string, url: string | undefined): string {
  return `${method === 'HEAD' ? 'GET' : method} ${(url ?? '').replace(/^\/api(?=\/)/, '')}`;
}

/** Looks the route up in the access table of `domain/api.ts`; what is not listed is refused. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly viewers: Viewers,
    private readonly browser: BrowserSession,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<KnownRequest>();
    const endpoint = endpointOf(request.method, request.routeOptions.url);
    if (!Object.hasOwn(access, endpoint)) throw new Forbidden();
    const wanted = access[endpoint as Endpoint];
    const known = wanted === 'outside' ? nobody : await this.viewers.of(this.browser.tokenOf(request));
    request.known = known;
    if (wanted === 'signed-in' || wanted === 'admin') {
      if (known.viewer.kind === 'anonymous') throw new NotSignedIn();
      if (wanted === 'admin' && !isAdmin(known.viewer)) throw new Forbidden();
    }
    return true;
  }
}
