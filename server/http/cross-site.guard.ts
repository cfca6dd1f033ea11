import { type CanActivate, type ExecutionContext, Injectable, UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { access, type Endpoint } from '#domain/api';
import { CrossSite } from '#domain/errors';
import { BrowserSession } from '#server/http/browser-session';
import { endpointOf } from '#server/http/access.guard';
import { PublicAddress } from '#server/http/public-address';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site made a browser send: an unsafe call must bring the cross-site token of its own session, and neither
 * `Sec-Fetch-Site` nor `Origin` may name another site. Routes for other programs are excepted in the access table.
 */
@Injectable()
export class CrossSiteGuard implements CanActivate {
  constructor(
    private readonly browser: BrowserSession,
    private readonly address: PublicAddress,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (safe.has(request.method)) return true;
    if (access[endpointOf(request.method, request.routeOptions.url) as Endpoint] === 'outside') return true;
    const token = this.browser.tokenOf(request);
    const proof = request.headers['x-xsrf-token'];
    if (!token || typeof proof !== 'string' || !this.browser.belongs(token, proof) || !this.#fromOurPage(request)) throw new CrossSite();
    // A form of another site can send text and form types without asking first; JSON it cannot.
    const type = request.headers['content-type'];
    if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new UnsupportedMediaTypeException();
    return true;
  }

  #fromOurPage(request: FastifyRequest): boolean {
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return false;
    const { origin, host } = request.headers;
    // Without PUBLIC_URL the site has the name by which it is called; a page of another site cannot choose that name.
    return origin === undefined || origin === (this.address.fixed ? this.address.origin : `http://${host}`);
  }
}
