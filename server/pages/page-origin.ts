import type { FastifyRequest } from 'fastify';
import type { PublicUrl } from '#server/http/public-url';

/** The origin of absolute URLs in a page: PUBLIC_URL, or the host of the request, which is one of this machine without that setting. */
export function pageOriginOf({ headers, protocol }: FastifyRequest, publicUrl: PublicUrl): string {
  if (publicUrl.isConfigured || headers.host === undefined) return publicUrl.origin;
  return `${protocol === 'https' ? 'https' : 'http'}://${headers.host}`;
}
