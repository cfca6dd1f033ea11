import { type CanActivate, type ExecutionContext, Injectable, UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { endpoints } from '#domain/api';
import { CsrfRejected } from '#domain/errors';
import { BrowserSession } from '#server/http/guards/browser-session';
import { endpointOf } from '#server/http/guards/access.guard';
import { PublicUrl } from '#server/http/public-url';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site made a browser send: an unsafe call must bring the cross-site token of its own session, and neither
 * `Sec-Fetch-Site` nor `Origin` may name another site. Routes for other programs are excepted in the access table.
 */
@Injectable()
export class CsrfGuard implements CanActivate {
  constructor(
    private readonly browserSession: BrowserSession,
    private readonly publicUrl: PublicUrl,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (safeMethods.has(request.method)) return true;
    if (endpoints.get(endpointOf(request.method, request.routeOptions.url))?.access === 'outside') return true;
    const token = this.browserSession.readToken(request);
    const csrfToken = request.headers['x-xsrf-token'];
    if (!token || typeof csrfToken !== 'string' || !this.browserSession.isCsrfTokenValid(token, csrfToken) || !this.#isSameOrigin(request))
      throw new CsrfRejected();
    // A form of another site can send text and form types without asking first; JSON it cannot.
    const contentType = request.headers['content-type'];
    if (contentType !== undefined && !/^application\/json\s*(;|$)/i.test(contentType)) throw new UnsupportedMediaTypeException();
    return true;
  }

  #isSameOrigin(request: FastifyRequest): boolean {
    const fetchSite = request.headers['sec-fetch-site'];
    if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
    const { origin, host } = request.headers;
    // Without PUBLIC_URL the site has the name by which it is called; a page of another site cannot choose that name.
    return origin === undefined || origin === (this.publicUrl.isConfigured ? this.publicUrl.origin : `http://${host}`);
  }
}
