import type { ClientBase } from 'pg';
import type { Variant } from '#domain/catalog/variants';
import { type ListSource, placesOfOrders, readListSource } from '#server/catalog/list-source';
import { rowOrder } from '#server/catalog/row-order';
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
const ELEMENTS = 24_000_000;
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

/** Makes the next orders; answers how many rows have a value in each, and the rows in those orders that words are posted in. */
async function makeOrders(client: ClientBase, variant: Variant, source: ListSource, ordered: boolean) {
  const table = tablesOf(variant).order;
  const known: Record<string, number> = {};
  const posted: { readonly column: string; readonly rows: Int32Array }[] = [];
  await makeNext(client, table, async () => {
    for (const { order, place } of placesOfOrders(variant)) {
      const { rows, known: count } = rowOrder(source.values[place]!);
      known[knownName(order)] = count;
      if (!ordered) continue;
      await copyIn(client, nextOf(table), ['order_key', 'block', 'ids'], blockRows(source, order.key, rows), true);
      if (order.posting !== null) posted.push({ column: order.posting, rows });
    }
  });
  return { known, posted };
}

/** Makes the next words, orders and postings of a variant, with its totals in catalog_stats_next. */
export async function prepareLists(client: ClientBase, { variant, from, orderedFrom }: ListsWanted): Promise<void> {
  const { words, postings, metrics, scores } = tablesOf(variant);
  const source = await readListSource(
    client,
    variant,
    from === 'next' ? { metrics: nextOf(metrics), scores: nextOf(scores) } : { metrics, scores },
  );
  const ordered = source.rows > 0 && source.rows >= orderedFrom;
  await makeNext(client, words, () => copyIn(client, nextOf(words), ['term', 'total'], wordRows(source), true));
  const { known, posted } = await makeOrders(client, variant, source, ordered);
  await makeNext(client, postings, async () => {
    const columns = ['term', 'total', ...posted.map(({ column }) => column)];
    const orders = posted.map(({ rows }) => rows);
    if (ordered) await copyIn(client, nextOf(postings), columns, postingRows(source, orders), true);
  });
  await client.query(`create table if not exists catalog_stats_next (like catalog_stats including all)`);
  await client.query(`delete from catalog_stats_next where variant = $1`, [variant]);
  await client.query(
    `insert into catalog_stats_next (variant, total, known, ordered_at, generation) values ($1, $2, $3, now(), case when $4 then 1 end)`,
    [variant, source.rows, known, ordered],
  );
}
