import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { anonymousContext, isAdmin, type ViewerContext, Viewers } from '#domain/auth/viewer';
import type { Access } from '#domain/endpoint';
import { Forbidden, NotSignedIn } from '#domain/errors';
import { BrowserSession } from '#server/http/guards/browser-session';
import { clientIpOf } from '#server/http/guards/client-ip';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { servedRouteOf } from '#server/http/served-route';

/** A request with the identity that the guard found. */
export type IdentifiedRequest = FastifyRequest & { identity: ViewerContext };

/** Why an endpoint with this access refuses a viewer; null if it does not. */
function refusalOf(access: Access, { viewer }: ViewerContext): NotSignedIn | Forbidden | null {
  if (access !== 'signed-in' && access !== 'admin') return null;
  if (viewer.kind === 'anonymous') return new NotSignedIn();
  return access === 'admin' && !isAdmin(viewer) ? new Forbidden() : null;
}

/** Identifies the viewer and enforces the endpoint's access. Routes without an endpoint record in `domain/api.ts` are refused. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly viewers: Viewers,
    private readonly browserSession: BrowserSession,
    private readonly refusalLog: RefusalLog,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const { name, endpoint } = servedRouteOf(request);
    if (!endpoint) throw new Forbidden();
    const { access } = endpoint;
    const identity =
      access === 'outside' ? anonymousContext : await this.viewers.findBySessionToken(this.browserSession.readToken(request));
    request.identity = identity;
    const refusal = refusalOf(access, identity);
    if (refusal) {
      this.refusalLog.record({
        event: 'access-refused',
        detail: name,
        clientIp: clientIpOf(request.ip),
        user_id: identity.user?.id ?? null,
      });
      throw refusal;
    }
    return true;
  }
}
