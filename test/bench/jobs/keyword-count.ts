import { PostgresKeywords } from '#server/keywords/postgres/keywords';
import { Postgres } from '#server/database/postgres';
import { PostgresWriteLock } from '#server/jobs/postgres/advisory-locks';
import { LAST_DAY } from '../data/random-series.js';

export interface KeywordCountResult {
  readonly keywords: number;
  readonly pins: number;
  readonly seconds: number;
  /** Processor time of this process with its threads, without Postgres. */
  readonly cpuSeconds: number;
  /** Peak memory of this process, in MB. */
  readonly memoryMb: number;
}

const postgres = new Postgres(process.env['BENCH_DATABASE_URL'] ?? '');
const keywords = new PostgresKeywords(postgres);

const startedAt = performance.now();
const build = await new PostgresWriteLock(postgres).runAsWriter((scope) => keywords.rebuild(scope, LAST_DAY));
const { user, system } = process.cpuUsage();
const result: KeywordCountResult = {
  ...build,
  seconds: (performance.now() - startedAt) / 1_000,
  cpuSeconds: (user + system) / 1_000_000,
  memoryMb: process.resourceUsage().maxRSS / 1_024,
};
await postgres.close();
process.send?.(result, undefined, undefined, () => process.exit(0));
