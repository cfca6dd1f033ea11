import type { FastifyInstance } from 'fastify';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { readDemoFile } from '#server/demo/demo-data';
import { frameworkError } from '#server/http/error.filter';

/** The drawings as SVG, and the number of that of each entity by its id. Several entities may share one. */
type DemoPictures = Readonly<Record<EntityType, Readonly<Record<string, number>>>> & { readonly drawings: readonly string[] };

/** A picture runs no script and loads nothing, also when it is opened as a page of its own. */
const PICTURE_POLICY = `default-src 'none'; frame-ancestors 'none'; sandbox`;

/** Serves the pictures of demo entities at `/demo/pictures/:entity/:id.svg` while the demo is installed. */
export function serveDemoPictures(fastify: FastifyInstance, isInstalled: () => Promise<boolean>): void {
  let pictures: DemoPictures | undefined;
  fastify.get<{ Params: { entity: string; file: string } }>('/demo/pictures/:entity/:file', async ({ params }, reply) => {
    const entity = entityTypes.find((name) => name === params.entity);
    const id = /^(\d+)\.svg$/.exec(params.file)?.[1];
    if (!entity || id === undefined || !(await isInstalled())) return reply.code(404).send(frameworkError(404));
    pictures ??= JSON.parse(readDemoFile('pictures.json').toString()) as DemoPictures;
    const drawing = pictures.drawings[pictures[entity][id] ?? -1];
    if (drawing === undefined) return reply.code(404).send(frameworkError(404));
    return reply
      .headers({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': PICTURE_POLICY,
      })
      .send(drawing);
  });
}
