import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#domain/durations';
import { timedCache } from '#server/cache/timed-cache';
import type { ConnectionPool } from '#server/database/scoped-pool';
import type { PrintedAddress } from '#server/http/guards/printed-address';
import { serveDemoPictures } from '#server/demo/pages/serve-demo-pictures';
import { serveOwnDataPage } from '#server/demo/pages/serve-own-data-page';
import { isDemoInstalled } from '#server/demo/postgres/demo-settings';

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
