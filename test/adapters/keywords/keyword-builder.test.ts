import { dayOf } from '#domain/days';
import { WriterScope } from '#domain/jobs/write-lock';
import { countedOrderNames } from '#domain/keywords/keyword-orders';
import { opportunityScore } from '#domain/keywords/opportunity';
import { SeededRandom } from '#server/demo/seeded-random';
import {
  keywordPageStatement,
  keywordsByKeyStatement,
  keywordStatement,
  selectedKeysStatement,
} from '#server/keywords/postgres/keyword-sql';
import { PostgresKeywords } from '#server/keywords/postgres/keywords';
import { insertEntity } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';
import { countPairs, expectedKeywords, expectedMomentum, expectedRelated } from './expected-keywords';

describe('the nightly count of keywords', () => {
  const TODAY = new Date('2026-11-22T00:00:00Z');
  const TODAY_DAY = dayOf(TODAY);

  const database = useTestDatabase('each');
  let store: PostgresKeywords;
  const scope = new WriterScope();

  beforeEach(async () => {
    store = new PostgresKeywords(database.postgres);
  });

  const words = ['apple', 'pear', 'plum', 'fig', 'melon', 'mango', 'lemon', 'walnut', 'pumpkin', 'tomato', 'carrot', 'turnip'];
  const phrases = ['Apple pumpkin', 'plum fig melons', 'Pears', 'mango lemon', 'turnip carrot', 'Walnut'];

  /** A catalog of random texts, dates, counts, and series; a third of the values are unknown. */
  async function insertCatalog(pinCount: number): Promise<void> {
    const random = new SeededRandom(7);
    const some = <T>(value: T): T | null => (random.withProbability(0.7) ? value : null);
    const word = () => `${random.pick(words)}${random.withProbability(0.4) ? 's' : ''}`;
    const text = (count: number) => Array.from({ length: count }, word).join(random.pick([' ', ', ', ' – ']));
    const topics = () => (random.withProbability(0.3) ? phrases.filter(() => random.withProbability(0.3)) : []);
    for (let number = 0; number < 30; number++) {
      await insertEntity(database.pool, 'pinners', { _id: `w${number}`, follower_count: some(random.integerBelow(50_000)) });
      await insertEntity(database.pool, 'boards', { _id: `b${number}`, name: some(text(2)), topics: topics() });
    }
    for (let number = 0; number < pinCount; number++) {
      const at = Array.from({ length: random.integerBelow(30) }, () => TODAY_DAY - random.integerBelow(120)).toSorted((a, b) => a - b);
      const days = [...new Set(at)];
      const first = random.integerBelow(2_000);
      const saves = some(first);
      await insertEntity(database.pool, 'pins', {
        _id: `p${String(number).padStart(4, '0')}`,
        name: some(text(1 + random.integerBelow(3))),
        description: some(text(2)),
        topics: topics(),
        queries: topics(),
        board_id: some(`b${random.integerBelow(30)}`),
        pinner_id: some(`w${random.integerBelow(30)}`),
        saves,
        created_at: some(new Date(TODAY.getTime() - random.integerBelow(900 * 24) * 3_600_000)),
        ...(days.length === 0
          ? {}
          : {
              series: {
                at: days.map((day) => day * 1440 + random.integerBelow(1440)),
                saves: days.map((_, index) => some(first + 9 * index)),
              },
            }),
      });
    }
  }

  const readKeywords = async () =>
    (
      await database.pool.query<Record<string, unknown> & { name: string; related: string[]; related_common: number[]; _id: string }>(
        'select * from keywords order by by_pins',
      )
    ).rows;

  it('agrees with SQL over the raw rows', async () => {
    await insertCatalog(400);
    expect(await store.rebuild(scope, TODAY_DAY)).toEqual({ keywords: expect.any(Number), pins: 400 });
    const keywords = await readKeywords();
    await countPairs(database.pool);
    const expected = await expectedKeywords(database.pool, TODAY);
    const byId = new Map(keywords.map((keyword) => [keyword._id, keyword]));
    expect([...byId.keys()].toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    expect(keywords.length).toBeGreaterThan(15);
    const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 6));
    for (const { id, ...figures } of expected) {
      expect([id, byId.get(id)]).toEqual([
        id,
        expect.objectContaining({
          ...figures,
          fresh: close(figures.fresh),
          demand_rank: close(figures.demand_rank),
          median_saves: close(figures.median_saves),
        }),
      ]);
    }
    const related = await expectedRelated(database.pool);
    for (const [id, keyword] of byId) {
      const found = Object.fromEntries(keyword.related.map((key, index) => [key, keyword.related_common[index]]));
      expect([id, found]).toEqual([id, related.get(id) ?? {}]);
    }
    expect([...related.values()].flatMap(Object.keys).length).toBeGreaterThan(10);
  });

  it('measures the published momentum of the daily sums of saves, and the opportunity from all of it', async () => {
    await insertCatalog(150);
    await store.rebuild(scope, TODAY_DAY);
    const keywords = await readKeywords();
    await countPairs(database.pool);
    const momenta = keywords.flatMap(({ momentum }) => (momentum === null ? [] : [Number(momentum)]));
    for (const { _id, name, momentum, demand_rank, competition, opportunity } of keywords) {
      expect([name, momentum]).toEqual([name, await expectedMomentum(database.pool, _id, TODAY_DAY)]);
      const equals = momenta.filter((other) => other === Number(momentum)).length - 1;
      const momentumRank = (momenta.filter((other) => other < Number(momentum)).length + equals / 2) / (momenta.length - 1);
      const inputs = { momentumRank, demandRank: demand_rank, competition };
      expect(opportunity).toBe(opportunityScore(inputs as Parameters<typeof opportunityScore>[0]));
    }
    expect(keywords.filter(({ momentum }) => Number(momentum) > 0).length).toBeGreaterThan(5);
  });

  it('ranks every order: the best first, the lowest competition first, ties by pins, unknown values last', async () => {
    await insertCatalog(150);
    await store.rebuild(scope, TODAY_DAY);
    for (const [order, column] of [
      ['opportunity', 'opportunity desc'],
      ['momentum', 'momentum desc'],
      ['demand', 'median_saves desc'],
      ['pins', 'pins desc'],
      ['competition', 'competition asc'],
    ]) {
      const { rows } = await database.pool.query<{ rank: number; place: number }>(
        `select by_${order} rank, row_number() over (order by ${column} nulls last, pins desc, _id)::int place from keywords order by place`,
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
