import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip, createGunzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Catalog } from '#domain/catalog/catalog';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { HOUR_MS } from '#domain/durations';
import { indexedPaths } from '#domain/site/page-metadata';
import { entityPath } from '#domain/site/screens';
import { timedCache } from '#server/cache/timed-cache';
import { withoutDeadline } from '#server/http/request-deadlines';
import { escapeHtml } from '#server/http/styled-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { frameworkError } from '#server/http/error.filter';
import { pathOf } from '#server/http/served-route';

/** The largest file that search engines accept. */
const MAX_URLS_PER_FILE = 50_000;

const CACHE_TTL_MS = HOUR_MS;
const MAX_CACHED_BYTES = 16 * 1024 * 1024;
const BATCH_SIZE = 5_000;

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

interface SitemapOptions {
  /** The origin of all URLs. */
  readonly origin: string;
  readonly urlsPerFile?: number;
}

/**
 * The sitemaps of the site, compressed: an index, the screens, and the entities in chunks along their keys. They are cached for an hour,
 * because a chunk of a large catalog is megabytes, and concurrent requests share one reading.
 */
export class Sitemaps {
  readonly #chunkStarts = timedCache(CACHE_TTL_MS, (entity: EntityType) => this.catalog.findChunkStarts(entity, this.#urlsPerFile));
  readonly #files = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: CACHE_TTL_MS,
    fetchMethod: (name) => withoutDeadline(() => this.#write(name)),
    ignoreFetchAbort: true,
  });
  readonly #urlsPerFile: number;
  readonly #origin: string;

  constructor(
    private readonly catalog: Pick<Catalog, 'findChunkStarts' | 'listAfter'>,
    { origin, urlsPerFile = MAX_URLS_PER_FILE }: SitemapOptions,
  ) {
    this.#origin = origin;
    this.#urlsPerFile = urlsPerFile;
  }

  /** Returns a file by its name, `sitemap.xml` for the index, compressed with gzip; undefined if there is none. */
  find(name: string): Promise<Buffer | undefined> {
    return this.#files.fetch(name);
  }

  async #write(name: string): Promise<Buffer | undefined> {
    if (name === 'sitemap.xml') return compress(this.#index());
    if (name === 'sitemap-screens.xml') return compress(urlSet(indexedPaths.map((path) => this.#url('url', path))));
    const [, entity, number] = new RegExp(`^sitemap-(${entityTypes.join('|')})-(\\d{1,5})\\.xml$`).exec(name) ?? [];
    if (entity === undefined) return undefined;
    const start = (await this.#chunkStarts(entity as EntityType))[Number(number) - 1];
    return start === undefined ? undefined : compress(urlSet(this.#entityUrls(entity as EntityType, start)));
  }

  async *#index(): AsyncGenerator<string> {
    yield `${declaration}<sitemapindex ${namespace}>\n${this.#url('sitemap', '/sitemap-screens.xml')}`;
    for (const entity of entityTypes) {
      const starts = await this.#chunkStarts(entity);
      yield* starts.map((_, index) => this.#url('sitemap', `/sitemap-${entity}-${index + 1}.xml`));
    }
    yield '</sitemapindex>\n';
  }

  async *#entityUrls(entity: EntityType, start: string): AsyncGenerator<string> {
    let after = start;
    for (let unread = this.#urlsPerFile; unread > 0; unread -= BATCH_SIZE) {
      const batch = await this.catalog.listAfter(entity, after, Math.min(unread, BATCH_SIZE));
      yield batch.map(({ _id, crawled_at }) => (crawled_at ? this.#url('url', entityPath(entity, _id), crawled_at) : '')).join('');
      const last = batch.at(-1);
      if (!last) return;
      after = last._id;
    }
  }

  #url(element: 'url' | 'sitemap', path: string, changedAt?: Date): string {
    const change = changedAt ? `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>` : '';
    return `<${element}><loc>${escapeHtml(`${this.#origin}${path}`)}</loc>${change}</${element}>\n`;
  }
}

async function* urlSet(urls: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield `${declaration}<urlset ${namespace}>\n`;
  yield* urls;
  yield '</urlset>\n';
}

const compress = (text: AsyncIterable<string>): Promise<Buffer> => buffer(Readable.from(text).compose(createGzip()));

/** A sixteenth of the steps that the default takes, and still little for a client that reads slowly. */
const CHUNK_BYTES = 256 * 1024;

/** Serves the sitemaps, compressed if the crawler accepts it. Without them there are none. */
export function serveSitemaps(fastify: FastifyInstance, sitemaps: Sitemaps | null): void {
  const sendFile = async (request: FastifyRequest, reply: FastifyReply) => {
    const name = pathOf(request).slice(1);
    const file = await sitemaps?.find(name);
    if (!file) return reply.code(404).header('cache-control', 'no-store').send(frameworkError(404));
    const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    return (
      reply
        .headers({
          'content-type': 'application/xml; charset=utf-8',
          'cache-control': 'public, max-age=3600',
          vary: 'accept-encoding',
          ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
        })
        // Decompressed while it is read: megabytes for each client that reads slowly would fill the memory.
        .send(isCompressed ? file : createGunzip({ chunkSize: CHUNK_BYTES }).end(file))
    );
  };
  fastify.get('/sitemap.xml', sendFile);
  fastify.get('/sitemap-:name', sendFile);
}
