import type { ClientBase } from 'pg';
import type { Variant } from '#domain/catalog/variants';
import { type ListSource, type Ordered, readListSource } from '#server/catalog/list-source';
import { BLOCK, knownName, tablesOf } from '#server/catalog/tables';
import { copyIn } from '#server/database/binary-copy';
import { INT2, INT4, type Rows, RowWriter } from '#server/database/copy-format';
import { makeNext, nextOf } from '#server/database/swap';

/** What is wanted: the next lists of a variant, made from what is shown or from what is not shown yet. */
export interface ListsWanted {
  readonly variant: Variant;
  readonly from: 'present' | 'next';
  /** Lists of fewer rows need no read model. */
  readonly orderedFrom: number;
}

/** Postings are made in slices of about so many numbers, which bounds the memory. */
const ELEMENTS = 45_000_000;
const CHUNK = 256 * 1024;

function* wordRows({ words }: ListSource): Generator<Rows> {
  const writer = new RowWriter();
  for (let word = 0; word < words.words.count; word++) {
    writer.row(2);
    writer.raw(words.words.at(word));
    writer.integer(INT4, words.totals[word]!);
    if (writer.length > CHUNK) yield writer.take();
  }
  yield writer.take();
}

function* blockRows({ ids }: ListSource, key: number, rows: Int32Array): Generator<Rows> {
  const writer = new RowWriter();
  for (let block = 0; block * BLOCK < rows.length; block++) {
    writer.row(3);
    writer.integer(INT2, key);
    writer.integer(INT4, block);
    writer.texts(ids, rows.subarray(block * BLOCK, (block + 1) * BLOCK));
    if (writer.length > CHUNK) yield writer.take();
  }
  yield writer.take();
}

function* postingRows({ words }: ListSource, orders: readonly Int32Array[]): Generator<Rows> {
  const writer = new RowWriter();
  const { count } = words.words;
  for (let from = 0, to = 0; from < count; from = to) {
    let pairs = 0;
    do pairs += words.totals[to++]!;
    while (to < count && (pairs + words.totals[to]!) * orders.length <= ELEMENTS);
    const ranks = orders.map((rows) => words.ranks(rows, from, to));
    let start = 0;
    for (let word = from; word < to; word++) {
      const total = words.totals[word]!;
      writer.row(2 + orders.length);
      writer.raw(words.words.at(word));
      writer.integer(INT4, total);
      for (const all of ranks) writer.integers(all.subarray(start, start + total));
      start += total;
      if (writer.length > CHUNK) yield writer.take();
    }
  }
  yield writer.take();
}

/** Two connections, so that Postgres fills one table while we make the rows of the other. */
export type Pair = readonly [one: ClientBase, other: ClientBase];

function* orderRows(source: ListSource, orders: readonly Ordered[]): Generator<Rows> {
  for (const { order, rows } of orders) yield* blockRows(source, order.key, rows);
}

async function makeOrders(client: ClientBase, variant: Variant, source: ListSource, orders: readonly Ordered[]): Promise<void> {
  const table = tablesOf(variant).order;
  await makeNext(client, [table], async () => {
    if (orders.length > 0) await copyIn(client, nextOf(table), ['order_key', 'block', 'ids'], orderRows(source, orders), true);
    await noteTotals(client, variant, source, orders.length > 0);
  });
}

async function makeWords(client: ClientBase, variant: Variant, source: ListSource, orders: readonly Ordered[]): Promise<void> {
  const { words, postings } = tablesOf(variant);
  const posted = orders.flatMap(({ order, rows }) => (order.posting === null ? [] : [{ column: order.posting, rows }]));
  await makeNext(client, [words, postings], async () => {
    await copyIn(client, nextOf(words), ['term', 'total'], wordRows(source), true);
    if (posted.length === 0) return;
    const columns = ['term', 'total', ...posted.map(({ column }) => column)];
    const rows = postingRows(
      source,
      posted.map((one) => one.rows),
    );
    await copyIn(client, nextOf(postings), columns, rows, true);
  });
}

async function noteTotals(client: ClientBase, variant: Variant, source: ListSource, isOrdered: boolean): Promise<void> {
  await client.query(`create table if not exists catalog_stats_next (like catalog_stats including all)`);
  await client.query(
    `insert into catalog_stats_next (variant, total, known, ordered_at, generation) values ($1, $2, $3, now(), case when $4 then 1 end)
     on conflict (variant) do update
     set total = excluded.total, known = excluded.known, ordered_at = excluded.ordered_at, generation = excluded.generation`,
    [variant, source.rows, Object.fromEntries(source.orders.map(({ order, known }) => [knownName(order), known])), isOrdered],
  );
}

/** Makes the next words, orders and postings of a variant, with its totals in catalog_stats_next. */
export async function prepareLists([one, other]: Pair, { variant, from, orderedFrom }: ListsWanted): Promise<void> {
  const { metrics, scores } = tablesOf(variant);
  const shown = { metrics, scores };
  const source = await readListSource(one, variant, from === 'next' ? { metrics: nextOf(metrics), scores: nextOf(scores) } : shown);
  const orders = source.rows > 0 && source.rows >= orderedFrom ? source.orders : [];
  const ends = await Promise.allSettled([makeOrders(one, variant, source, orders), makeWords(other, variant, source, orders)]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
