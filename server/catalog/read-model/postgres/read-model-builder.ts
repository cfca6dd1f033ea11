import type { ClientBase } from 'pg';
import { growthOrders, MIN_RECENT_ROWS, recentDayKey } from '#domain/catalog/website/screen-orders';
import { lastReadingColumn } from '#domain/catalog/filters/applied-filters';
import type { Variant } from '#domain/catalog/variants';
import { type ReadModelSource, type OrderedRows, loadReadModelSource } from '#server/catalog/read-model/postgres/read-model-source';
import { structureOf, postingOrder } from '#server/catalog/read-model/structure';
import { arrayRows, facetRows, orderRows, postingListRows, termRows } from '#server/catalog/read-model/postgres/table-rows';
import { knownCountKey } from '#server/catalog/postgres/lists/list-order';
import { recordNextStats } from '#server/database/catalog-stats';
import { tablesOf } from '#server/database/catalog-tables';
import { copyIn } from '#server/database/copy/binary-copy';
import { buildNextTables, nextTableName } from '#server/database/table-swap';

/** The next generation of a list, to be built from the current or the next metrics and scores. */
export interface ReadModelRequest {
  readonly variant: Variant;
  readonly from: 'current' | 'next';
  /** Shorter lists get no read model. */
  readonly minRows: number;
}

/**
 * By key, the day on or after which enough rows with known growth were read for a list by growth to have only these by default: among group boards, which
 * the list of boards has by default where there are any.
 */
async function readRecentDays(client: ClientBase, { variant, from }: ReadModelRequest): Promise<Readonly<Record<string, number>>> {
  const { metrics } = tablesOf(variant);
  const table = from === 'next' ? nextTableName(metrics) : metrics;
  const isGroup = 'collaborator_count > 0';
  const rows =
    variant === 'boards' ? `(select * from ${table} where ${isGroup} or not exists (select 1 from ${table} where ${isGroup}))` : table;
  const days = growthOrders(variant).map((order) => {
    const column = lastReadingColumn(variant, order);
    return `coalesce((select ${column} from ${rows} m where ${column} is not null and ${order} is not null
      order by ${column} desc limit 1 offset ${MIN_RECENT_ROWS - 1}), 0) "${recentDayKey(order)}"`;
  });
  const { rows: found } = await client.query<Record<string, number>>(`select ${days.join(', ')}`);
  return found[0] ?? {};
}

async function buildOrders(
  client: ClientBase,
  request: ReadModelRequest,
  source: ReadModelSource,
  orders: readonly OrderedRows[],
): Promise<void> {
  const { variant } = request;
  const { order: table, arrays } = tablesOf(variant);
  await buildNextTables(client, [table, arrays], async () => {
    // These tables are read by key. Statistics of the usual 30,000 rows would read most of their pages, which are wide.
    await client.query('set local default_statistics_target = 10');
    if (orders.length > 0) {
      await copyIn(client, nextTableName(table), ['order_key', 'block', 'ids'], orderRows(source, orders), true);
      await copyIn(client, nextTableName(arrays), ['name', 'block', 'numbers'], arrayRows(source, orders), true);
    }
    await recordNextStats(client, variant, {
      total: source.rowCount,
      knownCounts: {
        ...Object.fromEntries(source.orders.map(({ order, knownCount }) => [knownCountKey(order), knownCount])),
        ...(await readRecentDays(client, request)),
      },
      structure: orders.length > 0 ? structureOf[variant] : null,
    });
  });
}

async function buildInvertedIndex(
  client: ClientBase,
  variant: Variant,
  source: ReadModelSource,
  orders: readonly OrderedRows[],
): Promise<void> {
  const { words: termTable, postings: postingTable, facets } = tablesOf(variant);
  await buildNextTables(client, [termTable, postingTable, facets], async () => {
    await copyIn(client, nextTableName(termTable), ['term', 'total'], termRows(source), true);
    const { orderKey } = postingOrder(variant);
    const postingRows = orders.find(({ order }) => order.orderKey === orderKey)?.rows;
    if (!postingRows) return;
    await copyIn(client, nextTableName(facets), ['facet', 'value', 'numbers'], facetRows(source), true);
    const columns = ['term', 'total', 'ranks', 'occurrences'];
    await copyIn(client, nextTableName(postingTable), columns, postingListRows(source, postingRows), true);
  });
}

/**
 * Builds the next orders, terms, and posting lists of a list, and records its totals in catalog_stats_next. On two connections, Postgres
 * writes one table while the rows of another are computed.
 */
export async function buildReadModel(orderConnection: ClientBase, indexConnection: ClientBase, request: ReadModelRequest): Promise<void> {
  const { variant, from, minRows } = request;
  const source = await loadReadModelSource(orderConnection, variant, from);
  const orders = source.rowCount > 0 && source.rowCount >= minRows ? source.orders : [];
  const built = buildOrders(orderConnection, request, source, orders);
  if (indexConnection === orderConnection) await built;
  const results = await Promise.allSettled([built, buildInvertedIndex(indexConnection, variant, source, orders)]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
