import type { FastifyInstance } from 'fastify';

/** What a page of ours may load: itself, and styles that carry this answer's nonce. Images are drawn or our own. */
export const contentPolicy = (nonce: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

const fixed = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
} as const;

/** The headers of every answer; pages replace the content policy by their own. `https`: also promise to stay on it. */
export function addSecurityHeaders(fastify: FastifyInstance, https: boolean): void {
  fastify.addHook('onRequest', async (_, reply) => {
    reply.headers(fixed);
    if (https) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains');
  });
}
