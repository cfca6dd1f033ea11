import type { FastifyReply } from 'fastify';
import type { CachedResponse } from '#domain/catalog/catalog';

/** Sends a cached response as JSON. Per-viewer responses are `no-store`; shared ones are cached privately and revalidated by ETag. */
export async function sendCached(
  reply: FastifyReply,
  { bytes, etag, isPublic }: CachedResponse & { readonly isPublic: boolean },
): Promise<void> {
  reply.header('cache-control', isPublic ? 'private, no-cache' : 'private, no-store').header('etag', etag);
  if (matchesEtag(reply.request.headers['if-none-match'], etag)) await reply.code(304).send();
  else await reply.header('content-type', 'application/json; charset=utf-8').send(bytes);
}

/** Returns whether the client already has this content. */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((candidate) => [etag, `W/${etag}`, '*'].includes(candidate.trim()));
