import type { ClientBase } from 'pg';
import { type Column, columns } from '#domain/catalog/columns';
import type { FlagFilter, SetFilter } from '#domain/catalog/filters/filter-kinds';
import { scriptNames } from '#domain/catalog/filters/scripts';
import { entityOf, type EntityType } from '#domain/catalog/variants';
import { flagSql, scriptTextSql } from '#server/catalog/postgres/lists/filter-sql';
import { facetsOf, FLAG_TEXT, SCRIPT_FACET, scriptOfBytes } from '#server/catalog/read-model/filter-columns';
import { FIELD_LENGTH_BYTES, InvertedIndex } from '#server/catalog/read-model/inverted-index';
import { type ListSource, sourceTable } from '#server/catalog/read-model/postgres/list-numbers';
import { tablesOf } from '#server/database/catalog-tables';
import { copyOut } from '#server/database/copy/binary-copy';

/** The terms and facets of a list, by rows in order of `_id`. */
export interface ListTexts {
  readonly index: InvertedIndex;
  /** The rows by the texts of each facet. */
  readonly facets: ReadonlyMap<string, InvertedIndex>;
}

/** The texts of a facet, as an array. */
function facetTextsSql(entity: EntityType, facet: string, filter: SetFilter | FlagFilter): string {
  const textIf = (condition: string, text: string) => `case when ${condition} then array[${text}] end`;
  if (filter.kind === 'flag') return textIf(flagSql(filter), `'${FLAG_TEXT}'`);
  const table: Readonly<Record<string, Column>> = columns[entity];
  return table[facet]?.kind === 'texts' ? `t.${facet}` : textIf(`t.${facet} is not null`, `t.${facet}`);
}

const scriptFields = scriptNames.map((script) => Buffer.concat([Buffer.alloc(FIELD_LENGTH_BYTES), Buffer.from(script)]));
for (const field of scriptFields) field.writeInt32BE(field.length - FIELD_LENGTH_BYTES);

/** Loads the terms and facets of a list in one query, in order of `_id`. */
export async function loadTexts(client: ClientBase, source: ListSource): Promise<ListTexts> {
  const { variant } = source;
  const [index, scripts] = [new InvertedIndex(), new InvertedIndex()];
  const { [SCRIPT_FACET]: _scripts, ...filters } = Object.fromEntries(facetsOf(variant));
  const facets = new Map(Object.keys(filters).map((facet) => [facet, new InvertedIndex(true)]));
  const facetsSql = Object.entries(filters).map(([facet, filter]) => `, ${facetTextsSql(entityOf[variant], facet, filter)}`);
  const query = `select ${scriptTextSql(variant)}${facetsSql.join('')}, t.terms, t.term_occurrences
    from ${sourceTable(source, 'metrics')} m join ${tablesOf(variant).text} t on t._id = m._id order by m._id`;
  let rowCount = 0;
  for await (const reader of copyOut(client, query))
    for (; reader.nextRow(); rowCount++) {
      scripts.addTermOfRow(scriptFields[scriptOfBytes(reader.readFields(1).subarray(FIELD_LENGTH_BYTES))] ?? null);
      for (const facet of facets.values()) facet.addRow(reader);
      index.addRow(reader);
      index.addOccurrences(reader);
    }
  if (rowCount !== source.rowCount) throw new Error(`${variant}: ${source.rowCount} rows of metrics, but ${rowCount} of them have a text`);
  return { index, facets: facets.set(SCRIPT_FACET, scripts) };
}
