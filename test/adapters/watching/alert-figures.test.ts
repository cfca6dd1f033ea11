import type { Catalog } from '#domain/catalog/catalog';
import { defaultMetric, periods } from '#domain/catalog/metrics';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { DAY_MS } from '#domain/durations';
import { type Condition, judge } from '#domain/watching/alerts/rules';
import { figuresSql, TAKE_DUE_RULES } from '#server/watching/postgres/due-alert-rules';
import { AlertFixture, event, JUMP_DAY, momentum, monday, tuesday, before, wednesday } from '../../support/database/alert-fixture';
import { insertEntity } from '../../support/database/insert-entity';

let fixture: AlertFixture;
beforeAll(async () => (fixture = await AlertFixture.open()));
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

describe('the evaluation of rules', () => {
  it('compares each figure of each kind as the rules of the domain do', async () => {
    const conditions: Condition[] = [
      { measure: 'stale', direction: 'above', threshold: 14, period: null },
      { ...event, measure: 'jump' },
      { ...event, measure: 'gone' },
    ];
    for (const direction of ['above', 'below'] as const) {
      conditions.push({ ...momentum, direction }, { measure: 'count', direction, threshold: 1_000, period: null });
      for (const period of periods) conditions.push({ measure: 'growth', direction, threshold: 4.1, period });
    }
    const figures = [null, 0, 4, 4.1, 4.2, 13, 14, 15, 59.9, 60, 999, 1_000, 1_001];
    /** The figure of a row as a condition sees it: counts and days are whole; what has 13 jumped, and what has 15 is gone. */
    const seenBy = ({ measure }: Condition, entity: EntityType, figure: number | null) => {
      if (measure === 'gone') return figure === 15 ? 1 : 0;
      if (measure === 'jump') return figure === null ? null : figure === 13 ? JUMP_DAY : 0;
      if (figure === null || (measure === 'stale' && entity !== 'board')) return null;
      return measure === 'stale' || measure === 'count' ? Math.round(figure) : figure;
    };
    const expected: string[] = [];
    for (const entity of entityTypes) {
      const ids = figures.map((_, index) => `${entity}-${index}`);
      const watcher = await fixture.createWatcher(ids, { entity });
      for (const [index, figure] of figures.entries()) {
        const count = figure === null ? null : Math.round(figure);
        await insertEntity(fixture.pool, variantOf[entity], {
          _id: ids[index]!,
          [defaultMetric[entity]]: count,
          momentum: null,
          last_crawled_at: monday,
          searchable: figure !== 15,
          jump_share: figure === null ? null : figure === 13 ? 0.501 : 0.5,
          jumped_on: JUMP_DAY,
          ...(entity === 'board' && count !== null && { board_order_modified_at: new Date(monday.getTime() - count * DAY_MS) }),
        });
      }
      for (const condition of conditions) {
        const rule = await fixture.createRule(watcher, condition);
        for (const [index, figure] of figures.entries())
          if (judge(condition, seenBy(condition, entity, figure), { isKnown: true, didMatch: false }).isTold)
            expected.push(`${rule} ${ids[index]}`);
      }
      await fixture.evaluateAt(monday);
      for (const [index, figure] of figures.entries()) await fixture.setMomentum(figure, ids[index], entity);
    }
    // Counts and days were so already; forgotten, they are news as well.
    await fixture.pool.query('delete from alert_matches');
    await fixture.publishScores(tuesday);
    expect(await fixture.evaluateAt(tuesday)).toBe(expected.length);
    const written = (await fixture.listAlerts()).map(({ rule_id, entity_id }) => `${rule_id} ${entity_id}`);
    expect(written.toSorted()).toEqual(expected.toSorted());
  });

  it('has an index for all it reads: rules that are due, items, and the catalog', async () => {
    const { pool } = fixture;
    const watcher = await fixture.createWatcher([]);
    await pool.query(
      `insert into boards (_id, name, imported_at, source) select i::text, 'Row', now(), 'test' from generate_series(1, 20000) i`,
    );
    await pool.query(`insert into board_metrics (_id, follower_count) select i::text, i from generate_series(1, 20000) i`);
    await pool.query(
      `with lists as (insert into watchlists (user_id, name, created_at) select $1, 'List ' || i, now() from generate_series(1, 2000) i returning _id)
       insert into watched_items (watchlist_id, entity, entity_id, title, note, added_at)
       select _id, 'board', i::text, '', '', now() from lists, generate_series(1, 10) i`,
      [watcher.userId],
    );
    await pool.query(
      `insert into alert_rules (user_id, watchlist_id, measure, direction, threshold, created_at, evaluated_day, evaluated_until)
       select $1, _id, 'momentum', 'above', 60, now(), 20000, now() from watchlists, generate_series(1, 10)`,
      [watcher.userId],
    );
    await pool.query('analyze boards, board_metrics, watched_items, watchlists, alert_rules, users');
    const { rows: some } = await pool.query<{ _id: string }>('select _id from alert_rules limit 100');
    const ids = some.map(({ _id }) => _id);
    const scansOf = async (text: string, values: unknown[]) => {
      const client = await pool.connect();
      // A table of this size may also be read as a whole; without that, only a missing index leaves no other way.
      await client.query('begin; set local enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      await client.query('rollback');
      client.release();
      return rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Seq Scan'));
    };
    expect((await scansOf(TAKE_DUE_RULES, [20_000])).filter((line) => line.includes('alert_rules'))).toEqual([]);
    const scans = await scansOf(figuresSql('board'), [ids]);
    expect(scans.filter((line) => /alert_rules|watched_items|boards|board_metrics/.test(line))).toEqual([]);
  });
});

describe('alerts of a saved search', () => {
  async function createSearchRule(query: string): Promise<string> {
    const { userId } = await fixture.createWatcher([]);
    const { rows } = await fixture.pool.query<{ _id: string }>(
      `insert into saved_searches (user_id, name, variant, query, created_at, seen_at) values ($1, 'Big boards', 'boards', $2, $3, $3) returning _id`,
      [userId, query, before],
    );
    const rule = {
      measure: 'new_match',
      direction: 'above',
      threshold: null,
      period: null,
      watchlist_id: null,
      watched_item_id: null,
    } as const;
    await fixture.rules.create(userId, { ...rule, saved_search_id: rows[0]?._id ?? '' }, 50, before);
    return userId;
  }
  const addBoard = (follower_count: number, added_at: Date) => insertEntity(fixture.pool, 'boards', { follower_count, added_at });

  it('count each new row once, and only rows that match', async () => {
    const userId = await createSearchRule('followers=1000..');
    expect(await fixture.evaluateAt(monday)).toBe(0);
    const afterMonday = new Date(monday.getTime() + 1_000);
    for (const count of [999, 1_000, 5_000]) await addBoard(count, afterMonday);
    // Imported after the recompute, so that its scores are those of the next one.
    await addBoard(9_000, new Date(tuesday.getTime() + 1_000));
    await fixture.publishScores(tuesday);
    expect([await fixture.evaluateAt(new Date(tuesday.getTime() + 5_000)), await fixture.evaluateAt(tuesday)]).toEqual([1, 0]);
    await fixture.publishScores(wednesday);
    expect(await fixture.evaluateAt(wednesday)).toBe(1);
    await fixture.publishScores(new Date(wednesday.getTime() + DAY_MS));
    expect(await fixture.evaluateAt(new Date(wednesday.getTime() + DAY_MS))).toBe(0);
    expect((await fixture.listAlerts()).map(({ value, entity_id }) => [value, entity_id])).toEqual([
      [2, ''],
      [1, ''],
    ]);
    const [newest] = await fixture.alerts.listFor(userId, 1);
    expect(newest).toMatchObject({
      title: 'Big boards',
      entity: 'board',
      entity_id: null,
      value: 1,
      search: { variant: 'boards', query: 'followers=1000..' },
    });
  });

  it('count new boards that pass enough checks', async () => {
    await createSearchRule('checks=4..');
    expect(await fixture.evaluateAt(monday)).toBe(0);
    const added_at = new Date(monday.getTime() + 1_000);
    for (const checks_passed of [null, 3, 4, 5]) await insertEntity(fixture.pool, 'boards', { checks_passed, added_at });
    await fixture.publishScores(tuesday);
    expect(await fixture.evaluateAt(tuesday)).toBe(1);
    expect((await fixture.listAlerts()).map(({ value }) => value)).toEqual([2]);
  });

  it('lose nothing and hold up no other rule when a search cannot be counted', async () => {
    await createSearchRule('followers=1000..');
    await createSearchRule('followers=many');
    await fixture.evaluateAt(monday);
    await addBoard(1_000, new Date(monday.getTime() + 1_000));
    await fixture.publishScores(tuesday);
    const failing = { countAddedSince: () => Promise.reject(new Error('too slow')) } as unknown as Catalog;
    expect(await fixture.evaluateAt(tuesday, failing)).toBe(0);
    await fixture.publishScores(wednesday);
    expect(await fixture.evaluateAt(wednesday)).toBe(1);
    expect((await fixture.listAlerts()).map(({ value }) => value)).toEqual([1]);
  });
});
