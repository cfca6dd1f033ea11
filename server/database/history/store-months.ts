import type { ClientBase } from 'pg';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { historyTablesOf } from '#server/database/catalog-tables';

/** The bytes of a sealed month of the history with a key. */
export interface SealedMonth {
  readonly key: number;
  readonly firstDay: Day;
  readonly sealed: Uint8Array;
}

/** Stores sealed months in place of those that are there. Their bytes are sent as one value: in an array they would be sent as text. */
export async function storeMonths(client: ClientBase, entity: EntityType, months: readonly SealedMonth[]): Promise<void> {
  if (months.length === 0) return;
  let end = 0;
  const starts = months.map(({ sealed }) => {
    end += sealed.length;
    return end - sealed.length + 1;
  });
  await client.query(
    `insert into ${historyTablesOf(entity).months} (key, first_day, sealed)
     select key, first_day, substring($5::bytea from start for length)
     from unnest($1::int[], $2::int[], $3::int[], $4::int[]) m(key, first_day, start, length)
     on conflict (key, first_day) do update set sealed = excluded.sealed`,
    [
      months.map(({ key }) => key),
      months.map(({ firstDay }) => firstDay),
      starts,
      months.map(({ sealed }) => sealed.length),
      Buffer.concat(months.map(({ sealed }) => sealed)),
    ],
  );
}
