import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { PoolClient } from 'pg';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import type { ScopedPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';

/** The changes of the batch that is merged, until they are packed. */
export const recordedTable = (entity: EntityType): string => `recorded_${entity}`;

const idsOfBatch = 'unnest(p.ids) with ordinality u(_id, n)';
const changesOfBatch = `unnest(p.ids, p.digests, p.given, p.before, p.readings) with ordinality u(_id, digest, given, before, readings, n)`;

/** The number of the change `u` of a packed batch `p`. */
const changeId = 'p.first_id + u.n - 1';

/** Whether `list` says that the change `u` of a packed batch `p` is forgotten. */
const isListedSql = (list: string): string =>
  `${list}.entity = p.entity and ${list}._id = u._id and ${changeId} >= ${list}.from_id and ${changeId} < ${list}.before_id`;

/** A hash of more listed changes takes longer to make than looks at the index take, and where it is larger than `work_mem`, each change is compared with all. */
const MAX_HASHED_CHANGES = 10_000;

/** Leaves out changes `u` of packed batches `p` that were moved to rows, or forgotten: by a look at a hash while few are, else at the index. */
export const isKeptSql = `u._id is not null and (
  not exists (select 1 from forgotten_changes offset ${MAX_HASHED_CHANGES}) and u._id not in (select _id from forgotten_changes)
  or not exists (select 1 from forgotten_changes f where ${isListedSql('f')})
)`;

const sequence = `pg_get_serial_sequence('import_changes', 'id')`;

/** Stores the recorded changes of a batch as one row. $1: the journal. The sequence leaves a million numbers to each. */
export const packChangesSql = (entity: EntityType): string => {
  const listed = (column: string) => `array_agg(${column} order by given is null, before is not null, _id)`;
  return `insert into packed_changes (first_id, journal_id, entity, new_count, given_count, ids, digests, given, before, readings)
    select nextval(${sequence}), $1, '${entity}', new_count, given_count, _id, digest, given, before, readings
    from (
      select count(*) count, count(*) filter (where given is not null and before is null) new_count, count(given) given_count,
        ${['_id', 'digest', 'given', 'before'].map((column) => `${listed(column)} ${column}`).join(', ')},
        case when count(readings) > 0 then ${listed('readings')} end readings
      from ${recordedTable(entity)}
    ) recorded where count > 0`;
};

/** Copies changes of a packed batch to rows. $1: the batch. $2: the ids of their entities. */
const copyChangesSql = `
  insert into import_changes (id, journal_id, entity, _id, digest, given, before, readings) overriding system value
  select ${changeId}, p.journal_id, p.entity, u._id, u.digest, u.given, u.before, u.readings from packed_changes p, ${changesOfBatch}
  where p.first_id = $1 and u._id = any($2) and ${isKeptSql}`;

/** The journals of an import ($1). As an array, they are looked up in an index however few or many the planner expects. */
export const ownJournals = 'array(select id from import_journals where import_id = $1)';

/** The packed batches that may have changes of entities that an import changed, from its first one on. $1: the import. $2: the entity. */
const batchesFromSql = `select first_id from packed_changes where entity = $2 and first_id >= least(
    (select min(first_id) from packed_changes where journal_id = any(${ownJournals}) and entity = $2),
    (select min(id) from import_changes where journal_id = any(${ownJournals}) and entity = $2)
  ) order by first_id`;

/** Moves all changes of the entities that an import has changed to rows, from its first one on: they are found there by entity. */
export async function unpackChanges(pool: ScopedPool, importId: number): Promise<void> {
  for (const entity of entityTypes) {
    const { rows: own } = await pool.query<{ _id: string }>(
      `select _id from packed_changes p cross join unnest(p.ids) u(_id) where p.journal_id = any(${ownJournals}) and p.entity = $2
         and u._id is not null
       union select _id from import_changes where journal_id = any(${ownJournals}) and entity = $2`,
      [importId, entity],
    );
    const changed = new Set(own.map(({ _id }) => _id));
    const { rows: batches } = await pool.query<{ first_id: number }>(batchesFromSql, [importId, entity]);
    for (const { first_id: batch } of batches) {
      await inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ _id: string }>('select unnest(ids) _id from packed_changes where first_id = $1', [batch]);
        const ids = rows.flatMap(({ _id }) => (changed.has(_id) ? [_id] : []));
        await moveChanges(client, batch, ids);
      });
    }
  }
}

/** Moves the changes of some entities in a packed batch to rows. The batch goes with its last change; until the next night it keeps what moved, without its ids. */
export async function moveChanges(client: PoolClient, batch: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await unsealBatch(client, batch);
  await client.query(copyChangesSql, [batch, ids]);
  const { rowCount } = await client.query(
    `delete from packed_changes p where p.first_id = $1 and not exists (select 1 from ${idsOfBatch} where u._id <> all($2) and ${isKeptSql})`,
    [batch, ids],
  );
  if (rowCount === 0)
    await client.query(
      `update packed_changes p set ids = (select array_agg(case when u._id <> all($2) then u._id end order by u.n) from ${idsOfBatch})
       where p.first_id = $1`,
      [batch, ids],
    );
}

