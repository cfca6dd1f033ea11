import type { PoolClient } from 'pg';
import { countsOf } from '#domain/analytics/metrics';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { dayOf } from '#domain/days';
import { tablesOf } from '#server/catalog/tables';
import { type Cell, copyRows } from '#server/database/copy';
import type { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { demoEntities, type DemoEntity, newestCounts } from '#server/demo/demo-catalogue';

/** The source of every demo row, by which it is recognised and removed. */
export const DEMO_SOURCE = 'demo';

const shared = ['_id', 'name', 'description', 'url', 'topics', 'searchable', 'last_crawled_at', 'imported_at', 'source', 'terms'];
const own = {
  board: ['pinner_id', 'pinner_username'],
  pinner: ['username', 'website_url', 'domain_url'],
  pin: ['pinner_id', 'pinner_username', 'link', 'domain', 'queries'],
} as const satisfies Record<EntityType, readonly string[]>;

/** A dot is in no real user name, so these addresses belong to nobody. */
const page = (entity: EntityType, one: DemoEntity): string => {
  if (entity === 'pin') return `https://www.pinterest.com/pin/${one._id}/`;
  return `https://www.pinterest.com/demo.${one.owner.username}/${entity === 'board' ? `${one.number}/` : ''}`;
};

function ownCells(entity: EntityType, one: DemoEntity): Cell[] {
  const { _id, username } = one.owner;
  if (entity === 'board') return [_id, username];
  if (entity === 'pinner')
    return [username, `https://${username.replaceAll('_', '-')}.example/`, `${username.replaceAll('_', '-')}.example`];
  return [
    _id,
    username,
    `https://${username.replaceAll('_', '-')}.example/${one.number}`,
    `${username.replaceAll('_', '-')}.example`,
    [one.topic.name.toLowerCase()],
  ];
}

function textCells(entity: EntityType, one: DemoEntity, now: Date): Cell[] {
  const last = one.history?.at.at(-1);
  const crawled = last === undefined ? null : new Date(last * 60_000);
  const name = one.history || entity === 'pinner' ? one.name : null;
  const topic = one.history ? [one.topic.name] : [];
  return [
    one._id,
    name,
    one.description,
    page(entity, one),
    topic,
    !one.gone,
    crawled,
    now,
    DEMO_SOURCE,
    one.terms,
    ...ownCells(entity, one),
  ];
}

function metricCells(entity: EntityType, one: DemoEntity): Cell[] {
  const created = one.history ? one.createdAt : null;
  const last = one.history?.at.at(-1);
  const modified = last === undefined ? null : new Date((last - (one.number % 60) * 1440) * 60_000);
  return [one._id, ...newestCounts(entity, one.history), created, ...(entity === 'board' ? [modified] : [])];
}

function* map<T>(from: Iterable<T>, make: (one: T) => readonly Cell[] | null): Generator<readonly Cell[]> {
  for (const one of from) {
    const row = make(one);
    if (row) yield row;
  }
}

async function loadKind(client: PoolClient, entity: EntityType, now: Date): Promise<number> {
  const { text, metrics, series } = tablesOf(variantOf[entity]);
  const all = [...demoEntities(entity, dayOf(now))];
  await copyRows(
    client,
    text,
    [...shared, ...own[entity]],
    map(all, (one) => textCells(entity, one, now)),
  );
  const columns = ['_id', ...countsOf[entity], 'created_at', ...(entity === 'board' ? ['board_order_modified_at'] : [])];
  await copyRows(
    client,
    metrics,
    columns,
    map(all, (one) => metricCells(entity, one)),
  );
  const rows = map(all, (one) => one.history && [one._id, one.history.at, ...one.history.counts]);
  await copyRows(client, series, ['_id', 'at', ...countsOf[entity]], rows);
  await client.query(`analyze ${text}; analyze ${metrics}; analyze ${series}`);
  return all.length;
}

/** Fills an empty catalogue with the demo in one transaction; answers its rows. Scores and lists are the caller's next step. */
export function loadDemo(postgres: Postgres, now: Date): Promise<number> {
  return inTransaction(postgres.jobPool, async (client) => {
    let rows = 0;
    for (const entity of entityTypes) rows += await loadKind(client, entity, now);
    await client.query(`update catalog_stats set changed_at = $1`, [now]);
    await client.query(
      `insert into settings values ('demo', 'true'), ('demo_rows', $1) on conflict (name) do update set value = excluded.value`,
      [String(rows)],
    );
    return rows;
  });
}

/** Removes every demo row, its series and scores; rows of other sources stay. Answers how many went. */
export function clearDemo(postgres: Postgres, now: Date): Promise<number> {
  return inTransaction(postgres.jobPool, async (client) => {
    let gone = 0;
    for (const entity of entityTypes) {
      const { text, metrics, series, scores } = tablesOf(variantOf[entity]);
      for (const table of [scores, series, metrics]) {
        await client.query(`delete from ${table} where _id in (select _id from ${text} where source = $1)`, [DEMO_SOURCE]);
      }
      gone += (await client.query(`delete from ${text} where source = $1`, [DEMO_SOURCE])).rowCount ?? 0;
    }
    await client.query(`update catalog_stats set changed_at = $1`, [now]);
    await client.query(`insert into settings values ('demo', 'false') on conflict (name) do update set value = 'false'`);
    return gone;
  });
}
