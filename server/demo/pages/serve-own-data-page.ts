import type { FastifyInstance } from 'fastify';
import { OWN_DATA_PATH } from '#domain/site/demo';
import { frameworkError } from '#server/http/error.filter';
import { markup, sendStyledPage, styledPage } from '#server/http/styled-page';

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
<p>The operator of this site runs these commands in its folder. The server may keep running.</p>
<ol>
<li>Remove the demo: its catalog, visitors, and users.
${commands('npm run corklight -- demo clear')}</li>
<li>Import your files, NDJSON or CSV. Boards, influencers, and pins may come in any order.
${commands(
  'npm run corklight -- import boards boards.ndjson',
  'npm run corklight -- import pinners pinners.csv',
  'npm run corklight -- import pins pins.ndjson.gz',
)}</li>
<li>Make yourself an administrator.
${commands('npm run corklight -- admin create --email you@example.com')}</li>
</ol>
<p>Growth appears once a row was imported on two days. <code>docs/importing.md</code> describes the formats and names every field.</p>
</main>`,
  });

/** Serves the page that says how to load your own data, while the demo is installed. */
export function serveOwnDataPage(fastify: FastifyInstance, isInstalled: () => Promise<boolean>, brand: string): void {
  const page = ownDataPage(brand);
  fastify.get(OWN_DATA_PATH, async (_, reply) =>
    (await isInstalled()) ? sendStyledPage(reply, page) : reply.code(404).send(frameworkError(404)),
  );
}
