import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { colorVariables } from '#domain/site/colors';
import { type Config, paymentProvider } from '#server/config/config';
import { frameworkError } from '#server/http/error.filter';
import { escapeHtml } from '#server/http/styled-page';
import { clientIpOf } from '#server/http/guards/client-ip';
import { serveAccessibilityPage, serveSiteFiles } from '#server/pages/serve-site-files';
import type { PageFinder } from '#server/pages/page-finder';
import { renderPage } from '#server/pages/page-head';
import { serveSitemaps, type Sitemaps } from '#server/pages/sitemaps';
import { pathOf, servedRouteOf } from '#server/http/served-route';
import type { PublicUrl } from '#server/http/public-url';
import { type MaintenanceGate, MAINTENANCE_RETRY_SECONDS } from '#server/operations/maintenance/maintenance-gate';
import { pageHeaders, type SourceSettings } from '#server/http/security-headers';
import type { ScreenName } from '#domain/site/screens';

/** The chunks of the screens that people enter the site by; others load theirs once the app has started. */
const entryChunks: Partial<Record<ScreenName, string>> = {
  home: 'home-route',
  pins: 'list-screen',
  boards: 'list-screen',
  pinners: 'list-screen',
  pin: 'pin-screen',
  board: 'board-screen',
  pinner: 'pinner-screen',
  keywords: 'keywords',
  keyword: 'keywords',
  compare: 'compare-screen',
  dashboard: 'today',
  watchlists: 'today',
};

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** A chunk and those that it imports statically, each once. */
function chunksOf(manifest: Manifest, name: string, seen = new Map<string, Chunk>()): Map<string, Chunk> {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return seen;
  seen.set(name, chunk);
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, seen);
  return seen;
}

/**
 * Reads the manifest of the built client. Returns a function from a screen to the tags that load its chunks beside the first load, so that
 * the browser need not wait for the first load to ask for them. A client that has no manifest loads them later.
 */
export function readScreenChunks(clientFolder: string, indexPage: string): (screen: ScreenName | null) => string {
  const manifestFile = join(clientFolder, '.vite', 'manifest.json');
  const manifest = existsSync(manifestFile) ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest) : {};
  const preload = (file: string) =>
    indexPage.includes(`/${file}"`) ? [] : [`<link rel="modulepreload" href="/${file}" crossorigin nonce="__CSP_NONCE__" />`];
  const tagsOf = (name: string) => {
    const key = Object.keys(manifest).find((module) => manifest[module]?.name === name) ?? '';
    return [...chunksOf(manifest, key).values()].flatMap(({ file }) => preload(file)).join('\n    ');
  };
  const tagsByScreen = new Map(Object.entries(entryChunks).map(([screen, name]) => [screen, tagsOf(name)]));
  return (screen) => (screen && tagsByScreen.get(screen)) ?? '';
}

/** The origin of absolute URLs in a page: PUBLIC_URL, or the host of the request, which is one of this machine without that setting. */
function pageOriginOf({ headers, protocol }: FastifyRequest, publicUrl: PublicUrl): string {
  if (publicUrl.isConfigured || headers.host === undefined) return publicUrl.origin;
  return `${protocol === 'https' ? 'https' : 'http'}://${headers.host}`;
}

/** Sends a page with a new nonce and the headers of its path, always revalidated. */
function sendPage(reply: FastifyReply, html: string, path: string, sources: SourceSettings) {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({ ...pageHeaders(path, nonce, sources), 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    .send(html.replaceAll('__CSP_NONCE__', nonce));
}

/** A page with the brand and the support address of this site. */
const withSiteName = (page: string, config: Config) =>
  page.replaceAll('__BRAND__', () => escapeHtml(config.BRAND_NAME)).replaceAll('__SUPPORT_EMAIL__', () => escapeHtml(config.SUPPORT_EMAIL));

/** Whether a request is for a page or a sitemap; calls of the API and files are none. */
const isPage = (request: FastifyRequest): boolean => {
  const { pattern } = servedRouteOf(request);
  return pattern?.startsWith('/sitemap') === true || (pattern === '/*' && !/^\/(api|assets)(\/|$)/.test(request.url));
};

/** Serves the files of the built client: hashed assets, cached forever, and others, cached for an hour. */
async function serveFiles(fastify: FastifyInstance, folder: string): Promise<void> {
  await fastify.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/.vite/**'],
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'),
  });
}

/** What the pages of the app need besides the configuration. */
interface PageSources {
  readonly finder: PageFinder;
  readonly gate: MaintenanceGate;
  readonly publicUrl: PublicUrl;
  /** Null without PUBLIC_URL, which their URLs need. */
  readonly sitemaps: Sitemaps | null;
}

/**
 * Serves the built client: hashed assets, cached forever and compressed if the browser accepts it, and for every other path the page that
 * loads the app, with a head of its own. During maintenance visitors get the maintenance page, with 503.
 */
export async function serveClient(
  fastify: FastifyInstance,
  folder: string,
  config: Config,
  { finder, gate, publicUrl, sitemaps }: PageSources,
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  const indexPage = withSiteName(readFileSync(join(folder, 'index.html'), 'utf8'), config);
  const screenTagsOf = readScreenChunks(folder, indexPage);
  const maintenancePage = withSiteName(readFileSync(join(folder, 'maintenance.html'), 'utf8'), config).replace(
    '/* __COLORS__ */',
    colorVariables,
  );
  const sources = { sellsByPaddle: paymentProvider(config) === 'paddle', imageHosts: config.IMAGE_HOSTS };
  serveAccessibilityPage(fastify, config);
  serveSiteFiles(fastify, config.BRAND_NAME, publicUrl);
  serveSitemaps(fastify, sitemaps);
  await serveFiles(fastify, folder);
  const sendNotFound = (reply: FastifyReply) => reply.code(404).header('cache-control', 'no-store').send(frameworkError(404));
  const sendResponse = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request);
    if (path === '/api' || path.startsWith('/api/') || path.startsWith('/assets/')) return sendNotFound(reply);
    if (path === '/maintenance') return sendPage(reply, maintenancePage, path, sources);
    const page = await finder.find(path, clientIpOf(request.ip));
    if (!page) return sendNotFound(reply);
    const context = { brand: config.BRAND_NAME, origin: pageOriginOf(request, publicUrl), imageHosts: config.IMAGE_HOSTS };
    const html = renderPage(indexPage, page.metadata, context, screenTagsOf(page.screen));
    return sendPage(reply.code(page.status), html, path, sources);
  };
  fastify.get('/*', sendResponse);
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isPage(request) || !(await gate.isClosedTo(request))) return;
    await sendPage(reply.code(503).header('retry-after', MAINTENANCE_RETRY_SECONDS), maintenancePage, pathOf(request), {
      ...sources,
      sellsByPaddle: false,
    });
  });
}
