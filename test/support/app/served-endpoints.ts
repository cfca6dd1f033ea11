import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Pool } from 'pg';
import { endpoints } from '#domain/api';
import type { Access } from '#domain/endpoint';

export interface ServedEndpoint {
  readonly endpoint: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The route as registered: `/api/boards/:id`. */
  readonly route: string;
  /** A path that the route matches. */
  readonly path: string;
  readonly access: Access;
}

const fillPath = (route: string): string =>
  route
    .replace(':id', '00000000-0000-4000-8000-000000000000')
    .replace(':variant', 'boards')
    .replace(':keyword', 'plum')
    .replace(':purpose', 'cancel');

/** The endpoints that this server serves; others are printed, never skipped silently. */
export function servedEndpoints(app: NestFastifyApplication): readonly ServedEndpoint[] {
  const fastify = app.getHttpAdapter().getInstance();
  const all = [...endpoints.values()].map(({ name: endpoint, access }) => {
    const [method = 'GET', path = ''] = endpoint.split(' ');
    const route = `/api${path}`;
    return { endpoint, method: method as ServedEndpoint['method'], route, path: fillPath(route), access };
  });
  const served = all.filter(({ method, route }) => fastify.hasRoute({ method, url: route }));
  const missing = all.filter((one) => !served.includes(one)).map(({ endpoint }) => endpoint);
  if (missing.length > 0) process.stdout.write(`not served yet, not tested: ${missing.join(', ')}\n`);
  return served;
}

/**
 * The whole database as text: equal before and after if nothing was written. The records of jobs, of the counting of events, and of
 * running instances change meanwhile, so they are left out.
 */
export async function dumpDatabase(pool: Pool, leftOut = ['job_statuses', 'event_aggregation', 'instances']): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(table_name) name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1) order by 1`,
    [leftOut],
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ content: string | null }>(
      `select string_agg(t::text, E'\\n' order by t::text) content from ${name} t`,
    );
    parts.push(`== ${name}\n${rows[0]?.content ?? ''}`);
  }
  return parts.join('\n');
}

/** How well these measurements distinguish two groups: 0.5 not at all, 0 or 1 perfectly (area under the ROC curve). */
export function areaUnderRoc(first: readonly number[], second: readonly number[]): number {
  let wins = 0;
  for (const one of first) for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (first.length * second.length);
}
