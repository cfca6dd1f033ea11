import { DAY_MS } from '#domain/durations';
import type { Catalog } from '#domain/catalog/catalog';
import { defaultMetric, periods } from '#domain/catalog/metrics';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { type Condition, judge } from '#domain/watching/alerts/rules';
import { figuresSql, TAKE_DUE_RULES } from '#server/watching/postgres/due-alert-rules';
import {
  AlertFixture,
  before,
  event,
  JUMP_DAY,
  kinds,
  momentum,
  monday,
  noOtherTarget,
  tuesday,
  wednesday,
} from '../../support/database/alert-fixture';
import { insertEntity } from '../../support/database/insert-entity';
import { killWhileWaiting } from '../../support/database/killed-while-waiting';

let fixture: AlertFixture;
beforeAll(async () => (fixture = await AlertFixture.open()));
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

describe('alerts', () => {
  it('are written when a figure reaches the threshold, once, and again only after it has left', async () => {
    await fixture.createRule(await fixture.createWatcher());
    const counts: number[] = [];
    const scores = [50, 62, 64, null, 64, 59, 60, 61];
    for (const [index, score] of scores.entries()) {
      await fixture.setMomentum(score);
      const at = new Date(monday.getTime() + index * DAY_MS);
      await fixture.publishScores(at);
      counts.push(await fixture.evaluateAt(at));
    }
    expect(counts).toEqual([0, 1, 0, 0, 0, 0, 1, 0]);
    expect((await fixture.listAlerts()).map(({ value }) => value)).toEqual([62, 60]);
  });

  it('say nothing of what was so when the rule was made or changed, or when the item was added', async () => {
    const watcher = await fixture.createWatcher();
    await fixture.setMomentum(70);
    const rule = await fixture.createRule(watcher);
    expect(await fixture.evaluateAt(monday)).toBe(0);
    await insertEntity(fixture.pool, 'boards', { _id: 'later', momentum: 80 });
    await fixture.addItems(watcher.listId, ['later'], 'board', monday);
    await fixture.pool.query(`update watched_items set added_at = $1 where entity_id = 'later'`, [new Date(monday.getTime() + 1_000)]);
    await fixture.publishScores(tuesday);
    expect(await fixture.evaluateAt(tuesday)).toBe(0);
    const changed = { ...momentum, threshold: 65, watchlist_id: watcher.listId, ...noOtherTarget };
    expect(await fixture.rules.change(watcher.userId, rule, changed, tuesday)).toMatchObject({ threshold: 65 });
    expect(await fixture.evaluateAt(tuesday)).toBe(0);
    await fixture.publishScores(wednesday);
    expect(await fixture.evaluateAt(wednesday)).toBe(0);
    expect(await fixture.listAlerts()).toEqual([]);
  });

  it('are written once per day of scores, however often a recompute is repeated', async () => {
    const watcher = await fixture.createWatcher();
    for (const kind of kinds) await fixture.createRule(watcher, kind);
    await fixture.evaluateAt(monday);
    await fixture.publishScores(tuesday);
    await fixture.makeConditionsHold();
    expect([await fixture.evaluateAt(tuesday), await fixture.evaluateAt(tuesday)]).toEqual([3, 0]);
    for (const score of [50, 70, 62]) {
      await fixture.setMomentum(score);
      await fixture.pool.query('update boards set searchable = $1', [score === 50]);
      await fixture.publishScores(new Date(tuesday.getTime() + 3_600_000));
      expect(await fixture.evaluateAt(new Date(tuesday.getTime() + 3_600_000))).toBe(0);
    }
    expect(await fixture.listAlerts()).toHaveLength(3);
  });

  it('are written again after a recompute whose clock was far ahead', async () => {
    await fixture.createRule(await fixture.createWatcher());
    const ahead = new Date(monday.getTime() + 400 * DAY_MS);
    const counts: number[] = [];
    for (const [at, score] of [
      [monday, 50],
      [ahead, 50],
      [tuesday, 50],
      [wednesday, 62],
    ] as const) {
      await fixture.setMomentum(score);
      await fixture.publishScores(at);
      counts.push(await fixture.evaluateAt(at));
    }
    expect(counts).toEqual([0, 0, 0, 1]);
    expect((await fixture.pool.query('select from alert_rules where evaluated_until > $1', [wednesday])).rowCount).toBe(0);
  });

  it('go to users with Premium only, who are not told later what happened without it', async () => {
    const free = await fixture.createWatcher(['b'], { isPremium: false });
    const admin = await fixture.createWatcher(['b'], { isPremium: false });
    await fixture.pool.query('update users set role_id = 1 where id = $1', [admin.userId]);
    await fixture.createRule(free);
    await fixture.createRule(admin);
    await fixture.evaluateAt(monday);
    await fixture.setMomentum(62);
    await fixture.publishScores(tuesday);
    expect(await fixture.evaluateAt(tuesday)).toBe(1);
    await fixture.pool.query(
      `insert into subscriptions (provider, id, user_id, status, started_at, changed_at) values ('paddle', 's', $1, 'active', $2, $2)`,
      [free.userId, tuesday],
    );
    await fixture.publishScores(wednesday);
    expect(await fixture.evaluateAt(wednesday)).toBe(0);
  });

  it('about one item leave the other items of its list alone, and go when the item is removed', async () => {
    const watcher = await fixture.createWatcher(['b', 'other']);
    await insertEntity(fixture.pool, 'boards', { _id: 'other', momentum: 50 });
    const { rows } = await fixture.pool.query<{ _id: string }>(`select _id from watched_items where entity_id = 'b'`);
    const rule = { ...momentum, watchlist_id: null, watched_item_id: rows[0]?._id ?? '', saved_search_id: null };
    const created = await fixture.rules.create(watcher.userId, rule, 50, before);
    expect(created).toMatchObject({ target_name: 'Title b' });
    expect(await fixture.rules.listFor(watcher.userId)).toEqual([created]);
    await fixture.evaluateAt(monday);
    for (const id of ['b', 'other']) await fixture.setMomentum(62, id);
    await fixture.publishScores(tuesday);
    expect(await fixture.evaluateAt(tuesday)).toBe(1);
    expect((await fixture.listAlerts()).map(({ entity_id }) => entity_id)).toEqual(['b']);
    await fixture.pool.query(`delete from watched_items where entity_id = 'b'`);
    expect(await fixture.rules.listFor(watcher.userId)).toEqual([]);
  });

  it('tell once that an entity is gone, by its source or from the catalog, and again when it was back', async () => {
    await insertEntity(fixture.pool, 'boards', { _id: 'deleted' });
    await fixture.createRule(await fixture.createWatcher(['b', 'deleted']), { ...event, measure: 'gone' });
    const counts: number[] = [];
    const changes = [
      'select',
      `update boards set searchable = false where _id = 'b'`,
      `delete from boards where _id = 'deleted'`,
      'select',
      `update boards set searchable = true where _id = 'b'`,
      `update boards set searchable = false where _id = 'b'`,
    ];
    for (const [index, change] of changes.entries()) {
      await fixture.pool.query(change);
      const at = new Date(monday.getTime() + index * DAY_MS);
      await fixture.publishScores(at);
      counts.push(await fixture.evaluateAt(at), await fixture.evaluateAt(at));
    }
    expect(counts).toEqual([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0]);
  });

  it('tell once of a jump, with its day, while the gain is one', async () => {
    await fixture.createRule(await fixture.createWatcher(), { ...event, measure: 'jump' });
    const counts: number[] = [];
    for (const [index, share] of [0.2, 0.8, null, 0.9, 0, 0.6].entries()) {
      await fixture.pool.query('update board_metrics set jump_share = $1, jumped_on = $2', [share, JUMP_DAY + index]);
      const at = new Date(monday.getTime() + index * DAY_MS);
      await fixture.publishScores(at);
      counts.push(await fixture.evaluateAt(at));
    }
    expect(counts).toEqual([0, 1, 0, 0, 0, 1]);
    expect((await fixture.listAlerts()).map(({ value }) => value)).toEqual([JUMP_DAY + 1, JUMP_DAY + 5]);
  });

  it('outlive their rule, and are forgotten after 90 days', async () => {
    const watcher = await fixture.createWatcher();
    const rule = await fixture.createRule(watcher);
    await fixture.evaluateAt(monday);
    await fixture.setMomentum(62);
    await fixture.publishScores(tuesday);
    await fixture.evaluateAt(tuesday);
    await fixture.rules.remove(watcher.userId, rule);
    const expected = { entity: 'board', entity_id: 'b', title: 'Title b', measure: 'momentum', value: 62, is_read: false, search: null };
    expect(await fixture.alerts.listFor(watcher.userId, 50)).toEqual([expect.objectContaining(expected)]);
    await fixture.createRule(watcher);
    const later = new Date(tuesday.getTime() + 91 * DAY_MS);
    await fixture.publishScores(later);
    await fixture.evaluateAt(later);
    expect(await fixture.listAlerts()).toEqual([]);
  });

  it('are written once each by two instances at once', async () => {
    for (let user = 0; user < 150; user++) await fixture.createRule(await fixture.createWatcher(), kinds[user % kinds.length]);
    await Promise.all([fixture.evaluateAt(monday), fixture.evaluateAt(monday)]);
    await fixture.makeConditionsHold();
    await fixture.publishScores(tuesday);
    const counts = await Promise.all([fixture.evaluateAt(tuesday), fixture.evaluateAt(tuesday), fixture.evaluateAt(tuesday)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(150);
    const written = await fixture.listAlerts();
    expect(new Set(written.map(({ rule_id }) => rule_id)).size).toBe(150);
    expect(written).toHaveLength(150);
  });

  it('are written as a whole or not at all when the connection is killed, and once when the run is repeated', async () => {
    const watcher = await fixture.createWatcher();
    for (const kind of kinds) await fixture.createRule(watcher, kind);
    await fixture.evaluateAt(monday);
    await fixture.makeConditionsHold();
    await fixture.publishScores(tuesday);
    expect(await killWhileWaiting(fixture.pool, 'alerts', 'insert into alerts', () => fixture.evaluateAt(tuesday))).toBe('killed');
    expect(await fixture.listAlerts()).toEqual([]);
    expect([await fixture.evaluateAt(tuesday), await fixture.evaluateAt(tuesday)]).toEqual([3, 0]);
    expect(await fixture.listAlerts()).toHaveLength(3);
  });

  it('wait for no one when an account is deleted meanwhile, and leave nothing of it', async () => {
    const watcher = await fixture.createWatcher();
    await fixture.createRule(watcher);
    await fixture.evaluateAt(monday);
    await fixture.setMomentum(62);
    await fixture.publishScores(tuesday);
    const deletion = await fixture.pool.connect();
    await deletion.query('begin');
    await deletion.query('select from users where id = $1 for update', [watcher.userId]);
    expect(await fixture.evaluateAt(tuesday)).toBe(0);
    await deletion.query('delete from users where id = $1', [watcher.userId]);
    await deletion.query('commit');
    deletion.release();
    for (const table of ['alert_rules', 'alert_matches', 'alerts'])
      expect((await fixture.pool.query(`select from ${table}`)).rowCount).toBe(0);
  });
});

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
