import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config';

/** Sources that a page may load besides our own, by directive. */
type ExtraSources = Readonly<Record<string, string>>;

/**
 * The sources of Paddle's checkout: its script and styles, and the card form in a frame. Paddle changes the script at any time, so it
 * cannot be pinned by a hash; it is allowed on this one page only.
 */
const paddleSources: ExtraSources = {
  'script-src': 'https://cdn.paddle.com',
  'style-src': 'https://cdn.paddle.com https://sandbox-cdn.paddle.com',
  // The overlay's frame is positioned by a style attribute.
  'style-src-attr': `'unsafe-inline'`,
  'img-src': 'https://cdn.paddle.com https://sandbox-cdn.paddle.com',
  'connect-src': 'https://checkout-service.paddle.com https://sandbox-checkout-service.paddle.com',
  'frame-src': 'https://buy.paddle.com https://sandbox-buy.paddle.com',
};

/** Settings that the content security policy depends on. */
export interface SourceSettings {
  readonly sellsByPaddle: boolean;
  /** The hosts besides our own that browsers load pictures from. */
  readonly imageHosts: readonly string[];
}

/**
 * The content security policy of a page: our own sources, scripts and styles with the nonce of this response, and pictures from the
 * configured hosts.
 */
function contentSecurityPolicy(nonce: string, imageHosts: readonly string[], extraSources: ExtraSources = {}): string {
  const baseSources: Readonly<Record<string, string>> = {
    'default-src': `'none'`,
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': [`'self' data:`, ...imageHosts.map((host) => `https://${host}`)].join(' '),
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

/** The headers of the page at a path, in addition to the default ones. Only the premium page may load the payment provider's checkout. */
export function pageHeaders(path: string, nonce: string, { sellsByPaddle, imageHosts }: SourceSettings): Readonly<Record<string, string>> {
  // The client's routes ignore case and a trailing slash, so this does too.
  const route = path.toLowerCase();
  if (sellsByPaddle && /^\/premium\/?$/.test(route)) {
    return {
      'content-security-policy': contentSecurityPolicy(nonce, imageHosts, paddleSources),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': defaultHeaders['permissions-policy'].replace('payment=()', `payment=(${PAYMENT_FRAMES})`),
    };
  }
  return {
    'content-security-policy': contentSecurityPolicy(nonce, imageHosts),
    // URLs below /auth contain codes.
    ...(/^\/+auth(\/|%2f|$)/.test(route) ? { 'referrer-policy': 'no-referrer' } : {}),
  };
}

/** The origins that may use Apple Pay and Google Pay on the premium page. */
const PAYMENT_FRAMES = 'self "https://buy.paddle.com" "https://sandbox-buy.paddle.com"';

const defaultHeaders = {
  // Handlers of cacheable responses set their own header.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
} as const;

const HSTS_MAX_AGE_SECONDS = 63_072_000;

/** The headers of every response; pages replace the content security policy and the cache control with their own. With https, also HSTS. */
export function securityHeaders(config: Pick<Config, 'PUBLIC_URL' | 'HSTS_INCLUDE_SUBDOMAINS'>): Readonly<Record<string, string>> {
  if (config.PUBLIC_URL?.startsWith('https:') !== true) return defaultHeaders;
  const subdomains = config.HSTS_INCLUDE_SUBDOMAINS ? '; includeSubDomains' : '';
  return { ...defaultHeaders, 'strict-transport-security': `max-age=${HSTS_MAX_AGE_SECONDS}${subdomains}` };
}

/** Adds these headers to every response that goes through the framework's hooks. */
export function addSecurityHeaders(fastify: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  fastify.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers);
    done();
  });
}
