import type { Catalog } from '#domain/catalog/catalog';
import type { Config } from '#server/config/config';
import type { Postgres } from '#server/database/postgres';
import type { Finding } from './finding.js';
import type { BenchOptions } from './options.js';

/** What every benchmark gets. */
export interface BenchContext extends BenchOptions {
  readonly url: string;
  readonly config: Config;
  readonly postgres: Postgres;
  readonly catalog: Catalog;
}

export interface Benchmark {
  readonly title: string;
  measure(bench: BenchContext): Promise<Finding[]>;
}
