import { DataSource } from 'typeorm';
import { BestMatch1790000023000 } from '#migrations/1790000023000-best-match';
import { dataSourceOptionsFor } from '#server/database/data-source';
import { catalogSearch } from '#domain/catalog/contract';
import { matchScore } from '#domain/catalog/keywords/best-match';
import { termsOfRow } from '#domain/catalog/keywords/row-terms';
import { phraseOf, queryTerms } from '#domain/catalog/keywords/search-terms';
import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { seededRandom } from '../../support/database/random-filters';
import { useTestDatabase } from '../../support/database/test-database';

const ROW_COUNT = 1_500;
const now = new Date('2026-03-01T10:00:00Z');
const configFor = (minRows: number) => readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM: String(minRows) });

interface Pin {
  readonly _id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly topics: readonly string[];
  readonly queries: readonly string[];
  readonly pinner_username: string;
  readonly saves: number;
  readonly momentum: number | null;
}

/** Pins of few words, so that every kind of match occurs, with few momentum values, some of them unknown. */
function randomPins(): Pin[] {
  const random = seededRandom(11);
  const words = ['Etsy', 'shop', 'sellers', 'Selling', 'gift', 'ideas', '手作り', '手作', 'café', 'la'];
  const text = (maxWords: number) => Array.from({ length: 1 + random.below(maxWords) }, () => random.pick(words)).join(' ');
  return Array.from({ length: ROW_COUNT }, (_, index) => ({
    _id: `pin-${(index * 7919) % ROW_COUNT}`,
    name: random.below(8) === 0 ? null : text(5),
    description: random.below(3) === 0 ? null : text(8),
    topics: random.below(2) === 0 ? [text(2)] : [],
    queries: random.below(4) === 0 ? [text(2)] : [],
    pinner_username: random.pick(['etsy', 'shop.gift', 'anna']),
    saves: random.below(100),
    momentum: random.below(4) === 0 ? null : random.below(3),
  }));
}

const pins = randomPins();
const indexedPins = pins.map((pin) => ({ ...pin, terms: termsOfRow('pin', pin._id, { ...pin }) }));

/** The ids by the rule itself: `matchScore`, then momentum, then id. */
function expectedIds(query: string, minSaves = 0): string[] {
  const { terms, typedTerms } = queryTerms(query);
  const phrase = phraseOf(typedTerms, (term) => terms.indexOf(term));
  return indexedPins
    .filter((pin) => pin.saves >= minSaves && terms.every((term) => pin.terms.has(term)))
    .map((pin) => ({
      ...pin,
      score: matchScore(
        terms.map((term) => pin.terms.get(term)!),
        phrase,
      ),
    })) // prettier-ignore
    .sort((a, b) => b.score - a.score || (b.momentum ?? -1) - (a.momentum ?? -1) || (a._id < b._id ? -1 : 1))
    .map(({ _id }) => _id);
}

const database = useTestDatabase();

beforeAll(async () => {
  const rows = indexedPins.map(({ terms, ...pin }) => ({ ...pin, terms: [...terms.keys()], term_occurrences: [...terms.values()] }));
  await database.pool.query(
    `with given as (select * from jsonb_to_recordset($1) g(_id text, name text, description text, topics text[], queries text[],
         pinner_username text, terms text[], term_occurrences int[], saves int, momentum real)),
       texts as (insert into pins (_id, name, description, topics, queries, pinner_username, terms, term_occurrences, source, imported_at)
         select _id, name, description, topics, queries, pinner_username, terms, term_occurrences, 'test', now() from given),
       metrics as (insert into pin_metrics (_id, saves) select _id, saves from given)
     insert into pin_scores (_id, growth, score, raw, confidence, flags)
       select _id, array_fill(momentum, array[15]), array_fill(momentum, array[15]), array_fill(momentum, array[15]), array_fill(2, array[15]), array_fill(0, array[15])
       from given where momentum is not null`,
    [JSON.stringify(rows)],
  );
});

const find = (catalog: PostgresCatalog, parameters: Readonly<Record<string, string>>) =>
  catalog.search('pins', catalogSearch('pins').parse({ order_by: 'best_match', ...parameters }));
const idsOf = ({ rows }: { readonly rows: readonly { readonly _id: string }[] }) => rows.map(({ _id }) => _id);

