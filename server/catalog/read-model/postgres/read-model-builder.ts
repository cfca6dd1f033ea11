import type { ClientBase } from 'pg';
import { growthOrders, MIN_RECENT_ROWS, recentDayKey } from '#domain/catalog/website/screen-orders';
import { lastReadingColumn } from '#domain/catalog/filters/applied-filters';
import { type ListNumbers, type ListSource, loadNumbers, sourceTable } from '#server/catalog/read-model/postgres/list-numbers';
import { loadTexts } from '#server/catalog/read-model/postgres/list-texts';
import { structureOf } from '#server/catalog/read-model/structure';
import { arrayRows, facetRows, orderRows, postingListRows, termRows } from '#server/catalog/read-model/postgres/table-rows';
import { knownCountKey } from '#server/catalog/postgres/lists/list-order';
import { recordNextStats } from '#server/database/catalog-stats';
import { tablesOf, textIndexTablesOf } from '#server/database/catalog-tables';
import { copyIn } from '#server/database/copy/binary-copy';
import { buildNextTables, nextTableName } from '#server/database/table-swap';

/** The next generation of a list. */
export interface ReadModelRequest extends Pick<ListSource, 'variant' | 'from'> {
  /** Shorter lists get no read model. */
  readonly minRows: number;
}

/**
 * By key, the day on or after which enough rows with known growth were read for a list by growth to have only these by default: among group boards, which
 * the list of boards has by default where there are any.
 */
async function readRecentDays(client: ClientBase, source: ListSource): Promise<Readonly<Record<string, number>>> {
  const { variant } = source;
  const table = sourceTable(source, 'metrics');
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

/** Of tables that are read by key. The usual statistics would read most of their pages, which are wide. */
const KEYED_STATISTICS_TARGET = 10;

/** What a generation of a list is built from. */
interface Plan extends ListSource {
  /** Whether the list is long enough for a read model; of a shorter one, only the words are looked up in it. */
  readonly isOrdered: boolean;
  /** Whether no text has changed since the current generation, whose words, posting lists, and facets then stay. */
  readonly keepsTexts: boolean;
}

async function planBuild(client: ClientBase, { variant, from, minRows }: ReadModelRequest): Promise<Plan> {
  const { rows } = await client.query<{ row_count: number; has_texts: boolean }>(
    `select m.row_count, exists (select 1 from catalog_stats where variant = $1 and generation is not null and structure = $2
       and text_rows = m.row_count) has_texts
     from (select count(*)::int row_count from ${sourceTable({ variant, from }, 'metrics')}) m`,
    [variant, structureOf[variant]],
  );
  const { row_count: rowCount, has_texts: hasTexts } = rows[0]!;
  const isOrdered = rowCount > 0 && rowCount >= minRows;
  return { variant, from, rowCount, isOrdered, keepsTexts: isOrdered && hasTexts };
}

async function buildOrders(client: ClientBase, plan: Plan): Promise<void> {
  const { variant, isOrdered, keepsTexts, rowCount } = plan;
  const { order: table, arrays } = tablesOf(variant);
  const numbers = await loadNumbers(client, plan);
  const fill = async () => {
    if (isOrdered) {
      await copyIn(client, nextTableName(table), ['order_key', 'block', 'ids'], orderRows(numbers), true);
      await copyIn(client, nextTableName(arrays), ['name', 'block', 'numbers'], arrayRows(numbers), true);
    }
    await recordNextStats(client, variant, {
      total: rowCount,
      knownCounts: { ...knownCountsOf(numbers), ...(await readRecentDays(client, plan)) },
      structure: isOrdered ? structureOf[variant] : null,
      keepsTexts,
    });
  };
  await buildNextTables(client, [table, arrays], fill, KEYED_STATISTICS_TARGET);
}

const knownCountsOf = ({ orders }: ListNumbers): Readonly<Record<string, number>> =>
  Object.fromEntries(orders.map(({ order, knownCount }) => [knownCountKey(order), knownCount]));

async function buildTextIndex(client: ClientBase, plan: Plan): Promise<void> {
  const tables = textIndexTablesOf(plan.variant);
  if (plan.keepsTexts) {
    // What an interrupted build has left is of other texts.
    await client.query(`drop table if exists ${tables.map(nextTableName).join(', ')}`);
    return;
  }
  const { words, postings, facets } = tablesOf(plan.variant);
  const texts = await loadTexts(client, plan);
  await buildNextTables(client, tables, async () => {
    await copyIn(client, nextTableName(words), ['term', 'total'], termRows(texts), true);
    if (!plan.isOrdered) return;
    await copyIn(client, nextTableName(facets), ['facet', 'value', 'numbers'], facetRows(texts), true);
    await copyIn(client, nextTableName(postings), ['term', 'total', 'rows', 'occurrences'], postingListRows(texts), true);
  });
}

/**
 * Builds the next orders, terms, and posting lists of a list, and records its totals in catalog_stats_next. On two connections, Postgres
 * writes one table while the rows of another are computed.
 */
export async function buildReadModel(orderConnection: ClientBase, indexConnection: ClientBase, request: ReadModelRequest): Promise<void> {
  const plan = await planBuild(orderConnection, request);
  const built = buildOrders(orderConnection, plan);
  if (indexConnection === orderConnection) await built;
  const results = await Promise.allSettled([built, buildTextIndex(indexConnection, plan)]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
