import { dayOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { WriterScope } from '#domain/jobs/write-lock';
import { countedOrderNames } from '#domain/keywords/keyword-orders';
import {
  keywordPageStatement,
  keywordsByKeyStatement,
  keywordStatement,
  selectedKeysStatement,
} from '#server/keywords/postgres/keyword-sql';
import { PostgresKeywords } from '#server/keywords/postgres/keywords';
import { insertEntity } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

describe('the nightly count of keywords', () => {
  const TODAY = new Date('2026-11-22T00:00:00Z');
  const TODAY_DAY = dayOf(TODAY);

  const database = useTestDatabase('each');
  let store: PostgresKeywords;
  const scope = new WriterScope();

  beforeEach(async () => {
    store = new PostgresKeywords(database.postgres);
  });

  const readKeywords = async () =>
    (
      await database.pool.query<Record<string, unknown> & { name: string; related: string[]; related_common: number[]; _id: string }>(
        'select * from keywords order by by_pins',
      )
    ).rows;

  it('counts the texts, numbers, boards, and owners of pins, and ranks every order', async () => {
    const insert = (table: 'boards' | 'pins', _id: string, fields: object) => insertEntity(database.pool, table, { _id, ...fields });
    for (const [_id, follower_count] of Object.entries({ w1: 500, w2: null }))
      await insertEntity(database.pool, 'pinners', { _id, follower_count });
    await insert('boards', 'b1', { name: 'Plum ideas' });
    await insert('boards', 'b2', { name: null, topics: ['Plum', 'Fig'] });
    const texts = [
      { name: 'Plums' },
      { name: 'Plum' },
      { name: null, description: 'Plum' },
      { queries: ['plum'] },
      { topics: ['Plum'] },
      { topics: ['Plum'] },
    ];
    const firstAndLast = (...saves: number[]) => ({ at: [(TODAY_DAY - 90) * 1440, TODAY_DAY * 1440], saves });
    // The sums are 950 → 1,722 for fig and 2,282 → 3,054 for plum: with the prior of 50, growth by 1.1⁶ and 1.1³.
    const series = [firstAndLast(1_332, 1_332), firstAndLast(950, 1_722)];
    for (const [index, saves] of [7, 40, null, 10, 10, 0].entries())
      await insert('pins', `p${index}`, {
        saves,
        created_at: index < 4 ? new Date(TODAY.getTime() - index * 40 * DAY_MS) : null,
        board_id: [null, 'b1', 'b1', 'b2', 'b2', 'gone'][index],
        pinner_id: index < 2 ? 'w2' : 'w1',
        ...texts[index],
        ...(series[index] && { series: series[index] }),
        ...(index > 0 && { topics: ['Fig', ...(texts[index]!.topics ?? [])] }),
      });
    for (let pin = 0; pin < 9; pin++) await insert('pins', `q${pin}`, { topics: [pin < 5 ? 'Walnut' : 'Elsewhere'], saves: null });
    expect(await store.rebuild(scope, TODAY_DAY)).toEqual({ keywords: 3, pins: 15 });
    const keywords = await readKeywords();
    expect(keywords.map(({ _id, pins, boards }) => [_id, pins, boards])).toEqual([['plum', 6, 2], ['fig', 5, 1], ['walnut', 5, 0]]); // prettier-ignore
    expect(keywords[0]).toMatchObject({
      name: 'plum',
      known_pins: 5,
      saves: 67,
      median_saves: 10,
      competition: 26,
      fresh: 0.75,
      pins_by_month: [0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 0],
      top_pins: ['p1', 'p3', 'p4', 'p0', 'p5'],
      top_boards: ['b1', 'b2'],
      top_pinners: ['w2', 'w1'],
      related: ['fig'],
      related_common: [5],
    });
    // Plum and fig have as many saves per pin, and walnut's are unknown.
    const scores = keywords.map(({ _id, momentum, opportunity, by_momentum }) => [_id, momentum, opportunity, by_momentum]);
    expect(scores).toEqual([['plum', 50, 25, 2], ['fig', 75, 75, 1], ['walnut', null, null, 3]]); // prettier-ignore
    expect(keywords[2]).toMatchObject({ known_pins: 0, median_saves: null, fresh: null, top_pins: [], top_boards: [], related: [] });
    for (const order of ['opportunity desc', 'momentum desc', 'demand desc', 'pins desc', 'competition asc']) {
      const [name, direction] = order.split(' ');
      const column = name === 'demand' ? 'median_saves' : name;
      const { rows } = await database.pool.query<{ rank: number; place: number }>(
        `select by_${name} rank, row_number() over (order by ${column} ${direction} nulls last, pins desc, _id)::int place from keywords order by place`,
      );
      expect(rows.map(({ rank }) => rank)).toEqual(rows.map(({ place }) => place));
    }
  });

  it('says what the ten most saved pins are like, as far as known', async () => {
    await insertEntity(database.pool, 'pinners', { _id: 'large', follower_count: 90_000 });
    for (let number = 0; number < 5; number++) {
      await insertEntity(database.pool, 'pins', {
        name: 'Pumpkin soup',
        saves: number * 10,
        pinner_id: number === 4 ? 'large' : null,
        created_at: number === 3 ? new Date('2026-11-12T12:00:00Z') : null,
      });
    }
    await store.rebuild(scope, TODAY_DAY);
    const [keyword] = await readKeywords();
    expect(keyword).toMatchObject({
      top_saves: [40, 30, 20, 10, 0],
      top_ages: [null, 10, null, null, null],
      top_owners: [90_000, null, null, null, null],
    });
  });

  it('counts large catalogs in a worker thread with the same result', async () => {
    await database.pool.query(
      `insert into pins (_id, topics, imported_at, source) select 'p' || i, array[case when i % 1000 = 0 then 'Rare Plum' else 'Apple' end], now(), 'test'
       from generate_series(1, 5001) i`,
    );
    await database.pool.query(`insert into pin_metrics (_id, saves) select _id, 7 from pins`);
    expect(await store.rebuild(scope, TODAY_DAY)).toEqual({ keywords: 2, pins: 5001 });
    const rows = (await readKeywords()).map(({ name, pins, saves }) => [name, pins, saves]);
    expect(rows).toEqual([
      ['apple', 4996, 34_972],
      ['rare plum', 5, 35],
    ]);
  });

  it('replaces the keywords of the night before, and says when', async () => {
    const insertPins = async (name: string) => {
      for (let number = 0; number < 5; number++) await insertEntity(database.pool, 'pins', { name });
    };
    await insertPins('Plum');
    await store.rebuild(scope, TODAY_DAY);
    await database.pool.query('delete from pins');
    await insertPins('Fig');
    await store.rebuild(scope, TODAY_DAY + 1);
    expect((await readKeywords()).map(({ name }) => name)).toEqual(['fig']);
    const { rows } = await database.pool.query(
      "select day, keywords, pins, built_at > now() - interval '1 hour' recent from keyword_build",
    );
    expect(rows).toEqual([{ day: TODAY_DAY + 1, keywords: 1, pins: 5, recent: true }]);
  });

  it('publishes nothing when the lock is lost, and a catalog without pins has no keywords', async () => {
    await store.rebuild(scope, TODAY_DAY);
    expect(await readKeywords()).toEqual([]);
    const lost = new WriterScope();
    lost.revoke(new Error('lock lost'));
    for (let number = 0; number < 5; number++) await insertEntity(database.pool, 'pins', { name: 'Fig' });
    await expect(store.rebuild(lost, TODAY_DAY)).rejects.toThrow('lock lost');
    expect(await readKeywords()).toEqual([]);
  });
});

describe('the plans of keyword queries', () => {
  const KEYWORD_COUNT = 50_000;

  const database = useTestDatabase();

  beforeAll(async () => {
    const ranks = countedOrderNames.map((order) => `by_${order}`);
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

  it.each(countedOrderNames)('a page by %s is a range of its index, however far', async (order) => {
    for (const offset of [0, KEYWORD_COUNT - 100]) {
      const plan = await explain(keywordPageStatement(order, offset, 100));
      expect(plan).toContain(`"keywords_by_${order}"`);
      expect(plan).not.toMatch(/Seq Scan|"Sort"/);
    }
  });

  it.each([[['abc']], [['abc', 'de']]])('the words %j and their count use the index of words, in any order', async (words) => {
    for (const order of countedOrderNames) {
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
