import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config';
import { paymentProvider } from '#server/config/providers';
import { errorBody, frameworkError } from '#server/http/error.filter';
import { escapeHtml } from '#server/http/escape-html';
import { clientIpOf } from '#server/http/guards/client-ip';
import type { PageFinder } from '#server/http/pages/page-finder';
import { renderPage } from '#server/http/pages/page-head';
import { pageOriginOf } from '#server/http/pages/page-origin';
import { readScreenChunks } from '#server/http/pages/screen-chunks';
import { serveSiteFiles } from '#server/http/pages/serve-site-files';
import { serveSitemaps } from '#server/http/pages/serve-sitemaps';
import type { Sitemaps } from '#server/http/pages/sitemaps';
import type { PublicUrl } from '#server/http/public-url';
import { pageHeaders, type SourceSettings } from '#server/http/security-headers';

const MAINTENANCE_RETRY_SECONDS = '3600';

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

/** What the pages of the app need besides the configuration. */
interface PageSources {
  readonly finder: PageFinder;
  readonly publicUrl: PublicUrl;
  /** Null without PUBLIC_URL, which their URLs need. */
  readonly sitemaps: Sitemaps | null;
}

/**
 * Serves the built client: hashed assets, cached forever and compressed if the browser accepts it, and for every other path the page that
 * loads the app, with a head of its own. During maintenance everything except the assets responds with 503.
 */
export async function serveClient(
  fastify: FastifyInstance,
  folder: string,
  config: Config,
  { finder, publicUrl, sitemaps }: PageSources,
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  const indexPage = withSiteName(readFileSync(join(folder, 'index.html'), 'utf8'), config);
  const screenTagsOf = readScreenChunks(folder, indexPage);
  const maintenancePage = withSiteName(readFileSync(join(folder, 'maintenance.html'), 'utf8'), config);
  const isInMaintenance = config.MAINTENANCE;
  const sources = { sellsByPaddle: paymentProvider(config) === 'paddle' && !isInMaintenance, imageHosts: config.IMAGE_HOSTS };
  serveSiteFiles(fastify, config.BRAND_NAME, publicUrl);
  if (!isInMaintenance) serveSitemaps(fastify, sitemaps);
  await fastify.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/.vite/**'],
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'),
  });
  const sendNotFound = (reply: FastifyReply) => reply.code(404).header('cache-control', 'no-store').send(frameworkError(404));
  const sendResponse = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (path === '/api' || path.startsWith('/api/') || path.startsWith('/assets/')) return sendNotFound(reply);
    if (isInMaintenance) return sendPage(reply.code(503).header('retry-after', MAINTENANCE_RETRY_SECONDS), maintenancePage, path, sources);
    if (path === '/maintenance') return sendPage(reply, maintenancePage, path, sources);
    const page = await finder.find(path, clientIpOf(request.ip));
    if (!page) return sendNotFound(reply);
    const context = { brand: config.BRAND_NAME, origin: pageOriginOf(request, publicUrl), imageHosts: config.IMAGE_HOSTS };
    const html = renderPage(indexPage, page.metadata, context, screenTagsOf(page.screen));
    return sendPage(reply.code(page.status), html, path, sources);
  };
  fastify.get('/*', sendResponse);
  if (isInMaintenance) refuseApiCalls(fastify);
}

function refuseApiCalls(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    const body = errorBody('The site is being rebuilt. Please come back later.', 'not_ready');
    await reply.code(503).header('retry-after', MAINTENANCE_RETRY_SECONDS).send(body);
  });
}
