import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#domain/durations';
import { entityTypes } from '#domain/catalog/variants';
import { timedCache } from '#server/cache/timed-cache';
import type { Postgres } from '#server/database/postgres';
import { drawPicture } from '#server/demo/pictures/draw-picture';
import { isDemoInstalled } from '#server/demo/postgres/demo-settings';
import { frameworkError } from '#server/http/error.filter';

/** For how long pictures are still served after the demo was removed. */
const INSTALLED_TTL_MS = 5 * SECOND_MS;

/** A picture runs no script and loads nothing, also when it is opened as a page of its own. */
const PICTURE_POLICY = `default-src 'none'; frame-ancestors 'none'; sandbox`;

/** Serves the pictures of demo entities at `/demo/pictures/:entity/:id.svg` while the demo is installed. */
export function serveDemoPictures(fastify: FastifyInstance, postgres: Postgres): void {
  // A page of pictures becomes one query.
  const findDemo = timedCache(INSTALLED_TTL_MS, async () => ({ isInstalled: await isDemoInstalled(postgres.pool) }));
  fastify.get<{ Params: { entity: string; file: string } }>('/demo/pictures/:entity/:file', async ({ params }, reply) => {
    const entity = entityTypes.find((name) => name === params.entity);
    const id = /^(\d+)\.svg$/.exec(params.file)?.[1];
    const picture = entity && id !== undefined ? drawPicture(entity, id) : null;
    if (picture === null || !(await findDemo('demo')).isInstalled) return reply.code(404).send(frameworkError(404));
    return reply
      .headers({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': PICTURE_POLICY,
      })
      .send(picture);
  });
}
