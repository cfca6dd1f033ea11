import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { endpoints } from '#domain/api';
import { anonymousContext, type ViewerContext } from '#domain/auth/user';
import { isAdmin } from '#domain/auth/viewer';
import { Viewers } from '#domain/auth/viewers';
import { Forbidden, NotSignedIn } from '#domain/errors';
import { BrowserSession } from '#server/http/guards/browser-session';

/** A request with the identity that the guard found. */
export type IdentifiedRequest = FastifyRequest & { identity: ViewerContext };

/** The endpoint name of a served route: `GET /boards/:id`. */
export function endpointNameOf(method: string, url: string | undefined): string {
  return `${method === 'HEAD' ? 'GET' : method} ${(url ?? '').replace(/^\/api(?=\/)/, '')}`;
}

/** Identifies the viewer and enforces the endpoint's access. Routes without an endpoint record in `domain/api.ts` are refused. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly viewers: Viewers,
    private readonly browserSession: BrowserSession,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const endpoint = endpoints.get(endpointNameOf(request.method, request.routeOptions.url));
    if (!endpoint) throw new Forbidden();
    const { access } = endpoint;
    const identity =
      access === 'outside' ? anonymousContext : await this.viewers.findBySessionToken(this.browserSession.readToken(request));
    request.identity = identity;
    if (access === 'signed-in' || access === 'admin') {
      if (identity.viewer.kind === 'anonymous') throw new NotSignedIn();
      if (access === 'admin' && !isAdmin(identity.viewer)) throw new Forbidden();
    }
    return true;
  }
}
