import type { FastifyInstance } from 'fastify';
import { entityTypes } from '#domain/catalog/variants';
import { drawPicture } from '#server/demo/pictures/draw-picture';
import { frameworkError } from '#server/http/error.filter';

/** A picture runs no script and loads nothing, also when it is opened as a page of its own. */
const PICTURE_POLICY = `default-src 'none'; frame-ancestors 'none'; sandbox`;

/** Serves the pictures of demo entities at `/demo/pictures/:entity/:id.svg` while the demo is installed. */
export function serveDemoPictures(fastify: FastifyInstance, isInstalled: () => Promise<boolean>): void {
  fastify.get<{ Params: { entity: string; file: string } }>('/demo/pictures/:entity/:file', async ({ params }, reply) => {
    const entity = entityTypes.find((name) => name === params.entity);
    const id = /^(\d+)\.svg$/.exec(params.file)?.[1];
    const picture = entity && id !== undefined && (await isInstalled()) ? drawPicture(entity, id) : null;
    if (picture === null) return reply.code(404).send(frameworkError(404));
    return reply
      .headers({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': PICTURE_POLICY,
      })
      .send(picture);
  });
}