/** Whether changes of an unsealed batch `p` were moved to rows, or erased before. Sealed ones were erased before they were sealed. */
const hasMovedSql = 'p.sealed is null and array_position(p.ids, null) is not null';

/** Erases what is forgotten, and what was moved, from packed batches. What is forgotten meanwhile waits for the next time. */
export async function eraseForgottenChanges(pool: ScopedPool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('create temp table erased_changes on commit drop as select * from forgotten_changes');
    await client.query('analyze erased_changes');
    const isErased = isListedSql('g');
    const hasErased = `exists (select 1 from ${idsOfBatch} join erased_changes g on ${isErased})`;
    const { rows: batches } = await client.query<{ first_id: number }>(
      `select first_id from packed_changes p where ${hasMovedSql} or exists (select 1 from erased_changes) and ${hasErased}`,
    );
    for (const { first_id: batch } of batches) await unsealBatch(client, batch);
    const kept = (column: string) => `array_agg(case when not is_erased then ${column} end order by n)`;
    // Once each: earlier releases listed a change that they moved, also beside the one that was then forgotten.
    const { rows } = await client.query<{ first_id: number; is_empty: boolean }>(
      `update packed_changes p set (ids, digests, given, before, readings) = (
         select ${['_id', 'digest', 'given', 'before'].map(kept).join(', ')}, case when p.readings is not null then ${kept('readings')} end
         from (select distinct on (u.n) u.*, u._id is null or g._id is not null is_erased from ${changesOfBatch} left join erased_changes g on ${isErased}) change
       )
       where first_id = any($1)
       returning first_id, array_remove(ids, null) = '{}' is_empty`,
      [batches.map(({ first_id: batch }) => batch)],
    );
    await client.query('delete from packed_changes where first_id = any($1)', [
      rows.flatMap((row) => (row.is_empty ? [row.first_id] : [])),
    ]);
    await client.query(
      'delete from forgotten_changes f using erased_changes g where f.entity = g.entity and f._id = g._id and f.from_id = g.from_id and f.before_id = g.before_id',
    );
  });
}

/** What a sealed batch has compressed, as Postgres writes it. */
interface SealedContent {
  readonly digests: string;
  readonly given: string;
  readonly before: string;
  readonly readings: string | null;
}

const compress = promisify(zstdCompress) as (content: string) => Promise<Buffer>;
const decompress = promisify(zstdDecompress) as (content: Uint8Array) => Promise<Buffer>;

/**
 * Compresses what packed batches replaced and gave, one after the other: only a take-back reads it, but every backup would write all of it as
 * text again.
 */
export async function sealChanges(pool: ScopedPool, onProgress: (sealed: number, total: number) => void = () => undefined): Promise<void> {
  const { rows: batches } = await pool.query<{ first_id: number }>(
    'select first_id from packed_changes where sealed is null order by first_id',
  );
  for (const [index, { first_id: batch }] of batches.entries()) {
    const { rows } = await pool.query<SealedContent>(
      'select digests::text, given::text, before::text, readings::text from packed_changes where first_id = $1',
      [batch],
    );
    await pool.query(
      'update packed_changes set sealed = $2, digests = null, given = null, before = null, readings = null where first_id = $1',
      [batch, await compress(JSON.stringify(rows[0]))],
    );
    onProgress(index + 1, batches.length);
  }
}

/** Makes a batch readable for SQL, until the next night, if it is sealed, and `isWanted` for what it has. */
async function unsealBatch(client: PoolClient, batch: number, isWanted = (_content: SealedContent) => true): Promise<void> {
  const { rows } = await client.query<{ sealed: Buffer | null }>('select sealed from packed_changes where first_id = $1', [batch]);
  const sealed = rows[0]?.sealed ?? null;
  if (sealed === null) return;
  const content = JSON.parse(String(await decompress(sealed))) as SealedContent;
  if (!isWanted(content)) return;
  const { digests, given, before, readings } = content;
  await client.query(
    `update packed_changes set sealed = null, digests = $2::bigint[], given = $3::jsonb[], before = $4::jsonb[], readings = $5::jsonb[]
     where first_id = $1`,
    [batch, digests, given, before, readings],
  );
}

/** Makes those sealed batches readable for SQL that met rows whose JSON has this text, as Postgres quotes it in an array. The others are not written. */
export async function unsealBatchesWith(client: PoolClient, text: string): Promise<void> {
  const { rows } = await client.query<{ first_id: number }>('select first_id from packed_changes where sealed is not null');
  for (const { first_id: batch } of rows) await unsealBatch(client, batch, ({ before }) => before.includes(text));
}
