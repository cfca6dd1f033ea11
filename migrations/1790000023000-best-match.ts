import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type SearchedText, indexTexts } from '#domain/catalog/keywords/search-terms';

const entities = ['board', 'pinner', 'pin'];

/** The searched texts of a row, the first ones first. */
const textsSql: Readonly<Record<string, string>> = {
  board: `name, description, topics, '{}'::text[] queries, pinner_username "owner"`,
  pinner: `name, description, topics, '{}'::text[] queries, username "owner"`,
  pin: `name, description, topics, queries, pinner_username "owner"`,
};

const ROWS_PER_UPDATE = 5_000;

interface StoredRow {
  readonly _id: string;
  readonly terms: readonly string[];
  readonly name: string | null;
  readonly description: string | null;
  readonly topics: readonly string[];
  readonly queries: readonly string[];
  readonly owner: string | null;
}

/** The occurrences of the stored terms of a row. */
function occurrencesOf({ terms, name, owner, topics, queries, description }: StoredRow): number[] {
  const texts: SearchedText[] = [
    { field: 'name', text: name },
    { field: 'owner', text: owner },
    ...[...topics, ...queries].map((text) => ({ field: 'topics', text }) as const),
    { field: 'description', text: description },
  ];
  const indexed = indexTexts(texts);
  return terms.map((term) => indexed.get(term) ?? 0);
}

/** Where the terms of each row occur, and the same in the read model, for the order by best match. */
export class BestMatch1790000023000 implements MigrationInterface {
  name = 'BestMatch1790000023000';

  async up(runner: QueryRunner): Promise<void> {
    for (const entity of entities) {
      await runner.query(`
        alter table ${entity}s add term_occurrences integer[] not null default '{}';
        -- 32-bit integers, little-endian, parallel to by_momentum; empty in generations that a previous version of the server builds
        alter table ${entity}_postings add occurrences bytea not null default '';
        alter table ${entity}_postings alter occurrences set storage external;
      `);
      await this.#fill(runner, entity);
    }
    await runner.query('update catalog_stats set behind = true where generation is not null');
  }

  /** Fills the occurrences of stored rows, in batches by id. */
  async #fill(runner: QueryRunner, entity: string): Promise<void> {
    for (let after = ''; ;) {
      const rows = (await runner.query(
        `select _id, terms, ${textsSql[entity]} from ${entity}s where _id > $1 order by _id limit ${ROWS_PER_UPDATE}`,
        [after],
      )) as readonly StoredRow[];
      const last = rows.at(-1);
      if (!last) return;
      await runner.query(
        `update ${entity}s t set term_occurrences = u.occurrences::integer[] from unnest($1::text[], $2::text[]) u(_id, occurrences) where t._id = u._id`,
        [rows.map(({ _id }) => _id), rows.map((row) => `{${occurrencesOf(row).join(',')}}`)],
      );
      after = last._id;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const entity of entities)
      await runner.query(`alter table ${entity}s drop term_occurrences; alter table ${entity}_postings drop occurrences`);
  }
}
