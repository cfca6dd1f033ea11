import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secrets } from '#domain/secrets';
import { readCookie, CSRF_COOKIE, setCookie, sessionCookieName } from '#server/http/guards/cookies';
import { PublicUrl } from '#server/http/public-url';

const SESSION_TOKEN_PATTERN = /^[\w-]{43}$/;
const COOKIE_MAX_AGE_SECONDS = 30 * 86_400;

/** The two cookies of a browser: the session's token, and the cross-site token bound to it that our scripts send back. */
@Injectable()
export class BrowserSession {
  constructor(
    private readonly secrets: Secrets,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** The token the browser brought; undefined when it is none of the shape we give out. */
  readToken(request: FastifyRequest): string | undefined {
    const token = readCookie(request, sessionCookieName(this.publicUrl.isHttps));
    return token !== undefined && SESSION_TOKEN_PATTERN.test(token) ? token : undefined;
  }

  /** Gives the browser this token from now on, and the cross-site token that belongs to it. */
  setCookies(reply: FastifyReply, token: string): void {
    const { isHttps: secure } = this.publicUrl;
    setCookie(reply, sessionCookieName(secure), token, { secure, httpOnly: true, maxAgeSeconds: COOKIE_MAX_AGE_SECONDS });
    setCookie(reply, CSRF_COOKIE, this.csrfTokenFor(token), { secure, httpOnly: false, maxAgeSeconds: COOKIE_MAX_AGE_SECONDS });
  }

  /** Makes sure that the browser holds a token and the cross-site token that fits it. Nothing is written for a browser that has none yet. */
  ensureCookies(request: FastifyRequest, reply: FastifyReply): void {
    const token = this.readToken(request);
    const csrfToken = readCookie(request, CSRF_COOKIE);
    if (token === undefined || csrfToken === undefined || !this.isCsrfTokenValid(token, csrfToken))
      this.setCookies(reply, token ?? this.secrets.createToken());
  }

  /** What `X-XSRF-TOKEN` must say for this session. */
  csrfTokenFor(token: string): string {
    return this.secrets.sign('cross-site', token);
  }

  isCsrfTokenValid(token: string, csrfToken: string): boolean {
    return this.secrets.isSigned('cross-site', token, csrfToken);
  }
}
