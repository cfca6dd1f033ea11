import type { FastifyInstance } from 'fastify';
import type { Postgres } from '#server/database/postgres';

/** `/healthz`: the process lives. `/readyz`: it can answer, its database too. */
export function serveHealth(fastify: FastifyInstance, postgres: Postgres): void {
  fastify.get('/healthz', () => ({ status: 'ok' }));
  fastify.get('/readyz', async (_, reply) => {
    try {
      await postgres.pool.query('select 1');
      return { status: 'ready' };
    } catch {
      return reply.code(503).header('retry-after', '5').send({ status: 'not ready' });
    }
  });
}
