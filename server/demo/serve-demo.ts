import type { FastifyInstance } from 'fastify';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { SECOND_MS } from '#domain/durations';
import { OWN_DATA_PATH } from '#domain/site/demo';
import { screens } from '#domain/site/screens';
import { timedCache } from '#server/cache/timed-cache';
import type { ConnectionPool } from '#server/database/scoped-pool';
import { readDemoFile } from '#server/demo/demo-data';
import { isDemoInstalled } from '#server/demo/postgres/demo-settings';
import { frameworkError } from '#server/http/error.filter';
import type { PrintedAddress } from '#server/http/guards/printed-address';
import { markup, sendStyledPage, styledPage } from '#server/http/styled-page';

/** The drawings as SVG, and the number of that of each entity by its id. Several entities may share one. */
type DemoPictures = Readonly<Record<EntityType, Readonly<Record<string, number>>>> & { readonly drawings: readonly string[] };

/** A picture runs no script and loads nothing, also when it is opened as a page of its own. */
const PICTURE_POLICY = `default-src 'none'; frame-ancestors 'none'; sandbox`;

/** Serves the pictures of demo entities at `/demo/pictures/:entity/:id.svg` while the demo is installed. */
function serveDemoPictures(fastify: FastifyInstance, isInstalled: () => Promise<boolean>): void {
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

const commands = (...lines: readonly string[]) => markup`<pre tabindex="0">${lines.join('\n')}</pre>`;

/** The page that leads from the demo to your own data. */
const ownDataPage = (brand: string) =>
  styledPage({
    title: `Load your own data · ${brand}`,
    brand,
    style: `pre { margin: 0 0 16px; padding: 12px 16px; overflow-x: auto; background: var(--surface); border: 1px solid var(--border); border-radius: 10px; font-size: 14px; }
li { margin: 0 0 12px; }`,
    body: markup`<main class="sheet">
<h1>Load your own data</h1>
<p>Administrators do it on <a href="${screens.setup.path}">First steps</a>. With a terminal, the operator of this site runs these commands in its folder; the server may keep running.</p>
<ol>
<li>Remove the demo: its catalog, visitors, and users.
${commands('npm run corklight -- demo clear')}</li>
<li>Import your files, NDJSON or CSV, in any order. Without a kind, a file is recognized by its header, such as an export of another tool.
${commands(
  'npm run corklight -- import boards boards.ndjson',
  'npm run corklight -- import pinners pinners.csv',
  'npm run corklight -- import pins pins.ndjson.gz',
  'npm run corklight -- import trends.csv',
)}</li>
<li>Make yourself an administrator.
${commands('npm run corklight -- admin create --email you@example.com')}</li>
</ol>
<p>Growth appears once a row was imported on two days. <code>docs/importing.md</code> describes the formats and names every field.</p>
</main>`,
  });

/** Serves the page that says how to load your own data, while the demo is installed. */
function serveOwnDataPage(fastify: FastifyInstance, isInstalled: () => Promise<boolean>, brand: string): void {
  const page = ownDataPage(brand);
  fastify.get(OWN_DATA_PATH, async (_, reply) =>
    (await isInstalled()) ? sendStyledPage(reply, page) : reply.code(404).send(frameworkError(404)),
  );
}

/** For how long pages and pictures are still served after the demo was removed. */
const INSTALLED_TTL_MS = 5 * SECOND_MS;

/** Serves the printed address, and the pictures and the page of the demo while it is installed: for sites that can have one. */
export function serveDemo(
  fastify: FastifyInstance,
  pool: Pick<ConnectionPool, 'query'>,
  brand: string,
  printedAddress: Pick<PrintedAddress, 'serve'>,
): void {
  printedAddress.serve(fastify);
  // A page of pictures becomes one query, and so does a flood.
  const findDemo = timedCache(INSTALLED_TTL_MS, async () => ({ isInstalled: await isDemoInstalled(pool) }));
  const isInstalled = async () => (await findDemo('demo')).isInstalled;
  serveDemoPictures(fastify, isInstalled);
  serveOwnDataPage(fastify, isInstalled, brand);
}
