import { type Column, columns } from '#domain/catalog/columns';
import { DEFAULT_LIST_PERIOD, scoreColumnOf } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { stagingTableOf } from '#server/analytics/growth/postgres/score-staging';
import type { StreamingClients } from '#server/analytics/growth/postgres/streaming-clients';
import { copyBetween } from '#server/database/copy/binary-copy';
import { nextTableName } from '#server/database/table-swap';

/** The columns of an entity's metrics table that come from its scores `s`, each with its expression. */
export const growthColumnsSql = (entity: EntityType): ReadonlyMap<string, string> =>
  new Map(
    Object.entries<Column>(columns[entity]).flatMap(([name, { growthOf, isScore }]) =>
      growthOf ? [[name, `s.growth[${scoreColumnOf(entity, growthOf, DEFAULT_LIST_PERIOD) + 1}]`]] : isScore ? [[name, `s.${name}`]] : [],
    ),
  );

/** Fills the next metrics table: the current rows, with growth columns from the staged scores. */
export async function fillNextMetrics({ reader, writer }: StreamingClients, entity: EntityType): Promise<void> {
  const growth = growthColumnsSql(entity);
  const metrics = `${entity}_metrics`;
  const { rows } = await reader.query<{ column: string }>(
    `select attname::text "column" from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [metrics],
  );
  const tableColumns = rows.map(({ column }) => column);
  const query = `select ${tableColumns.map((column) => growth.get(column) ?? `m.${column}`).join(', ')}
    from ${metrics} m left join ${stagingTableOf(entity)} s on s._id = m._id order by m._id`;
  await copyBetween(reader, query, writer, nextTableName(metrics), tableColumns);
}
