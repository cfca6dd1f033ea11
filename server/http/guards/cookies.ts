import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS, SECOND_MS } from '#domain/durations';
import { Secrets } from '#domain/secrets';
import { Injectable } from '@nestjs/common';
import { PublicUrl } from '#server/http/public-url';
import { randomUUID } from 'node:crypto';

export const SESSION_COOKIE = 'session';
export const CSRF_COOKIE = 'XSRF-TOKEN';
export const VISITOR_COOKIE = 'visitor';
export const LOCAL_COOKIE = 'local';

/** The name of a cookie of this site: on https with the prefix that keeps subdomains from setting it. */
export const siteCookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

interface CookieOptions {
  readonly secure: boolean;
  /** False for cookies that our scripts read. */
  readonly httpOnly: boolean;
  /** `Strict` for cookies that no link of another site may send; `Lax` by default. */
  readonly sameSite?: 'Lax' | 'Strict';
  /** 0 removes the cookie. */
  readonly maxAgeMs: number;
}

/** Returns the value of a cookie of the request; undefined if it is missing or sent more than once. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/** Sets a cookie for the whole site. Values are base64url or a UUID, with a dot and a signature, so they need no escaping. */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { secure, httpOnly, sameSite = 'Lax', maxAgeMs }: CookieOptions,
): void {
  const attributes = [
    `Path=/`,
    `Max-Age=${maxAgeMs / SECOND_MS}`,
    `SameSite=${sameSite}`,
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(secure ? ['Secure'] : []),
  ];
  void reply.header('set-cookie', `${name}=${value}; ${attributes.join('; ')}`);
}

type CookiePurpose = 'session' | 'visitor' | 'local';

/** A value with its signature, as a cookie stores it. */
export const signCookieValue = (secrets: Secrets, purpose: CookiePurpose, value: string): string =>
  `${value}.${secrets.sign(purpose, value)}`;

/** The value of a cookie that we signed; undefined if it is missing, was made up, or is not of this format. Costs no query. */
export function readSignedCookie(
  request: FastifyRequest,
  secrets: Secrets,
  { name, purpose, format }: { readonly name: string; readonly purpose: CookiePurpose; readonly format: RegExp },
): string | undefined {
  const [value = '', signature = '', ...rest] = (readCookie(request, name) ?? '').split('.');
  return format.test(value) && rest.length === 0 && secrets.isSigned(purpose, value, signature) ? value : undefined;
}

const SESSION_TOKEN_PATTERN = /^[\w-]{43}$/;
const COOKIE_MAX_AGE_MS = 30 * DAY_MS;

/** The two cookies of a browser: the session token, and the CSRF token bound to it, which our scripts send back as a header. */
@Injectable()
export class BrowserSession {
  constructor(
    private readonly secrets: Secrets,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** Returns the session token of a request; undefined if it is missing, or not one that we issued. Costs no query. */
  readToken(request: FastifyRequest): string | undefined {
    const name = siteCookieName(SESSION_COOKIE, this.publicUrl.isHttps);
    return readSignedCookie(request, this.secrets, { name, purpose: 'session', format: SESSION_TOKEN_PATTERN });
  }

  /** Sets the session cookie and the CSRF cookie that belongs to it. */
  setCookies(reply: FastifyReply, token: string): void {
    const { isHttps: secure } = this.publicUrl;
    const csrfToken = this.csrfTokenFor(token);
    const flags = { secure, httpOnly: false, maxAgeMs: COOKIE_MAX_AGE_MS };
    setCookie(reply, siteCookieName(SESSION_COOKIE, secure), this.cookieValueFor(token), { ...flags, httpOnly: true });
    setCookie(reply, siteCookieName(CSRF_COOKIE, secure), csrfToken, flags);
    // A tab that was open before 0.2.0 reads the name without a prefix.
    if (secure && readCookie(reply.request, CSRF_COOKIE) !== undefined)
      setCookie(reply, CSRF_COOKIE, csrfToken, { ...flags, maxAgeMs: DAY_MS });
  }

  /** Sets both cookies unless the browser has a valid pair. A new token is stored only when the session needs to be. */
  ensureCookies(request: FastifyRequest, reply: FastifyReply): void {
    const token = this.readToken(request);
    const csrfToken = readCookie(request, siteCookieName(CSRF_COOKIE, this.publicUrl.isHttps));
    if (token === undefined || csrfToken === undefined || !this.isCsrfTokenValid(token, csrfToken))
      this.setCookies(reply, token ?? this.secrets.createToken());
  }

  /** The signed value that a browser stores for this token. */
  cookieValueFor(token: string): string {
    return signCookieValue(this.secrets, 'session', token);
  }

  /** The expected `X-XSRF-TOKEN` of a session. */
  csrfTokenFor(token: string): string {
    return this.secrets.sign('cross-site', token);
  }

  isCsrfTokenValid(token: string, csrfToken: string): boolean {
    return this.secrets.isSigned('cross-site', token, csrfToken);
  }
}

const VISITOR_ID_PATTERN = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** 13 months. */
const VISITOR_ID_MAX_AGE_MS = 395 * DAY_MS;

/** Whether the browser opts out of tracking. */
const optsOutOfTracking = ({ headers }: FastifyRequest): boolean => headers['sec-gpc'] === '1' || headers['dnt'] === '1';

/** The cookie with a visitor's random id, signed by us: made-up ids are not visitors. */
@Injectable()
export class VisitorCookie {
  constructor(
    private readonly secrets: Secrets,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** Returns the visitor's id; null without one that we issued, or if the browser opts out of tracking. */
  readId(request: FastifyRequest): string | null {
    if (optsOutOfTracking(request)) return null;
    return this.#readFrom(request, this.#name) ?? this.#readFrom(request, VISITOR_COOKIE) ?? null;
  }

  /** Returns the visitor's id, creating one if needed. If the browser opts out of tracking, removes it and returns an empty string. */
  ensureId(request: FastifyRequest, reply: FastifyReply): string {
    const flags = { secure: this.publicUrl.isHttps, httpOnly: true };
    const isOptedOut = optsOutOfTracking(request);
    // Before 0.2.0 the name had no prefix on https either.
    for (const name of new Set([this.#name, VISITOR_COOKIE])) {
      const isUnwanted = isOptedOut || name !== this.#name;
      if (isUnwanted && readCookie(request, name) !== undefined) setCookie(reply, name, '', { ...flags, maxAgeMs: 0 });
    }
    if (isOptedOut) return '';
    const existingId = this.#readFrom(request, this.#name);
    if (existingId !== undefined) return existingId;
    const id = this.readId(request) ?? randomUUID();
    setCookie(reply, this.#name, this.cookieValueFor(id), { ...flags, maxAgeMs: VISITOR_ID_MAX_AGE_MS });
    return id;
  }

  get #name(): string {
    return siteCookieName(VISITOR_COOKIE, this.publicUrl.isHttps);
  }

  #readFrom(request: FastifyRequest, name: string): string | undefined {
    return readSignedCookie(request, this.secrets, { name, purpose: 'visitor', format: VISITOR_ID_PATTERN });
  }

  /** The signed value that a browser stores for this id. */
  cookieValueFor(id: string): string {
    return signCookieValue(this.secrets, 'visitor', id);
  }
}
