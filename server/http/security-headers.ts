import type { FastifyInstance } from 'fastify';

/** Sources that a page may use beside our own, by directive. */
type ExtraSources = Readonly<Record<string, string>>;

/**
 * What Paddle's checkout loads: its script and look from its own host, the card's form in a frame. Nobody can pin such a script by a
 * hash, since Paddle changes it at will; so it is let into this one page alone.
 */
const paddleSources: ExtraSources = {
  'script-src': 'https://cdn.paddle.com',
  'style-src': 'https://cdn.paddle.com https://sandbox-cdn.paddle.com',
  // The overlay's frame is placed by a style attribute.
  'style-src-attr': `'unsafe-inline'`,
  'img-src': 'https://cdn.paddle.com https://sandbox-cdn.paddle.com',
  'connect-src': 'https://checkout-service.paddle.com https://sandbox-checkout-service.paddle.com',
  'frame-src': 'https://buy.paddle.com https://sandbox-buy.paddle.com',
};

/** What a page of ours may load: itself, and styles that carry this answer's nonce. Images are drawn or our own. */
export function contentSecurityPolicy(nonce: string, extraSources: ExtraSources = {}): string {
  const baseSources: Readonly<Record<string, string>> = {
    'default-src': `'none'`,
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': `'self' data:`,
    'connect-src': `'self'`,
    'font-src': `'self'`,
    'manifest-src': `'self'`,
    'form-action': `'self'`,
    'base-uri': `'none'`,
    'object-src': `'none'`,
    'frame-ancestors': `'none'`,
  };
  return [...new Set([...Object.keys(baseSources), ...Object.keys(extraSources)])]
    .map((directive) => [directive, baseSources[directive], extraSources[directive]].filter((part) => part !== undefined).join(' '))
    .join('; ');
}

/** The headers of the page at a path, beside those of every answer: only the premium page may load the payment partner's checkout. */
export function pageHeaders(path: string, nonce: string, sellsByPaddle: boolean): Readonly<Record<string, string>> {
  // The client's routes take capitals and a slash at the end, and so do we.
  const route = path.toLowerCase();
  if (sellsByPaddle && /^\/premium\/?$/.test(route)) {
    return {
      'content-security-policy': contentSecurityPolicy(nonce, paddleSources),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': defaultHeaders['permissions-policy'].replace('payment=()', `payment=(${PAYMENT_FRAMES})`),
    };
  }
  return {
    'content-security-policy': contentSecurityPolicy(nonce),
    // Addresses below /auth hold codes.
    ...(/^\/+auth(\/|%2f|$)/.test(route) ? { 'referrer-policy': 'no-referrer' } : {}),
  };
}

/** Who may ask the browser for Apple Pay and Google Pay on the premium page. */
const PAYMENT_FRAMES = 'self "https://buy.paddle.com" "https://sandbox-buy.paddle.com"';

const defaultHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
} as const;

/** The headers of every answer; pages replace the content policy by their own. `https`: also promise to stay on it. */
export function addSecurityHeaders(fastify: FastifyInstance, isHttps: boolean): void {
  fastify.addHook('onRequest', async (_, reply) => {
    reply.headers(defaultHeaders);
    if (isHttps) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains');
  });
}
