import { type CanActivate, type ExecutionContext, Injectable, UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CsrfRejected } from '#domain/errors';
import { BrowserSession } from '#server/http/guards/cookies';
import { bearerTokenOf } from '#server/http/guards/api-key';
import { clientIpOf } from '#server/http/guards/client-ip';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { PublicUrl } from '#server/http/public-url';
import { servedRouteOf } from '#server/http/served-route';

const sentByScripts = /^application\/(json|octet-stream)\s*(;|$)/i;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects cross-site requests: an unsafe request must send the CSRF token of its session, and neither `Sec-Fetch-Site` nor `Origin` may
 * name another site. Endpoints for other programs (`outside`) and requests with an API key, for which cookies do not count, are exempt.
 */
@Injectable()
export class CsrfGuard implements CanActivate {
  constructor(
    private readonly browserSession: BrowserSession,
    private readonly publicUrl: PublicUrl,
    private readonly refusalLog: RefusalLog,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (safeMethods.has(request.method)) return true;
    if (servedRouteOf(request).endpoint?.access === 'outside' || bearerTokenOf(request) !== undefined) return true;
    const token = this.browserSession.readToken(request);
    const csrfToken = request.headers['x-xsrf-token'];
    if (
      !token ||
      typeof csrfToken !== 'string' ||
      !this.browserSession.isCsrfTokenValid(token, csrfToken) ||
      !this.#isSameOrigin(request)
    ) {
      this.refusalLog.record({ event: 'access-refused', detail: 'cross-site', clientIp: clientIpOf(request.ip) });
      throw new CsrfRejected();
    }
    // A form on another site can send text and form types without a preflight request, but not these.
    const contentType = request.headers['content-type'];
    if (contentType !== undefined && !sentByScripts.test(contentType)) throw new UnsupportedMediaTypeException();
    return true;
  }

  #isSameOrigin(request: FastifyRequest): boolean {
    const fetchSite = request.headers['sec-fetch-site'];
    if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
    const { origin, host } = request.headers;
    // Without PUBLIC_URL, the Host header names this machine: others are refused before, so that no DNS name of another site counts.
    return origin === undefined || origin === (this.publicUrl.isConfigured ? this.publicUrl.origin : `http://${host}`);
  }
}
