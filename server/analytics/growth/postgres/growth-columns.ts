import type { ClientBase } from 'pg';
import { type Column, columns } from '#domain/catalog/columns';
import { countsOf, DEFAULT_LIST_PERIOD, type Metric, scoreColumnOf } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { checkColumns, type CompetitionByKey, factRowsSql, RowChecker } from '#server/analytics/growth/postgres/checked-rows';
import { stagingTableOf, type StreamingClients } from '#server/analytics/growth/postgres/score-staging';
import { copyIn, copyOut } from '#server/database/copy/binary-copy';
import type { Rows } from '#server/database/copy/row-writer';
import { nextTableName } from '#server/database/table-swap';

const BATCH_ROWS = 5_000;

function scoreExpression(entity: EntityType, name: string, { growthOf, isScore, readOf }: Column): string | null {
  if (growthOf) return `s.growth[${scoreColumnOf(entity, growthOf, DEFAULT_LIST_PERIOD) + 1}]`;
  if (readOf) return `s.read_on[${(countsOf[entity] as readonly Metric[]).indexOf(readOf) + 1}]`;
  return isScore ? `s.${name}` : null;
}

/** The columns of an entity's metrics table that come from its scores `s`, each with its expression. */
export const growthColumnsSql = (entity: EntityType): ReadonlyMap<string, string> =>
  new Map(
    Object.entries<Column>(columns[entity]).flatMap(([name, column]) => {
      const expression = scoreExpression(entity, name, column);
      return expression === null ? [] : [[name, expression]];
    }),
  );

/** The competition of the counted keywords, which the checks of pins look at. */
export async function readCompetitions(client: ClientBase, entity: EntityType): Promise<CompetitionByKey> {
  if (entity !== 'pin') return new Map();
  const { rows } = await client.query<{ key: string; competition: number }>(
    'select _id "key", competition from keywords where competition is not null',
  );
  return new Map(rows.map(({ key, competition }) => [key, competition]));
}

/** The rows of a query of facts with their checks. */
export async function* checkedRows(client: ClientBase, query: string, checker: RowChecker): AsyncGenerator<Rows> {
  for await (const batch of copyOut(client, query, BATCH_ROWS)) yield checker.check(batch);
}

/** Fills the next metrics table: the current rows, with growth columns from the staged scores, and their checks as of a day. */
export async function fillNextMetrics({ reader, writer }: StreamingClients, entity: EntityType, day: Day): Promise<void> {
  const growth = growthColumnsSql(entity);
  const metrics = `${entity}_metrics`;
  const { rows } = await reader.query<{ column: string }>(
    `select attname::text "column" from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attname <> all($2) order by attnum`,
    [metrics, checkColumns[entity]],
  );
  const tableColumns = rows.map(({ column }) => column);
  const expressions = tableColumns.map((column) => growth.get(column) ?? `m.${column}`);
  const query = factRowsSql(entity, expressions, stagingTableOf(entity), false);
  const checker = new RowChecker(entity, day, tableColumns.length, await readCompetitions(reader, entity));
  await copyIn(writer, nextTableName(metrics), [...tableColumns, ...checkColumns[entity]], checkedRows(reader, query, checker), true);
}
