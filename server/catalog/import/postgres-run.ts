import type { Pool, PoolClient } from 'pg';
import type { Applied, IntakeRun, Slice, StagedTotals, Touched } from '#domain/catalog/catalog-intake';
import { type EntityType, entityTypes, orderings, variantOf } from '#domain/catalog/variants';
import { Marks } from '#server/catalog/import/marks';
import { type Merge, mergeOf } from '#server/catalog/import/merge-sql';
import { dropStaging, stageRows, stagingTable, termsOf, touchedTable } from '#server/catalog/import/staging';
import { inTransaction } from '#server/database/transaction';

/** More ids than this are not named one by one to whoever computes from them. */
const MOST_NAMED = 50_000;

/** From this share of a table on new statistics are made of it after an import, as Postgres itself would. */
const WORTH_ANALYSING = 0.1;

/** What queries look rows up by or order them by; statistics of the rest take longer to make and help nobody. */
const statistics: Readonly<Record<EntityType, readonly string[]>> = {
  board: ['boards (_id, terms, pinner_id)', 'board_metrics', 'board_series (_id)'],
  pinner: ['pinners (_id, terms)', 'pinner_metrics', 'pinner_series (_id)'],
  pin: ['pins (_id, terms, pinner_id)', 'pin_metrics', 'pin_series (_id)'],
};

/** One import: its rows wait in tables of its own and are merged in sets, slice by slice. */
export class PostgresRun implements IntakeRun {
  #slices = 0;
  #rows = 0;
  /** Those who are there already, and of whom this run says something else than the last one did. */
  readonly #marks = { board: new Marks(), pinner: new Marks(), pin: new Marks() } as const;

  constructor(
    private readonly pool: Pool,
    private readonly id: number,
    private readonly source: string,
    readonly now: Date,
    readonly staged: StagedTotals | null,
  ) {}

  async stage(slice: Slice): Promise<void> {
    this.#slices += 1;
    await inTransaction(this.pool, async (client) => {
      for (const entity of entityTypes) {
        const rows = slice[entity];
        if (rows.length > 0) this.#rows += await stageRows(client, this.id, entity, this.#slices, rows, this.#marks[entity]);
      }
    });
  }

