import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { frameworkError } from '#server/http/error.filter';
import { pathOf } from '#server/http/served-route';
import type { Sitemaps } from '#server/pages/sitemaps';

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
