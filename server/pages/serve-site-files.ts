import type { FastifyInstance, FastifyReply } from 'fastify';
import { lightColor } from '#domain/site/colors';
import { SITE_DESCRIPTION } from '#domain/site/page-metadata';
import type { PublicUrl } from '#server/http/public-url';

const disallowedPaths = [
  '/account',
  '/admin/',
  '/api/',
  '/auth/',
  '/dashboard',
  '/dev/',
  '/oauth/',
  '/oauth2/',
  '/trends',
  '/unsubscribe',
  '/watchlists',
];

const icon = (name: string, sizePx: number, purpose: 'any' | 'maskable' = 'any') =>
  ({ src: `/${name}.png`, sizes: `${sizePx}x${sizePx}`, type: 'image/png', purpose }) as const;

const manifest = (brand: string) => ({
  name: brand,
  short_name: brand,
  description: SITE_DESCRIPTION,
  start_url: '/',
  display: 'minimal-ui',
  theme_color: lightColor('mark'),
  background_color: lightColor('bg'),
  icons: [icon('icon-192', 192), icon('icon-512', 512), icon('icon-maskable-512', 512, 'maskable')],
});

const send = (reply: FastifyReply, mediaType: string, body: string) =>
  reply.headers({ 'content-type': `${mediaType}; charset=utf-8`, 'cache-control': 'public, max-age=3600' }).send(body);

/** Serves the files whose content depends on the settings of the site: the web app manifest, and what crawlers may read. */
export function serveSiteFiles(fastify: FastifyInstance, brand: string, publicUrl: PublicUrl): void {
  const sitemap = publicUrl.isConfigured ? [`Sitemap: ${publicUrl.origin}/sitemap.xml`] : [];
  fastify.get('/manifest.webmanifest', (_, reply) => send(reply, 'application/manifest+json', JSON.stringify(manifest(brand))));
  fastify.get('/robots.txt', (_, reply) =>
    send(reply, 'text/plain', ['User-agent: *', ...disallowedPaths.map((path) => `Disallow: ${path}`), ...sitemap, ''].join('\n')),
  );
}