  async seal(totals: StagedTotals): Promise<void> {
    for (const entity of entityTypes) await this.pool.query(`create index on ${stagingTable(this.id, entity)} (slice)`);
    await this.pool.query(
      `update import_runs set phase = 'applying', lines = $2, rejected = $3, staged = $4, applied_slice = 0 where id = $1`,
      [this.id, totals.lines, totals.rejected, this.#rows],
    );
  }

  async apply(onProgress: (share: number) => void): Promise<Applied> {
    const slices = await this.#slicesStaged();
    const last = Math.max(0, ...slices.keys());
    // A killed try may have its last commit under way: whoever locks the row waits for it.
    const { rows } = await this.pool.query<{ applied_slice: number }>('select applied_slice from import_runs where id = $1 for update', [
      this.id,
    ]);
    const sum = { inserted: 0, updated: 0, series: 0 };
    for (let slice = (rows[0]?.applied_slice ?? 0) + 1; slice <= last; slice++) {
      add(sum, await inTransaction(this.pool, (client) => this.#applySlice(client, slice, slices.get(slice) ?? [])));
      onProgress(slice / last);
    }
    return sum;
  }

  /** By slice, of which entities it has rows. */
  async #slicesStaged(): Promise<Map<number, EntityType[]>> {
    const slices = new Map<number, EntityType[]>();
    for (const entity of entityTypes) {
      const { rows } = await this.pool.query<{ slice: number }>(`select distinct slice from ${stagingTable(this.id, entity)}`);
      for (const { slice } of rows) slices.set(slice, [...(slices.get(slice) ?? []), entity]);
    }
    return slices;
  }

  async #applySlice(client: PoolClient, slice: number, entities: readonly EntityType[]): Promise<Applied> {
    await client.query(`set local jit = off; set local synchronous_commit = off; set local work_mem = '64MB'`);
    const sum = { inserted: 0, updated: 0, series: 0 };
    for (const entity of entities) add(sum, await this.#applyRows(client, entity, mergeOf(this.id, entity, slice)));
    // Scores of an interrupted recompute are of the rows before this slice: with the slice they are of no use, whatever comes next.
    if (sum.inserted + sum.updated + sum.series > 0) await client.query('update catalog_stats set changed_at = clock_timestamp()');
    await client.query('update import_runs set applied_slice = $2 where id = $1', [this.id, slice]);
    return sum;
  }

  async #applyRows(client: PoolClient, entity: EntityType, merge: Merge): Promise<Applied> {
    for (const statement of merge.gather) await client.query(statement);
    const { rows } = await client.query<{ fresh: number; known: number }>(merge.count);
    const { fresh = 0, known = 0 } = rows[0] ?? {};
    if (fresh + known === 0) return { inserted: 0, updated: 0, series: 0 };
    await setTerms(client, entity, merge.termless, merge.setNewTerms);
    const inserted = (await client.query(merge.insert, [this.source, this.now])).rowCount ?? 0;
    const sum = { inserted, updated: 0, series: 0 };
    if (fresh > 0) {
      sum.series += (await client.query(merge.freshSeries)).rowCount ?? 0;
      await client.query(merge.freshMetrics);
    }
    await client.query(merge.touch);
    if (known > 0) add(sum, await this.#mergeKnown(client, entity, merge));
    return sum;
  }

  async #mergeKnown(client: PoolClient, entity: EntityType, merge: Merge): Promise<Applied> {
    await client.query(merge.compare);
    await setTerms(client, entity, merge.reworded, merge.setTerms);
    const updated = (await client.query(merge.update, [this.source, this.now])).rowCount ?? 0;
    let series = 0;
    for (const statement of merge.series) series += changes(await client.query(statement));
    for (const statement of merge.metrics) await client.query(statement);
    await client.query(merge.digest);
    await client.query(merge.touchChanged);
    return { inserted: 0, updated, series };
  }

  async touched(): Promise<Touched> {
    const touched: Touched = {};
    for (const entity of entityTypes) {
      // A pin's follower count is its owner's.
      const throughOwner = `union select p._id from pins p join ${touchedTable(this.id)} o on o.entity = 'pinner' and o._id = p.pinner_id`;
      const { rows } = await this.pool.query<{ _id: string }>(
        `select distinct _id from ${touchedTable(this.id)} where entity = $1 ${entity === 'pin' ? throughOwner : ''} limit ${MOST_NAMED + 1}`,
        [entity],
      );
      if (rows.length > 0) touched[entity] = rows.length > MOST_NAMED ? 'all' : rows.map((row) => row._id);
    }
    return touched;
  }

  async finish(): Promise<void> {
    const { rows } = await this.pool.query<{ entity: EntityType; touched: number }>(
      `select entity, count(distinct _id)::int touched from ${touchedTable(this.id)} group by entity`,
    );
    for (const { entity, touched } of rows) await this.#refreshList(entity, touched);
    await inTransaction(this.pool, async (client) => {
      await client.query(`${dropStaging(this.id)}, ${touchedTable(this.id)}`);
      await client.query(`update import_runs set phase = 'done', finished_at = now() where id = $1`, [this.id]);
    });
  }

  async #refreshList(entity: EntityType, touched: number): Promise<void> {
    const variant = variantOf[entity];
    const { rows } = await this.pool.query<{ total: number; ordered: boolean }>(
      `update catalog_stats set changed_at = now() where variant = $1 returning total, generation is not null ordered`,
      [variant],
    );
    const { total = 0, ordered = false } = rows[0] ?? {};
    // A few rows more do not change how a table is best read.
    const analysed = touched >= total * WORTH_ANALYSING ? statistics[entity] : [];
    const tidied = await Promise.allSettled([
      this.pool.query(`select gin_clean_pending_list('${variant}_terms')`),
      this.#analyse(analysed),
    ]);
    for (const one of tidied) if (one.status === 'rejected') throw one.reason;
    // The totals of an ordered list are those of its read model.
    if (ordered) return;
    // What is known of momentum was counted when the scores were shown.
    const known = orderings[variant].map(({ value }) => `'${value}', count(${value})`).join(', ');
    await this.pool.query(
      `update catalog_stats set total = (select count(*) from ${variant}),
         known = known || (select jsonb_build_object(${known}) from ${entity}_metrics)
       where variant = $1`,
      [variant],
    );
  }

  async #analyse(tables: readonly string[]): Promise<void> {
    for (const columns of tables) await this.pool.query(`analyze ${columns}`);
  }

  async refuse(totals: StagedTotals): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await client.query(`${dropStaging(this.id)}, ${touchedTable(this.id)}`);
      await client.query(`update import_runs set phase = 'refused', lines = $2, rejected = $3, finished_at = now() where id = $1`, [
        this.id,
        totals.lines,
        totals.rejected,
      ]);
    });
  }
}

/** The terms of rows that `wanted` lists, made by the one function of the domain. */
async function setTerms(client: PoolClient, entity: EntityType, wanted: string, set: string): Promise<void> {
  const { rows } = await client.query<{ _id: string }>(wanted);
  for (let start = 0; start < rows.length; start += 2_000) {
    const some = rows.slice(start, start + 2_000);
    const terms = some.map((row) => termsOf(entity, { ...row }).join('\x1f'));
    await client.query(set, [some.map((row) => row._id), terms]);
  }
}

const add = (sum: { inserted: number; updated: number; series: number }, more: Applied): void => {
  sum.inserted += more.inserted;
  sum.updated += more.updated;
  sum.series += more.series;
};

const changes = (result: { command: string; rowCount: number | null }): number =>
  result.command === 'INSERT' ? (result.rowCount ?? 0) : 0;
