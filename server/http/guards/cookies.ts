import type { FastifyReply, FastifyRequest } from 'fastify';

/** Names of our cookies. The session's carries the `__Host-` prefix wherever https lets it. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-session' : 'session');
export const CSRF_COOKIE = 'XSRF-TOKEN';
export const VISITOR_COOKIE = 'visitor';

interface CookieOptions {
  readonly secure: boolean;
  /** False for what scripts of ours read. */
  readonly httpOnly: boolean;
  /** Seconds it lives; 0 removes it. */
  readonly maxAgeSeconds: number;
}

/** The value of a cookie that came with the request; undefined when there is none, or more than one. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/** Sends a cookie for the whole site; values are base64url or a uuid, so that nothing needs escaping. */
export function setCookie(reply: FastifyReply, name: string, value: string, { secure, httpOnly, maxAgeSeconds }: CookieOptions): void {
  const attributes = [
    `Path=/`,
    `Max-Age=${maxAgeSeconds}`,
    'SameSite=Lax',
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(secure ? ['Secure'] : []),
  ];
  void reply.header('set-cookie', `${name}=${value}; ${attributes.join('; ')}`);
}
