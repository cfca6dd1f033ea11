import type { FastifyInstance, FastifyReply } from 'fastify';
import { lightColor } from '#domain/site/colors';
import { SITE_DESCRIPTION } from '#domain/site/page-metadata';
import type { PublicUrl } from '#server/http/public-url';
import { type Config, VERSION } from '#server/config/config';
import { markup, sendStyledPage, styledPage } from '#server/http/styled-page';

/** The statement of docs/accessibility.md, for the people who use a site. */
const accessibilityPage = (brand: string, support: string) =>
  styledPage({
    title: `Accessibility · ${brand}`,
    brand,
    isListed: true,
    style: `h2 { font-size: 20px; line-height: 28px; margin: 32px 0 8px; }
li { margin: 0 0 8px; }`,
    body: markup`<main class="sheet">
<h1>Accessibility</h1>
<p>${brand} aims for WCAG 2.2, level AA. This is a self-assessment of Corklight ${VERSION}, by automated tests and by keyboard. No person who depends on a screen reader, and no outside auditor, has judged it.</p>
<h2>What is tested</h2>
<ul>
<li>Every screen has no serious or critical finding of axe, light and dark, on phones and on desktops, and does not scroll sideways.</li>
<li>These work with the keyboard alone: the skip link, lists and their rows, search, filters, columns, charts, and the command palette (Ctrl K, or ⌘ K on a Mac). Press ? for all shortcuts, and to turn single keys off.</li>
<li>After a change of screen, the focus is on its heading.</li>
</ul>
<h2>What does not work, or is not known</h2>
<ul>
<li>Axe finds about half of what can be wrong.</li>
<li>Screen readers, voice control, forced colors, and browsers other than Chromium have not been tried.</li>
<li>Charts can be read without seeing them as a table or as CSV only.</li>
<li>Pictures of pins come from Pinterest without a description. They stand beside the name of the pin.</li>
<li>The payment page and Pinterest’s own pages belong to others. Emails are not tested.</li>
</ul>
<h2>Tell us</h2>
<p>${support === '' ? 'Tell the operator of this site what does not work for you.' : markup`Write to <a href="mailto:${support}">${support}</a> about what does not work for you.`}</p>
</main>`,
  });

/** Serves the accessibility statement, which needs no script and stays open during maintenance. */
export function serveAccessibilityPage(fastify: FastifyInstance, { BRAND_NAME, SUPPORT_EMAIL }: Config): void {
  const page = accessibilityPage(BRAND_NAME, SUPPORT_EMAIL);
  fastify.get('/accessibility', (_, reply) => sendStyledPage(reply, page, { 'cache-control': 'public, max-age=3600' }));
}

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
