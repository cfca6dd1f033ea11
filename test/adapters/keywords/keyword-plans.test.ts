import { keywordOrderNames } from '#domain/keywords/keyword-orders';
import {
  keywordPageStatement,
  keywordsByKeyStatement,
  keywordStatement,
  selectedKeysStatement,
} from '#server/keywords/postgres/keyword-sql';
import { useTestDatabase } from '../../support/database/test-database';

const KEYWORD_COUNT = 50_000;

describe('the plans of keyword queries', () => {
  const database = useTestDatabase();

  beforeAll(async () => {
    const ranks = keywordOrderNames.map((order) => `by_${order}`);
    await database.pool.query(
      `insert into keywords (_id, name, folded, pins, boards, known_pins, saves, confidence, measured_pins, pins_by_month, top_saves, top_ages,
         top_owners, related_common, ${ranks.join(', ')})
       select md5(i::text), md5(i::text), md5(i::text), 5, 0, 0, 0, 0, 0, '{}', '{}', '{}', '{}', '{}', ${ranks.map(() => 'i').join(', ')}
       from generate_series(1, ${KEYWORD_COUNT}) i`,
    );
    await database.pool.query(
      `insert into keyword_ranks (_id, words, script, pins, competition, peak, ${ranks.join(', ')})
       select _id, array_to_tsvector(array[name, md5(name)]), 'latin', pins, by_pins % 100, by_pins % 12, ${ranks.join(', ')} from keywords`,
    );
    await database.pool.query('vacuum analyze keywords, keyword_ranks');
  });

  async function explain({ text, values }: { readonly text: string; readonly values: unknown[] }): Promise<string> {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': object[] }>({ text: `explain (format json) ${text}`, values });
    return JSON.stringify(rows[0]?.['QUERY PLAN']);
  }

  it.each(keywordOrderNames)('a page by %s is a range of its index, however far', async (order) => {
    for (const offset of [0, KEYWORD_COUNT - 100]) {
      const plan = await explain(keywordPageStatement(order, offset, 100));
      expect(plan).toContain(`"keywords_by_${order}"`);
      expect(plan).not.toMatch(/Seq Scan|"Sort"/);
    }
  });

  it.each([[['abc']], [['abc', 'de']]])('the words %j and their count use the index of words, in any order', async (words) => {
    for (const order of keywordOrderNames) {
      const plan = await explain(selectedKeysStatement({ words, filters: {}, order }, 0, 10));
      expect(plan).toContain('"keyword_ranks_words"');
      expect(plan).not.toContain('Seq Scan');
    }
  });

  it('a filter reads the narrow table only, and the words first', async () => {
    const filters = { competition: ['open'], pins: { min: 10, max: null }, season: true, peak_month: ['3'], script: ['latin'] } as const;
    expect(await explain(selectedKeysStatement({ words: null, filters, order: 'pins' }, 0, 10))).not.toContain('"keywords"');
    expect(await explain(selectedKeysStatement({ words: ['abc'], filters, order: 'pins' }, 0, 10))).toContain('"keyword_ranks_words"');
  });

  it('keywords are found by their keys', async () => {
    for (const statement of [keywordStatement('a'), keywordsByKeyStatement(['a', 'b', 'c'])]) {
      const plan = await explain(statement);
      expect(plan).toContain('"keywords_pkey"');
      expect(plan).not.toContain('Seq Scan');
    }
  });
});
