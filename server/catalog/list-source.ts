import type { ClientBase } from 'pg';
import { entityOf, type Variant } from '#domain/catalog/variants';
import { slotsOf } from '#domain/analytics/scores';
import { type RowOrder, rowOrder } from '#server/catalog/row-order';
import { columnsOf, type ListOrder, momentumOrders, postedOrders } from '#server/catalog/tables';
import { WordIndex } from '#server/catalog/word-index';
import { copiedOut } from '#server/database/binary-copy';
import { Fields, RowReader } from '#server/database/copy-format';

/** What lists are made from: the metrics and scores that are shown, or the next ones. */
export interface Sources {
  readonly metrics: string;
  readonly scores: string;
}

/** The rows of a list in one of its orders. */
export interface Ordered extends RowOrder {
  readonly order: ListOrder;
}

/** The rows of a list, numbered in order of `_id`. */
export interface ListSource {
  readonly rows: number;
  readonly ids: Fields;
  readonly words: WordIndex;
  /** Every order of the list. */
  readonly orders: readonly Ordered[];
}

const BATCH = 5_000;

const timeColumns = new Set(['created_at', 'board_order_modified_at']);
const valueOf = (column: string): string => (timeColumns.has(column) ? `date_part('epoch', m.${column})` : `m.${column}::float8`);

/** Reads everything that the lists of a variant are made of, once. */
export async function readListSource(client: ClientBase, variant: Variant, { metrics, scores }: Sources): Promise<ListSource> {
  const columns = columnsOf(variant);
  const slots = slotsOf(entityOf[variant]);
  const { rows: counted } = await client.query<{ total: number }>(`select count(*)::int total from ${metrics}`);
  const total = counted[0]?.total ?? 0;
  const values = Array.from({ length: columns.length + slots }, () => new Float64Array(total).fill(NaN));
  const [ids, words] = [new Fields(), new WordIndex()];
  const query = `select m._id, array[${columns.map(valueOf).join(', ')}], s.raw, t.terms
    from ${metrics} m join ${variant} t on t._id = m._id left join ${scores} s on s._id = m._id order by m._id`;
  let scratch = new Float64Array(columns.length + slots);
  let row = 0;
  for await (const batch of copiedOut(client, query, BATCH)) {
    const reader = new RowReader(batch.bytes);
    for (; !reader.isAtEnd; row++) {
      reader.row();
      ids.add(reader.raw());
      for (const first of [0, columns.length]) {
        const { values: found, length } = reader.array(scratch);
        scratch = found;
        for (let place = 0; place < length; place++) values[first + place]![row] = found[place]!;
      }
      words.addRow(reader);
    }
  }
  if (row !== total) throw new Error(`${variant}: ${total} rows of metrics, but ${row} of them have a text`);
  const orders = placesOfOrders(variant).map(({ order, place }) => {
    const ordered = { order, ...rowOrder(values[place]!) };
    // Twenty such columns are a sixth of a gigabyte in a million rows.
    values[place] = none;
    return ordered;
  });
  return { rows: row, ids, words, orders };
}

const none = new Float64Array(0);

/** Where the values of each order stand: those of `columnsOf`, then the slots of momentum. */
const placesOfOrders = (variant: Variant) => {
  const columns = columnsOf(variant).length;
  const posted = postedOrders(variant);
  const all = [...posted, ...momentumOrders(variant).filter((order) => order.posting === null)];
  return all.map((order) => ({ order, place: order.slot === null ? order.key - 1 : columns + order.slot }));
};
