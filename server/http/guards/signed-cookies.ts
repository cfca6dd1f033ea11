import type { FastifyRequest } from 'fastify';
import type { Secrets } from '#domain/secrets';
import { readCookie } from '#server/http/guards/cookies';

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
