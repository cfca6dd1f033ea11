import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND_MS } from '#domain/durations';

/** The name of the session cookie, with the `__Host-` prefix on https. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-session' : 'session');
export const CSRF_COOKIE = 'XSRF-TOKEN';
export const VISITOR_COOKIE = 'visitor';

interface CookieOptions {
  readonly secure: boolean;
  /** False for cookies that our scripts read. */
  readonly httpOnly: boolean;
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
export function setCookie(reply: FastifyReply, name: string, value: string, { secure, httpOnly, maxAgeMs }: CookieOptions): void {
  const attributes = [
    `Path=/`,
    `Max-Age=${maxAgeMs / SECOND_MS}`,
    'SameSite=Lax',
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(secure ? ['Secure'] : []),
  ];
  void reply.header('set-cookie', `${name}=${value}; ${attributes.join('; ')}`);
}
