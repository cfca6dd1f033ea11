import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { OWN_DATA_PATH } from '#domain/site/demo';
import { frameworkError } from '#server/http/error.filter';
import { ownDataPage } from '#server/demo/pages/own-data-page';

/** The page runs no script and loads nothing. */
const contentSecurityPolicy = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

/** Serves the page that says how to load your own data, while the demo is installed. */
export function serveOwnDataPage(fastify: FastifyInstance, isInstalled: () => Promise<boolean>, brand: string): void {
  fastify.get(OWN_DATA_PATH, async (_, reply) => {
    if (!(await isInstalled())) return reply.code(404).send(frameworkError(404));
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(nonce),
      })
      .send(ownDataPage(brand, nonce));
  });
}
