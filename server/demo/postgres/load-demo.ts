import type { PoolClient } from 'pg';
import { countsOf } from '#domain/catalog/metrics';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { dayOf } from '#domain/days';
import { tablesOf } from '#server/database/catalog-tables';
import { type Cell, copyRows } from '#server/database/copy/text-copy';
import type { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { demoEntities, type DemoEntity, newestCounts } from '#server/demo/demo-catalog';

/** The source of every demo row, by which it is recognised and removed. */
export const DEMO_SOURCE = 'demo';

const sharedColumns = ['_id', 'name', 'description', 'url', 'topics', 'searchable', 'last_crawled_at', 'imported_at', 'source', 'terms'];
const ownColumns = {
  board: ['pinner_id', 'pinner_username'],
  pinner: ['username', 'website_url', 'domain_url'],
  pin: ['pinner_id', 'pinner_username', 'link', 'domain', 'queries'],
} as const satisfies Record<EntityType, readonly string[]>;

/** A dot is in no real user name, so these addresses belong to nobody. */
const pageUrl = (entity: EntityType, item: DemoEntity): string => {
  if (entity === 'pin') return `https://www.pinterest.com/pin/${item._id}/`;
  return `https://www.pinterest.com/demo.${item.owner.username}/${entity === 'board' ? `${item.number}/` : ''}`;
};

function ownCells(entity: EntityType, item: DemoEntity): Cell[] {
  const { _id, username } = item.owner;
  if (entity === 'board') return [_id, username];
  if (entity === 'pinner')
    return [username, `https://${username.replaceAll('_', '-')}.example/`, `${username.replaceAll('_', '-')}.example`];
  return [
    _id,
    username,
    `https://${username.replaceAll('_', '-')}.example/${item.number}`,
    `${username.replaceAll('_', '-')}.example`,
    [item.topic.name.toLowerCase()],
  ];
}

function textCells(entity: EntityType, item: DemoEntity, now: Date): Cell[] {
  const lastCrawlMinute = item.history?.at.at(-1);
  const crawledAt = lastCrawlMinute === undefined ? null : new Date(lastCrawlMinute * 60_000);
  const name = item.history || entity === 'pinner' ? item.name : null;
  const topicNames = item.history ? [item.topic.name] : [];
  return [
    item._id,
    name,
    item.description,
    pageUrl(entity, item),
    topicNames,
    !item.isRemoved,
    crawledAt,
    now,
    DEMO_SOURCE,
    item.terms,
    ...ownCells(entity, item),
  ];
}

function metricCells(entity: EntityType, item: DemoEntity): Cell[] {
  const createdAt = item.history ? item.createdAt : null;
  const lastCrawlMinute = item.history?.at.at(-1);
  const modifiedAt = lastCrawlMinute === undefined ? null : new Date((lastCrawlMinute - (item.number % 60) * 1440) * 60_000);
  return [item._id, ...newestCounts(entity, item.history), createdAt, ...(entity === 'board' ? [modifiedAt] : [])];
}

function* mapRows<T>(items: Iterable<T>, toRow: (item: T) => readonly Cell[] | null): Generator<readonly Cell[]> {
  for (const item of items) {
    const row = toRow(item);
    if (row) yield row;
  }
}

async function loadEntities(client: PoolClient, entity: EntityType, now: Date): Promise<number> {
  const { text, metrics, series } = tablesOf(variantOf[entity]);
  const items = [...demoEntities(entity, dayOf(now))];
  await copyRows(
    client,
    text,
    [...sharedColumns, ...ownColumns[entity]],
    mapRows(items, (item) => textCells(entity, item, now)),
  );
  const columns = ['_id', ...countsOf[entity], 'created_at', ...(entity === 'board' ? ['board_order_modified_at'] : [])];
  await copyRows(
    client,
    metrics,
    columns,
    mapRows(items, (item) => metricCells(entity, item)),
  );
  const rows = mapRows(items, (item) => item.history && [item._id, item.history.at, ...item.history.counts]);
  await copyRows(client, series, ['_id', 'at', ...countsOf[entity]], rows);
  await client.query(`analyze ${text}; analyze ${metrics}; analyze ${series}`);
  return items.length;
}

/** Fills an empty catalogue with the demo in one transaction; answers its rows. Scores and lists are the caller's next step. */
export function loadDemo(postgres: Postgres, now: Date): Promise<number> {
  return inTransaction(postgres.jobPool, async (client) => {
    let rows = 0;
    for (const entity of entityTypes) rows += await loadEntities(client, entity, now);
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
    let removed = 0;
    for (const entity of entityTypes) {
      const { text, metrics, series, scores } = tablesOf(variantOf[entity]);
      for (const table of [scores, series, metrics]) {
        await client.query(`delete from ${table} where _id in (select _id from ${text} where source = $1)`, [DEMO_SOURCE]);
      }
      removed += (await client.query(`delete from ${text} where source = $1`, [DEMO_SOURCE])).rowCount ?? 0;
    }
    await client.query(`update catalog_stats set changed_at = $1`, [now]);
    await client.query(`insert into settings values ('demo', 'false') on conflict (name) do update set value = 'false'`);
    return removed;
  });
}
