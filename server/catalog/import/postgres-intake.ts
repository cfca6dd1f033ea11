import type { Pool, PoolClient } from 'pg';
import { CatalogIntake, type Applied, type IntakeRun, type Slice, type StagedTotals, type Touched } from '#domain/catalog/catalog-intake';
import type { IntakeKind } from '#domain/catalog/intake';
import { type EntityType, entityTypes, orderings, variantOf } from '#domain/catalog/variants';
import { type Merge, mergeOf } from '#server/catalog/import/merge-sql';
import { inTransaction } from '#server/database/transaction';
import { stageRows, createStaging, stagingTable, termsOf, touchedTable } from '#server/catalog/import/staging';

/** More ids than this are not named one by one to whoever computes from them. */
const MOST_NAMED = 50_000;

/** From this share of a table on new statistics are made of it after an import. */
const WORTH_ANALYSING = 0.01;

interface RunRow {
  readonly id: number;
  readonly phase: string;
  readonly lines: number;
  readonly staged: number;
  readonly rejected: number;
  readonly started_at: Date;
}

const dropStaging = (run: number): string => `drop table if exists ${entityTypes.map((entity) => stagingTable(run, entity)).join(', ')}`;

class PostgresRun implements IntakeRun {
  #slices = 0;
  #rows = 0;

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
        this.#rows += rows.length;
        if (rows.length > 0) await stageRows(client, this.id, entity, this.#slices, rows);
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
    // A killed try may have its last commit under way: whoever locks the row waits for it.
    const { rows } = await this.pool.query<{ applied_slice: number }>('select applied_slice from import_runs where id = $1 for update', [
      this.id,
    ]);
    const sum = { inserted: 0, updated: 0, series: 0 };
    for (let slice = (rows[0]?.applied_slice ?? 0) + 1; slice <= slices; slice++) {
      const done = await inTransaction(this.pool, (client) => this.#applySlice(client, slice));
      sum.inserted += done.inserted;
      sum.updated += done.updated;
      sum.series += done.series;
      onProgress(slice / slices);
    }
    return sum;
  }

  async #slicesStaged(): Promise<number> {
    const last = entityTypes.map((entity) => `(select max(slice) from ${stagingTable(this.id, entity)})`);
    const { rows } = await this.pool.query<{ last: number | null }>(`select greatest(${last.join(', ')}) as last`);
    return rows[0]?.last ?? 0;
  }

  async #applySlice(client: PoolClient, slice: number): Promise<Applied> {
    await client.query(`set local jit = off; set local synchronous_commit = off; set local work_mem = '64MB'`);
    const sum = { inserted: 0, updated: 0, series: 0 };
    for (const entity of entityTypes) {
      const { inserted, updated, series } = await this.#applyRows(client, entity, mergeOf(this.id, entity, slice));
      sum.inserted += inserted;
      sum.updated += updated;
      sum.series += series;
    }
    // Scores of an interrupted recompute are of the rows before this slice: with the slice they are of no use, whatever comes next.
    if (sum.inserted + sum.updated + sum.series > 0) await client.query('update catalog_stats set changed_at = clock_timestamp()');
    await client.query('update import_runs set applied_slice = $2 where id = $1', [this.id, slice]);
    return sum;
  }

  async #applyRows(client: PoolClient, entity: EntityType, merge: Merge): Promise<Applied> {
    for (const statement of merge.gather) await client.query(statement);
    await this.#setTerms(client, entity, merge);
    const inserted = (await client.query(merge.insert, [this.source, this.now])).rowCount ?? 0;
    const updated = (await client.query(merge.update, [this.now])).rowCount ?? 0;
    let series = 0;
    for (const statement of merge.series) series += changes(await client.query(statement));
    for (const statement of merge.metrics) await client.query(statement);
    await client.query(merge.touch);
    return { inserted, updated, series };
  }

  /** Terms are made by the one function of the domain, of the words as they are after the merge. */
  async #setTerms(client: PoolClient, entity: EntityType, merge: Merge): Promise<void> {
    const { rows } = await client.query<{ _id: string }>(merge.reworded);
    for (let start = 0; start < rows.length; start += 2_000) {
      const some = rows.slice(start, start + 2_000);
      const terms = some.map((row) => termsOf(entity, { ...row }).join('\x1f'));
      await client.query(merge.setTerms, [some.map((row) => row._id), terms]);
    }
  }

  async touched(): Promise<Touched> {
    const touched: Touched = {};
    for (const entity of entityTypes) {
      // A pin's follower count is its owner's.
      const throughOwner = `union select p._id from pins p join ${touchedTable(this.id)} o on o.entity = 'pinner' and o._id = p.pinner_id`;
      const { rows } = await this.pool.query<{ _id: string }>(
        `select _id from ${touchedTable(this.id)} where entity = $1 ${entity === 'pin' ? throughOwner : ''} limit ${MOST_NAMED + 1}`,
        [entity],
      );
      if (rows.length > 0) touched[entity] = rows.length > MOST_NAMED ? 'all' : rows.map((row) => row._id);
    }
    return touched;
  }

  async finish(): Promise<void> {
    const { rows } = await this.pool.query<{ entity: EntityType; touched: number }>(
      `select entity, count(*)::int touched from ${touchedTable(this.id)} group by entity`,
    );
    for (const { entity, touched } of rows) await this.#refreshList(entity, touched);
    await inTransaction(this.pool, async (client) => {
      await client.query(`${dropStaging(this.id)}, ${touchedTable(this.id)}`);
      await client.query(`update import_runs set phase = 'done', finished_at = now() where id = $1`, [this.id]);
    });
  }

  async #refreshList(entity: EntityType, touched: number): Promise<void> {
    const variant = variantOf[entity];
    await this.pool.query(`select gin_clean_pending_list('${variant}_terms')`);
    const { rows } = await this.pool.query<{ total: number; ordered: boolean }>(
      `update catalog_stats set changed_at = now() where variant = $1 returning total, generation is not null ordered`,
      [variant],
    );
    const { total = 0, ordered = false } = rows[0] ?? {};
    // A few rows more do not change how a table is best read.
    if (touched >= total * WORTH_ANALYSING) {
      for (const table of [variant, `${entity}_metrics`, `${entity}_series`]) await this.pool.query(`analyze ${table}`);
    }
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