describe.each([
  ['the tables of short lists', 1_000_000],
  ['the read model', 1],
])('the best matches from %s', (place, minRows) => {
  let catalog: PostgresCatalog;
  beforeAll(async () => {
    await new PostgresReadModel(database.postgres, configFor(minRows)).rebuild(new WriterScope());
    catalog = new PostgresCatalog(database.postgres, configFor(minRows), { now: () => now });
  });

  it.each(['etsy', 'etsy shop', 'shop etsy', 'la la', 'gift ideas selling', '手作り', '作', 'CAFÉ 手作り', 'etsy anna'])(
    'are in the order of the rule, with the exact total: %s',
    async (query) => {
      const expected = expectedIds(query);
      expect(expected.length).toBeGreaterThan(10);
      for (const page of [1, 3, Math.ceil(expected.length / 10)]) {
        const found = await find(catalog, { query, page: String(page) });
        const ids = expected.slice((page - 1) * 10, page * 10);
        expect({ ids: idsOf(found), total: found.total }).toEqual({
          ids,
          total: expected.length,
        });
        expect(found.as_of !== null).toBe(place === 'the read model');
      }
      const search = catalogSearch('pins').parse({ query, order_by: 'best_match' });
      expect((await catalog.listIds('pins', search, 100_000)).ids).toEqual(expected);
    },
  );

  it('are filtered', async () => {
    const expected = expectedIds('etsy shop', 40);
    for (const page of [1, 2]) {
      const found = await find(catalog, { query: 'etsy shop', saves: '40..', page: String(page) });
      expect([idsOf(found), found.total]).toEqual([expected.slice((page - 1) * 10, page * 10), expected.length]);
    }
  });

  it('come first whatever the direction, and do not show momentum unless asked', async () => {
    const found = await find(catalog, { query: 'etsy', sort: 'asc' });
    expect(idsOf(found)).toEqual(expectedIds('etsy').slice(0, 10));
    expect(found.rows[0]).not.toHaveProperty('momentum_score');
    expect((await find(catalog, { query: 'etsy', with: 'momentum_score' })).rows[0]).toHaveProperty('momentum_score');
  });

  it('are those of the whole word for its beginning and for a typo', async () => {
    const expected = expectedIds('gift idea').slice(0, 10);
    const beginning = await find(catalog, { query: 'gift ide' });
    expect([idsOf(beginning), beginning.match?.how]).toEqual([expected, 'beginning']);
    const nearest = await find(catalog, { query: 'gitf ideas' });
    expect([idsOf(nearest), nearest.match?.how]).toEqual([expected, 'nearest']);
  });

  it('of a beginning are rows with any of its words, the best of them counting', async () => {
    // "s" stands for shop, seller, and sell.
    const found = await find(catalog, { query: 's', per_page: '100' });
    expect(found.total).toBe(new Set(['shop', 'sellers', 'selling'].flatMap((word) => expectedIds(word))).size);
    const { terms } = queryTerms('shop sellers selling');
    const scores = idsOf(found).map((id) => {
      const pin = indexedPins.find(({ _id }) => _id === id)!;
      return matchScore([terms.reduce((all, term) => all | (pin.terms.get(term) ?? 0), 0)], [{ index: 0, offset: 0 }]);
    });
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('say where they matched, if asked', async () => {
    const words = ({ text, ranges }: { readonly text: string; readonly ranges: readonly (readonly [number, number])[] }) =>
      ranges.map(([start, end]) => text.slice(start, end).toLowerCase());
    for (const [query, pattern] of [
      ['etsy', /^etsy$/],
      ['gift ide', /^(gift|ideas)$/],
      ['gitf', /^gift$/],
    ] as const) {
      // prettier-ignore
      const { rows } = await find(catalog, { query, with: 'snippet', per_page: '100' });
      expect(rows.length).toBeGreaterThan(50);
      for (const { title, snippet } of rows) {
        const shown = [...words({ text: title, ranges: snippet!.title }), ...(snippet!.elsewhere ? words(snippet!.elsewhere) : [])];
        expect(shown.length).toBeGreaterThan(0);
        for (const word of shown) expect(word).toMatch(pattern);
      }
    }
    const fields: (string | undefined)[] = [];
    for (let page = 1; page * 100 < expectedIds('etsy').length + 100; page++) {
      const { rows } = await find(catalog, { query: 'etsy', with: 'snippet', per_page: '100', page: String(page) });
      fields.push(...rows.map(({ snippet }) => snippet?.elsewhere?.field));
    }
    expect(new Set(fields)).toEqual(new Set([undefined, 'topics', 'searches', 'owner', 'description']));
    expect((await find(catalog, { with: 'snippet' })).rows[0]).not.toHaveProperty('snippet');
    expect((await find(catalog, { query: 'etsy' })).rows[0]).not.toHaveProperty('snippet');
  });

  it('are none for a word that no row has', async () => {
    const found = await find(catalog, { query: 'qqxzqq' });
    expect([found.rows, found.total]).toEqual([[], 0]);
  });

  it('without keywords are the default order', async () => {
    const found = await find(catalog, {});
    const saves = idsOf(found).map((id) => pins.find(({ _id }) => _id === id)!.saves);
    expect(saves).toEqual(pins.map((pin) => pin.saves).sort((a, b) => b - a).slice(0, 10)); // prettier-ignore
  });
});

it('are known of rows that were stored by a previous version', async () => {
  const stored = () => database.pool.query('select _id, term_occurrences from pins order by _id');
  const before = (await stored()).rows;
  const source = await new DataSource(dataSourceOptionsFor(database.url)).initialize();
  const [migration, runner] = [new BestMatch1790000023000(), source.createQueryRunner()];
  await migration.down(runner);
  await migration.up(runner);
  await source.destroy();
  expect((await stored()).rows).toEqual(before);
});
