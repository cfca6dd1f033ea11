import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND_MS } from '#domain/durations';
import type { Secrets } from '#domain/secrets';

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