const changes = (result: { command: string; rowCount: number | null }): number =>
  result.command === 'INSERT' ? (result.rowCount ?? 0) : 0;

/** Rows wait in tables of the run and are merged in sets. A run is known by what it imports, so that it can be taken up again. */
export class PostgresIntake extends CatalogIntake {
  /** `pool` must not limit the time of a statement. */
  constructor(private readonly pool: Pool) {
    super();
  }

  async begin(wanted: {
    readonly kind: IntakeKind;
    readonly source: string;
    readonly fingerprint: string;
    readonly now: Date;
  }): Promise<IntakeRun> {
    const { rows } = await this.pool.query<RunRow>(
      `select id, phase, lines, staged, rejected, started_at from import_runs where kind = $1 and fingerprint = $2 order by id desc limit 1 for update`,
      [wanted.kind, wanted.fingerprint],
    );
    const earlier = rows[0];
    if (earlier && (await this.#isWhole(earlier))) {
      const totals = { lines: earlier.lines, rejected: earlier.rejected };
      await this.pool.query('update import_runs set source = $2 where id = $1', [earlier.id, wanted.source]);
      return new PostgresRun(this.pool, earlier.id, wanted.source, earlier.started_at, totals);
    }
    // What was applied before keeps its time, so that the same content imported again changes nothing.
    const now = earlier && ['applying', 'done'].includes(earlier.phase) ? earlier.started_at : wanted.now;
    const id = await this.#open(wanted, now, earlier?.id);
    return new PostgresRun(this.pool, id, wanted.source, now, null);
  }

  /** Is everything of an interrupted run still staged? A crash of Postgres itself empties what is unlogged. */
  async #isWhole(run: RunRow): Promise<boolean> {
    if (run.phase !== 'applying') return false;
    const tables = entityTypes.map((entity) => stagingTable(run.id, entity));
    const there = await this.pool.query<{ there: boolean }>(
      'select bool_and(to_regclass(t) is not null) as there from unnest($1::text[]) t',
      [tables],
    );
    if (there.rows[0]?.there !== true) return false;
    const counted = await this.pool.query<{ rows: number }>(
      `select (${tables.map((table) => `(select count(*) from ${table})`).join(' + ')})::integer as rows`,
    );
    return counted.rows[0]?.rows === run.staged;
  }

  async #open(wanted: { kind: IntakeKind; source: string; fingerprint: string }, now: Date, again: number | undefined): Promise<number> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = again
        ? await client.query<{ id: number }>(
            `update import_runs set phase = 'staging', source = $2, lines = 0, staged = 0, rejected = 0, applied_slice = 0, started_at = $3, finished_at = case when phase = 'done' then finished_at end
             where id = $1 returning id`,
            [again, wanted.source, now],
          )
        : await client.query<{ id: number }>(
            `insert into import_runs (kind, source, fingerprint, phase, started_at) values ($1, $2, $3, 'staging', $4) returning id`,
            [wanted.kind, wanted.source, wanted.fingerprint, now],
          );
      const id = rows[0]?.id ?? 0;
      await client.query(dropStaging(id));
      for (const entity of entityTypes) await client.query(createStaging(id, entity));
      // Logged, and kept when a run is staged again: what an earlier try has changed must not be forgotten.
      await client.query(`create table if not exists ${touchedTable(id)} (entity text, _id text collate "C", primary key (entity, _id))`);
      await this.#forgetUnfinished(client, id);
      return id;
    });
  }

  /** Other runs that died before anything was applied leave nothing behind, but that their content was imported before. */
  async #forgetUnfinished(client: PoolClient, but: number): Promise<void> {
    const { rows } = await client.query<{ id: number }>(
      `update import_runs set phase = case when finished_at is null then 'forgotten' else 'done' end
       where phase = 'staging' and id <> $1 returning id`,
      [but],
    );
    for (const { id } of rows) await client.query(`${dropStaging(id)}, ${touchedTable(id)}`);
    await client.query(`delete from import_runs where phase = 'forgotten'`);
  }
}
