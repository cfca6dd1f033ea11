import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '#domain/durations';
import { Secrets } from '#domain/secrets';
import { LOCAL_COOKIE, readSignedCookie, setCookie, signCookieValue, siteCookieName } from '#server/http/guards/cookies';
import { isFromThisMachine } from '#server/http/guards/served-hosts';
import { PublicUrl } from '#server/http/public-url';
import { markup, sendStyledPage, styledPage } from '#server/http/styled-page';

const COOKIE_MAX_AGE_MS = 30 * DAY_MS;
const RANDOM_TOKEN = /^[\w-]{43}$/;

const notOpenPage = (brand: string) =>
  styledPage({
    title: `Not open in this browser · ${brand}`,
    brand,
    style: '',
    body: markup`<main class="sheet">
<h1>Not open in this browser</h1>
<p>In this browser, open the address that the server printed when it started. Then come back to this page.</p>
</main>`,
  });

/**
 * The address that the server prints when it starts. What is open to the user of this machine only (demo sign-in, captured mail, sandbox
 * consent) needs the cookie that opening it sets: no proxy that hides where a request comes from can send that.
 */
@Injectable()
export class PrintedAddress {
  readonly #code: string;

  constructor(
    private readonly secrets: Secrets,
    private readonly publicUrl: PublicUrl,
  ) {
    this.#code = secrets.createCode();
  }

  /** The path to print, which only this process knows. */
  get path(): string {
    return `/local/${this.#code}`;
  }

  /** Whether a request comes from this machine, from a browser that has opened the address. */
  isOpenTo(request: FastifyRequest): boolean {
    const cookie = { name: this.#cookieName, purpose: 'local', format: RANDOM_TOKEN } as const;
    return isFromThisMachine(request) && readSignedCookie(request, this.secrets, cookie) !== undefined;
  }

  /** Whether a request comes from this machine, from a browser that has yet to open the address. */
  isMissingFor(request: FastifyRequest): boolean {
    return isFromThisMachine(request) && !this.isOpenTo(request);
  }

  /** Refuses to show a page; on this machine, by saying how to open it. */
  refuse(request: FastifyRequest, reply: FastifyReply, brand: string): FastifyReply | void {
    return this.isMissingFor(request) ? sendStyledPage(reply.code(404), notOpenPage(brand)) : reply.callNotFound();
  }

  /** Sets the cookie for a browser that opens the address on this machine, and goes to the address without the code. */
  serve(fastify: FastifyInstance): void {
    fastify.get<{ Params: { code: string } }>('/local/:code', (request, reply) => {
      if (!isFromThisMachine(request)) return reply.callNotFound();
      if (this.secrets.hash(request.params.code) === this.secrets.hash(this.#code)) {
        const value = signCookieValue(this.secrets, 'local', this.secrets.createToken());
        const secure = this.publicUrl.isHttps;
        setCookie(reply, this.#cookieName, value, { secure, httpOnly: true, sameSite: 'Strict', maxAgeMs: COOKIE_MAX_AGE_MS });
      }
      return reply.header('cache-control', 'no-store').redirect('/', 303);
    });
  }

  get #cookieName(): string {
    return siteCookieName(LOCAL_COOKIE, this.publicUrl.isHttps);
  }
}
