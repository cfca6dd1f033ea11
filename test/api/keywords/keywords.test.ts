import type { KeywordComparison } from '#domain/keywords/contract';
import { WriterScope } from '#domain/jobs/write-lock';
import { SearchInterest } from '#domain/keywords/interest/search-interest';
import { dayLabel, dayOf, parseDay } from '#domain/days';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { insertEntity } from '../../support/database/insert-entity';

type Keywords = readonly Record<string, unknown>[];

/** Forty-two fruits: enough for five pages of ten. */
const fruits = Array.from({ length: 42 }, (_, index) => `fruit${'abcdefghijklm'[index % 13]}${'nopq'[Math.floor(index / 13)]}`);
const MINUTES_PER_DAY = 1_440;

describe('the keywords', () => {
  const site = useTestApp({ settings: { DEMO: 'false' } });
  let users: Readonly<Record<'free' | 'premium', TestUser>>;

  beforeAll(async () => {
    users = { free: await site.createUser('free'), premium: await site.createUser('premium') };
  });

  const get = (path: string, as?: TestUser) => site.request('GET', `/api${path}`, as ? { as } : {});
  const names = ({ body }: { body: Record<string, unknown> }) => (body['keywords'] as Keywords).map(({ keyword }) => keyword);

  /** The first column of an export. */
  const exportedNames = (csv: string) =>
    csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);

  it('have their imported search interest, in any spelling, whether or not they were counted', async () => {
    expect((await get('/keywords/plum/interest')).body).toEqual({ curves: [], volumes: [], season: null, lead_days: 45 });
    const points = [
      { day: 20_407, value: 71 },
      { day: 20_414, value: 100 },
    ];
    const figures = { day: 20_414, volume: 5_400, notes: { Followers: '3' } };
    const plum = { key: 'plum', keyword: 'plum', source: 'trends.csv', region: null, points, figures };
    const imported = { importedAt: new Date('2026-11-22T10:00:00Z'), importId: 1 };
    await site.app.get(SearchInterest).store(new WriterScope(), [plum], imported);
    const { status, body } = await get('/keywords/Plums/interest');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        curves: [
          {
            region: null,
            points: [
              { date: '2025-11-15', value: 71 },
              { date: '2025-11-22', value: 100 },
            ],
            sources: [{ name: 'trends.csv', imported_at: '2026-11-22T10:00:00.000Z' }],
          },
        ],
        season: { state: 'short', weeks: 2, region: null, source: 'trends.csv', curve_to: '2025-11-22', rise_on: null, publish_by: null },
        lead_days: 45,
        volumes: [{ source: 'trends.csv', region: null, date: '2025-11-22', volume: 5_400, notes: [{ name: 'Followers', value: '3' }] }],
      },
    });
    expect((await get(`/keywords/${'x'.repeat(81)}/interest`)).status).toBe(400);
    const uncounted = await get('/keywords/Plums');
    expect([uncounted.status, uncounted.body]).toEqual([200, { pins: null }]);
  });

  it('are compared: two, and five with Premium; those that nothing is known of are said to be unknown', async () => {
    const { status, body } = await get('/comparisons/keywords?keywords=Quince,salt%252C%20pepper');
    const compared = (body as unknown as KeywordComparison).keywords.map(({ keyword, is_known, figures }) => [keyword, is_known, figures]);
    expect({ status, compared }).toEqual({
      status: 200,
      compared: [
        ['quince', false, null],
        ['salt, pepper', false, null],
      ],
    });
    expect((await get('/comparisons/keywords?keywords=a,b,c', users.free)).status).toBe(403);
    expect((await get('/comparisons/keywords?keywords=a,b,c,d,e', users.premium)).status).toBe(200);
    for (const query of ['?keywords=a,b,c,d,e,f', '?keywords=', '', '?keywords=a&keywords=b']) {
      const refused = await get(`/comparisons/keywords${query}`, users.premium);
      expect([query, refused.status, refused.body['error']]).toEqual([query, 400, expect.stringMatching(/^keywords /)]);
    }
  });

  it('are an empty list before the first night', async () => {
    const { status, body } = await get('/keywords');
    expect({ status, ...body }).toEqual({ status: 200, keywords: [], total: 0, page: 1, order_by: 'pins', counted_pins: 0, as_of: null });
    expect((await get('/keywords/fig')).status).toBe(404);
  });

  describe('of last night', () => {
    beforeAll(async () => {
      const { pool } = site.database;
      await insertEntity(pool, 'pinners', { _id: 'oda', username: 'oda', follower_count: 2_000 });
      await insertEntity(pool, 'boards', { _id: 'bakery', name: 'Pumpkin bread bakery' });
      const today = dayOf(new Date());
      for (let number = 0; number < 6; number++) {
        const at = Array.from({ length: 91 }, (_, index) => (today - 90 + index) * MINUTES_PER_DAY);
        await insertEntity(pool, 'pins', {
          _id: `pumpkin-${number}`,
          name: 'Crème brûlée',
          topics: ['Pumpkin bread'],
          board_id: 'bakery',
          pinner_id: 'oda',
          pinner_username: 'oda',
          saves: 10 * number,
          created_at: new Date(),
          series: { at, saves: at.map((_, index) => 1_000 + 5 * index) },
        });
      }
      for (const [index, fruit] of fruits.entries()) {
        for (let copy = 0; copy < 5 + (index % 3); copy++) await insertEntity(pool, 'pins', { name: fruit, saves: index });
      }
      for (let number = 0; number < 100; number++) {
        const created_at = new Date(Date.UTC(2023 + (number % 2), number < 40 ? 2 : number % 12, 5));
        await insertEntity(pool, 'pins', { name: null, topics: ['水果蛋糕'], saves: 100, created_at });
        if (number < 5) await insertEntity(pool, 'pins', { name: null, topics: ['صور طبيعة'], saves: 20_000 });
      }
      await site.app.get(RecomputeKeywords).recompute();
      await until(async () => (await get('/keywords')).body['as_of'] !== null);
    });

    /** Waits for a condition: versions are cached for two seconds. */
    async function until(isSo: () => Promise<boolean>): Promise<void> {
      while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100));
    }

    it('are ordered by opportunity for Premium, else by pins, competition lowest first', async () => {
      const forPremium = await get('/keywords?per_page=100', users.premium);
      expect(forPremium.body).toMatchObject({ total: 46, order_by: 'opportunity', counted_pins: 363 });
      expect(names(forPremium)).toHaveLength(46);
      const opportunities = (forPremium.body['keywords'] as Keywords).map(({ opportunity }) => opportunity as number | null);
      expect(opportunities[0]).toBeGreaterThan(0);
      expect(opportunities.at(-1)).toBeNull();
      for (const as of [undefined, users.free]) {
        const page = await get('/keywords', as);
        expect(page.body).toMatchObject({ total: 46, order_by: 'pins' });
        const pins = (page.body['keywords'] as Keywords).map((row) => row['pins'] as number);
        expect(pins).toEqual(pins.toSorted((a, b) => b - a));
        expect(Object.keys((page.body['keywords'] as Keywords)[0] ?? {})).not.toContain('opportunity');
      }
      const open = (await get('/keywords?order_by=competition')).body['keywords'] as Keywords;
      expect(open[0]).toMatchObject({ keyword: fruits[0], competition: 0, competition_level: 'open' });
      expect(names(await get('/keywords?order_by=demand')).slice(0, 3)).toEqual(['صور طبيعة', '水果蛋糕', fruits[41]]);
      const [moving, ...others] = (await get('/keywords?order_by=momentum')).body['keywords'] as Keywords;
      expect(moving).toMatchObject({ growth_percent: 45, trend: 'rising' });
      expect(others).toHaveLength(9);
    });

    it('are all on exactly one page', async () => {
      const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => get(`/keywords?page=${page}&order_by=pins`, users.premium)));
      expect(pages.map((page) => names(page).length)).toEqual([10, 10, 10, 10, 6, 0]);
      expect(new Set(pages.flatMap(names)).size).toBe(46);
    });

    it('are found by the beginning of any of their words, whatever their case, accents, and script', async () => {
      for (const [query, expected] of [
        ['pump', ['pumpkin bread']],
        ['PUMPKIN  b', ['pumpkin bread']],
        ['creme', ['crème brûlée']],
        ['CRÈ', ['crème brûlée']],
        ['bread', ['pumpkin bread']],
        ['BRU', ['crème brûlée']],
        ['bread pump', ['pumpkin bread']],
        ['umpkin', []],
        ['bread plum', []],
        ["o'\\", []],
        ['%', []],
        ['果', ['水果蛋糕']],
        ['蛋糕', ['水果蛋糕']],
        ['صور', ['صور طبيعة']],
        ['طبي', ['صور طبيعة']],
      ] as const) {
        const found = await get(`/keywords?order_by=pins&query=${encodeURIComponent(query)}`);
        expect([query, names(found).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))]).toEqual([query, expected]);
        expect(found.body['total']).toBe(expected.length);
      }
      expect((await get('/keywords?query=fruit&page=2&order_by=pins')).body).toMatchObject({ total: 42, page: 2 });
    });

    it.each([
      ['competition=contested', ['水果蛋糕']],
      ['competition=contested,locked', ['水果蛋糕', 'صور طبيعة']],
      ['pins=8..', ['水果蛋糕']],
      ['pins=..5&script=arabic', ['صور طبيعة']],
      ['season=1', ['水果蛋糕']],
      ['peak_month=3,12', ['水果蛋糕']],
      ['peak_month=4', []],
      ['script=cjk,arabic', ['水果蛋糕', 'صور طبيعة']],
      ['script=latin&query=pum&pins=6..6', ['pumpkin bread']],
    ])('are filtered for everyone, with the exact total, also in exports: %s', async (filters, expected) => {
      const { body } = await get(`/keywords?order_by=pins&${filters}`);
      expect([body['total'], names({ body })]).toEqual([expected.length, expected]);
      const { text } = await get(`/exports/keywords?order_by=pins&${filters}`, users.premium);
      expect(exportedNames(text)).toEqual(expected);
    });

    it('have imported volumes and seasons at once, as columns, orders, and filters, and in exports', async () => {
      const today = dayOf(new Date());
      // A curve of one year up to today: a rise in its second week comes again in a week, one in its 31st week in seven months.
      const curve = (risesIn: number) =>
        Array.from({ length: 52 }, (_, week) => ({ day: today - 7 * (51 - week), value: week >= risesIn && week < risesIn + 4 ? 90 : 5 }));
      const interest = curve(30)
        .map(({ value }) => value)
        .join(' ');
      const imported = (keyword: string, source: string, volume: number | null, risesIn: number) => ({
        key: keyword, keyword, source, region: 'US', points: curve(risesIn), figures: { day: today - 3, volume, notes: null },
      }); // prettier-ignore
      const [first, second, third] = ['fruitan', 'fruitbn', 'fruitcn'] as const;
      const all = [imported(first, 'PinClicks', 500, 1), imported(second, 'PinClicks', 9_000, 30), imported(third, 'Other', null, 45)];
      await site.app.get(SearchInterest).store(new WriterScope(), all, { importedAt: new Date(), importId: 9 });
      const list = async (query: string) => (await get(`/keywords?${query}`)).body['keywords'] as Keywords;
      await until(async () => (await list('query=fruitbn'))[0]?.['volume'] === 9_000);
      expect(await list('query=fruitbn')).toMatchObject([
        {
          volume: 9_000,
          volume_source: 'PinClicks',
          volume_region: 'US',
          volume_on: dayLabel(today - 3),
          interest,
          interest_source: 'PinClicks',
          interest_region: 'US',
          interest_to: dayLabel(today),
        },
      ]);
      expect((await list('order_by=volume')).slice(0, 3).map(({ keyword, volume }) => [keyword, volume])).toEqual([
        [second, 9_000],
        [first, 500],
        ['水果蛋糕', null],
      ]);
      expect((await list('order_by=publish_by')).slice(0, 4).map(({ keyword }) => keyword)).toEqual([first, second, third, '水果蛋糕']);
      expect(names(await get('/keywords?volume=..600&order_by=pins'))).toEqual([first]);
      expect(names(await get('/keywords?publish_by=now&order_by=pins'))).toEqual([first]);
      expect((await get('/keywords?publish_by=90_days,now')).body['total']).toBe(1);
      const { text } = await get('/exports/keywords?volume=1000..', users.premium);
      expect(text).toContain(`9000,PinClicks,US,${dayLabel(today - 3)},`);
      expect(text).toContain(`${interest},PinClicks,US,${dayLabel(today)}`);
      const { season } = (await get(`/keywords/${first}/interest`)).body as {
        season: { rise_on: string; publish_by: string; state: string };
      };
      expect(season).toMatchObject({ state: 'known', publish_by: (await list('query=fruitan'))[0]?.['publish_by'] });
      expect(parseDay(season.rise_on)! - parseDay(season.publish_by)!).toBe(45);
      await site.app.get(SearchInterest).clear(new WriterScope());
      await until(async () => (await list('query=fruitbn'))[0]?.['volume'] === null);
    });

    it('say in which month they peak', async () => {
      const { body } = await get('/keywords?script=cjk,arabic&order_by=pins');
      expect((body['keywords'] as Keywords).map(({ peak_month }) => peak_month)).toEqual([3, null]);
    });

    it.each([
      ['/keywords?page=4', 'More pages are part of Premium.'],
      ['/keywords?per_page=11', 'More pages are part of Premium.'],
      ['/keywords?order_by=opportunity', 'Related keywords and opportunity are part of Premium.'],
      ['/exports/keywords', 'Export is a Premium feature.'],
    ])('belong to Premium beyond three pages: %s', async (path, sentence) => {
      for (const as of [undefined, users.free]) {
        const { status, body } = await get(path, as);
        expect({ status, error: body['error'], code: body['code'] }).toEqual({ status: 403, error: sentence, code: 'premium_required' });
      }
      expect((await get(path, users.premium)).status).toBe(200);
    });

    it.each([
      ['/keywords?pins=9..2', /^pins must have its smaller end first/],
      ['/exports/keywords?script=', /^script must be/],
      ['/keywords?query=%00', /^query has a character/],
      ['/keywords?query=a&query=b', /^query must be/],
      ['/keywords/%00', /^keyword has a character/],
    ])('name the parameter that is wrong: %s', async (path, message) => {
      const { status, body } = await get(path, users.premium);
      expect([status, body['error']]).toEqual([400, expect.stringMatching(message)]);
    });

    it.each(['pumpkin bread', 'PUMPKIN%20BREADS', 'pumpkin%20%20bread'])('have a page in any spelling: %s', async (text) => {
      const { body, status } = await get(`/keywords/${text}`, users.premium);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        keyword: 'pumpkin bread',
        pins: 6,
        known_pins: 6,
        measured_pins: 6,
        sparkline: 'ACEHJLNPRUWYacehjlnpruwy02479_',
        boards: 1,
        saves: 150,
        saves_per_pin: 25,
        fresh: 1,
        competition_reason:
          'The median of its 6 most saved pins is 25 saves: all 6 have under 100 saves, 0 of 6 are older than 18 months, all 6 are by accounts with up to 10K followers.',
        season: null,
        top_boards: [{ _id: 'bakery', title: 'Pumpkin bread bakery' }],
        top_pinners: [{ _id: 'oda' }],
      });
      expect((body['top_pins'] as Keywords).map(({ _id }) => _id)).toEqual([5, 4, 3, 2, 1, 0].map((number) => `pumpkin-${number}`));
      const related = body['related'] as Keywords;
      expect(new Set(related.map(({ keyword }) => keyword))).toEqual(new Set(['crème brûlée']));
      expect(related[0]).toMatchObject({ common_pins: 6, common_share: 1, pins: 6 });
      expect(body['opportunity']).toBeGreaterThan(0);
    });

    it('have a page without related keywords and opportunity for everyone', async () => {
      for (const as of [undefined, users.free]) {
        const { status, body } = await get('/keywords/pumpkin%20bread', as);
        expect(status).toBe(200);
        expect(body).toMatchObject({ keyword: 'pumpkin bread', boards: 1, competition_level: 'open' });
        expect(Object.keys(body).filter((field) => ['related', 'opportunity'].includes(field))).toEqual([]);
      }
    });

    it('do not exist below five pins', async () => {
      expect((await get('/keywords/knitting')).body).toMatchObject({ code: 'not_found' });
      expect((await get('/keywords/...')).status).toBe(404);
    });

    it('are revalidated by their content, separately for Premium', async () => {
      for (const path of ['/keywords?order_by=pins', '/keywords/pumpkin%20bread']) {
        const first = await get(path);
        const headers = { 'if-none-match': String(first.headers['etag']) };
        expect((await site.request('GET', `/api${path}`, { headers })).status).toBe(304);
        expect(first.headers['cache-control']).toBe('private, no-cache');
        const forPremium = await site.request('GET', `/api${path}`, { headers, as: users.premium });
        expect([forPremium.status, forPremium.headers['cache-control']]).toEqual([200, 'private, no-store']);
      }
    });

    it('are exported as CSV in the requested order, all of them', async () => {
      const { text, headers } = await get('/exports/keywords?order_by=pins&page=3', users.premium);
      const lines = text.trim().split('\r\n');
      expect(lines).toHaveLength(47);
      expect(lines[0]).toBe(
        'keyword,pins,boards,saves,saves_per_pin,competition,competition_level,momentum_score,trend,growth_percent,confidence,peak_month,fresh,opportunity,volume,volume_source,volume_region,volume_on,publish_by,interest,interest_source,interest_region,interest_to',
      );
      const listed = await get('/keywords?order_by=pins&per_page=100', users.premium);
      expect(exportedNames(text)).toEqual(names(listed));
      expect(headers['x-export-total']).toBe('46');
      expect(headers['content-disposition']).toMatch(/filename="keywords-\d{4}-\d\d-\d\d\.csv"/);
      expect((await get('/exports/keywords?query=pump', users.premium)).text.trim().split('\r\n')).toHaveLength(2);
    });

    it('fall back to pins for Premium where no opportunity is known, unless it is asked for', async () => {
      await site.sql('update keywords set opportunity = null');
      for (const [query, order] of [
        ['', 'pins'],
        ['&order_by=opportunity', 'opportunity'],
      ])
        expect((await get(`/keywords?per_page=7${query}`, users.premium)).body).toMatchObject({ total: 46, order_by: order });
    });

    it('leave out entities that are gone since', async () => {
      await site.sql(`delete from pin_metrics where _id = 'pumpkin-5'; delete from pins where _id = 'pumpkin-5'`);
      const { body } = await get('/keywords/creme%20brulee', users.premium);
      expect((body['top_pins'] as Keywords).map(({ _id }) => _id)).toEqual([4, 3, 2, 1, 0].map((number) => `pumpkin-${number}`));
    });
  });
});
