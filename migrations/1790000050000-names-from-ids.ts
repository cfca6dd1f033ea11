import type { MigrationInterface, QueryRunner } from 'typeorm';
import { termsOfRow } from '#domain/catalog/keywords/row-terms';

const ROWS_PER_UPDATE = 5_000;

/** What keywords are looked for in, of an influencer without a name and a user name. */
interface UnnamedInfluencer {
  readonly _id: string;
  readonly description: string | null;
  readonly topics: readonly string[];
}

/** Searches find influencers without a name and a user name by the title that their id gives them. */
export class NamesFromIds1790000050000 implements MigrationInterface {
  name = 'NamesFromIds1790000050000';

  async up(runner: QueryRunner): Promise<void> {
    let after = await updateTerms(runner, '');
    if (after === null) return;
    while (after !== null) after = await updateTerms(runner, after);
    await runner.query(`update catalog_stats set behind = true where variant = 'pinners' and generation is not null`);
  }

  async down(): Promise<void> {
    // The release before searches these terms like any others.
  }
}

/** Computes the terms of the next of these influencers; returns the id of the last one, or null if there was none. */
async function updateTerms(runner: QueryRunner, after: string): Promise<string | null> {
  const rows = (await runner.query(
    `select _id, description, topics from pinners
     where _id > $1 and coalesce(name, '') !~ '\\S' and coalesce(username, '') !~ '\\S' order by _id limit ${ROWS_PER_UPDATE}`,
    [after],
  )) as readonly UnnamedInfluencer[];
  const terms = rows.map((row) => termsOfRow('pinner', row._id, { ...row }));
  await runner.query(
    `update pinners p set terms = string_to_array(u.terms, ' '), term_occurrences = string_to_array(u.occurrences, ' ')::integer[]
     from unnest($1::text[], $2::text[], $3::text[]) u(_id, terms, occurrences) where p._id = u._id`,
    [rows.map(({ _id }) => _id), terms.map((one) => [...one.keys()].join(' ')), terms.map((one) => [...one.values()].join(' '))],
  );
  // Beginnings and typos are looked up among these; the next build of the read model counts how often each occurs.
  await runner.query(
    `insert into pinner_words (term, total) select term, count(*) from unnest($1::text[]) term group by term on conflict do nothing`,
    [terms.flatMap((one) => [...one.keys()])],
  );
  return rows.at(-1)?._id ?? null;
}
