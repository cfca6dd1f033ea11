import type { FastifyReply, FastifyRequest } from 'fastify';

/** Names of our cookies. The session's carries the `__Host-` prefix wherever https lets it. */
export const sessionCookie = (secure: boolean): string => (secure ? '__Host-session' : 'session');
export const CROSS_SITE_COOKIE = 'XSRF-TOKEN';
export const VISITOR_COOKIE = 'visitor';

interface CookieOptions {
  readonly secure: boolean;
  /** False for what scripts of ours read. */
  readonly httpOnly: boolean;
  /** Seconds it lives; 0 removes it. */
  readonly maxAge: number;
}

/** The value of a cookie that came with the request; undefined when there is none, or more than one. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return found.length === 1 ? found[0] : undefined;
}

/** Sends a cookie for the whole site; values are base64url or a uuid, so that nothing needs escaping. */
export function sendCookie(reply: FastifyReply, name: string, value: string, { secure, httpOnly, maxAge }: CookieOptions): void {
  const flags = [`Path=/`, `Max-Age=${maxAge}`, 'SameSite=Lax', ...(httpOnly ? ['HttpOnly'] : []), ...(secure ? ['Secure'] : [])];
  void reply.header('set-cookie', `${name}=${value}; ${flags.join('; ')}`);
}
