import type { CountNewRows } from '#domain/analytics/watching/alerts/alerts';
import { type Condition, judge } from '#domain/analytics/watching/alerts/rules';
import { premiumWatchLimits } from '#domain/analytics/watching/watch-limits';
import { defaultMetric, periods } from '#domain/catalog/metrics';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { parseDay } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import { NewRows } from '#domain/catalog/filters/new-rows';
import { EvaluateAlerts } from '#server/analytics/watching/evaluate-alerts';
import { PostgresAlertEvaluation } from '#server/analytics/watching/postgres/alert-evaluation';
import { PostgresAlerts } from '#server/analytics/watching/postgres/alerts';
import { evaluateSql, TAKE_DUE_RULES } from '#server/analytics/watching/postgres/alert-sql';
import { TypeormAlertRules } from '#server/analytics/watching/typeorm/alert-rules';
import { PostgresNewRows } from '#server/catalog/postgres/filtered/new-rows';
import { killWhileWaiting } from '../../../support/database/killed-while-waiting';
import { insertEntity } from '../../../support/database/insert-entity';
import { createTypeormDatabase, type TypeormDatabase } from '../../../support/database/typeorm-database';
import { FixedClock } from '../../../support/fixed-clock';

const before = new Date('2026-11-20T09:00:00Z');
const monday = new Date('2026-11-23T04:00:00Z');
const tuesday = new Date('2026-11-24T04:00:00Z');
const wednesday = new Date('2026-11-25T04:00:00Z');

const settings = { NODE_ENV: 'production', PUBLIC_URL: 'https://pins.example', ALLOW_SANDBOX: false, PAYMENT_PROVIDER: 'paddle' } as const;
const noOtherTarget = { watched_item_id: null, saved_search_id: null };
const JUMP_DAY = 20_770;
const event = { direction: 'above', threshold: null, period: null } as const;
const momentum: Condition = { measure: 'momentum', direction: 'above', threshold: 60, period: null };
/** A condition of each way in which a figure is compared. */
const kinds: readonly Condition[] = [momentum, { ...event, measure: 'jump' }, { ...event, measure: 'gone' }];

let database: TypeormDatabase;
let rules: TypeormAlertRules;
const noNewRows: CountNewRows = () => Promise.resolve(0);

const createEvaluation = () => new PostgresAlertEvaluation(database.postgres, settings);
const evaluateAt = (now: Date, countNewRows = noNewRows) => createEvaluation().evaluateDue(new LockScope(), now, countNewRows);

/** Publishes scores as of a day, as a recompute does. */
const publishScores = (at: Date) =>
  database.pool.query('update catalog_stats set scored_day = $1, scored_at = $2', [parseDay(at.toISOString().slice(0, 10)), at]);
const setMomentum = (score: number | null, id = 'b', entity: EntityType = 'board') =>
  database.pool.query(
    `update ${entity}_scores set score = (select array_agg($2::float8::real) from unnest(score)), growth = (select array_agg($2::float8) from unnest(growth)) where _id = $1`,
    [id, score],
  );

/** Makes the conditions of all kinds hold. */
async function beginAll(): Promise<void> {
  await setMomentum(62);
  await database.pool.query('update board_metrics set jump_share = 0.9, jumped_on = $1', [JUMP_DAY]);
  await database.pool.query('update boards set searchable = false');
}

/** A user, by default with Premium, and their list with these items. */
async function createWatcher(
  items: readonly string[] = ['b'],
  { isPremium = true, entity = 'board' }: { readonly isPremium?: boolean; readonly entity?: EntityType } = {},
) {
  const userId = await database.insertUser();
  if (isPremium)
    await database.pool.query(
      `insert into subscriptions (provider, id, user_id, status, started_at, changed_at) values ('paddle', 's-' || $1::uuid, $1::uuid, 'active', $2, $2)`,
      [userId, before],
    );
  const { rows } = await database.pool.query<{ _id: string }>(
    `insert into watchlists (user_id, name, created_at) values ($1, 'Watchlist', $2) returning _id`,
    [userId, before],
  );
  const listId = rows[0]?._id ?? '';
  await addItems(listId, items, entity, before);
  return { userId, listId };
}

const addItems = (listId: string, ids: readonly string[], entity: EntityType, at: Date) =>
  database.pool.query(
    `insert into watched_items (watchlist_id, entity, entity_id, title, note, added_at) select $1, $3, id, 'Title ' || id, '', $4 from unnest($2::text[]) id`,
    [listId, ids, entity, at],
  );

const createRule = async ({ userId, listId }: { userId: string; listId: string }, condition: Condition = momentum) =>
  (await rules.create(userId, { ...condition, watchlist_id: listId, ...noOtherTarget }, premiumWatchLimits.alertRules, before))?._id ?? '';

interface AlertRow {
  readonly rule_id: string;
  readonly day: number;
  readonly entity_id: string;
  readonly value: number;
}
const storedAlerts = async () =>
  (await database.pool.query<AlertRow>('select rule_id, day, entity_id, "value" from alerts order by day, entity_id, rule_id')).rows;

beforeAll(async () => {
  database = await createTypeormDatabase();
  rules = new TypeormAlertRules(database.dataSource);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query(
    'truncate users, boards, pinners, pins, board_metrics, pinner_metrics, pin_metrics, board_scores, pinner_scores, pin_scores cascade',
  );
  await insertEntity(database.pool, 'boards', { _id: 'b', follower_count: 100, momentum: 50 });
  await publishScores(monday);
});

describe('alerts', () => {
  it('are written when a figure reaches the threshold, once, and again only after it has left', async () => {
    await createRule(await createWatcher());
    const counts: number[] = [];
    const scores = [50, 62, 64, null, 64, 59, 60, 61];
    for (const [index, score] of scores.entries()) {
      await setMomentum(score);
      const at = new Date(monday.getTime() + index * DAY_MS);
      await publishScores(at);
      counts.push(await evaluateAt(at));
    }
    expect(counts).toEqual([0, 1, 0, 0, 0, 0, 1, 0]);
    expect((await storedAlerts()).map(({ value }) => value)).toEqual([62, 60]);
  });

  it('say nothing of what was so when the rule was made or changed, or when the item was added', async () => {
    const watcher = await createWatcher();
    await setMomentum(70);
    const rule = await createRule(watcher);
    expect(await evaluateAt(monday)).toBe(0);
    await insertEntity(database.pool, 'boards', { _id: 'later', momentum: 80 });
    await addItems(watcher.listId, ['later'], 'board', monday);
    await database.pool.query(`update watched_items set added_at = $1 where entity_id = 'later'`, [new Date(monday.getTime() + 1_000)]);
    await publishScores(tuesday);
    expect(await evaluateAt(tuesday)).toBe(0);
    const changed = { ...momentum, threshold: 65, watchlist_id: watcher.listId, ...noOtherTarget };
    expect(await rules.change(watcher.userId, rule, changed, tuesday)).toMatchObject({ threshold: 65 });
    expect(await evaluateAt(tuesday)).toBe(0);
    await publishScores(wednesday);
    expect(await evaluateAt(wednesday)).toBe(0);
    expect(await storedAlerts()).toEqual([]);
  });

  it('are written once per day of scores, however often a recompute is repeated', async () => {
    const watcher = await createWatcher();
    for (const kind of kinds) await createRule(watcher, kind);
    await evaluateAt(monday);
    await publishScores(tuesday);
    await beginAll();
    expect([await evaluateAt(tuesday), await evaluateAt(tuesday)]).toEqual([3, 0]);
    for (const score of [50, 70, 62]) {
      await setMomentum(score);
      await database.pool.query('update boards set searchable = $1', [score === 50]);
      await publishScores(new Date(tuesday.getTime() + 3_600_000));
      expect(await evaluateAt(new Date(tuesday.getTime() + 3_600_000))).toBe(0);
    }
    expect(await storedAlerts()).toHaveLength(3);
  });

  it('go to users with Premium only, who are not told later what happened without it', async () => {
    const free = await createWatcher(['b'], { isPremium: false });
    const admin = await createWatcher(['b'], { isPremium: false });
    await database.pool.query('update users set role_id = 1 where id = $1', [admin.userId]);
    await createRule(free);
    await createRule(admin);
    await evaluateAt(monday);
    await setMomentum(62);
    await publishScores(tuesday);
    expect(await evaluateAt(tuesday)).toBe(1);
    await database.pool.query(
      `insert into subscriptions (provider, id, user_id, status, started_at, changed_at) values ('paddle', 's', $1, 'active', $2, $2)`,
      [free.userId, tuesday],
    );
    await publishScores(wednesday);
    expect(await evaluateAt(wednesday)).toBe(0);
  });

  it('compare each figure of each kind as the rules of the domain do, and as the tables say', async () => {
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
      const watcher = await createWatcher(ids, { entity });
      for (const [index, figure] of figures.entries()) {
        const count = figure === null ? null : Math.round(figure);
        await insertEntity(database.pool, variantOf[entity], {
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
        const rule = await createRule(watcher, condition);
        for (const [index, figure] of figures.entries())
          if (judge(condition, seenBy(condition, entity, figure), { isKnown: true, didMatch: false }).isTold)
            expected.push(`${rule} ${ids[index]}`);
      }
      await evaluateAt(monday);
      for (const [index, figure] of figures.entries()) await setMomentum(figure, ids[index], entity);
    }
    // Counts and days were so already; forgotten, they are news as well.
    await database.pool.query('delete from alert_matches');
    await publishScores(tuesday);
    const told = await evaluateAt(tuesday);
    const written = (await storedAlerts()).map(({ rule_id, entity_id }) => `${rule_id} ${entity_id}`);
    expect(written.toSorted()).toEqual(expected.toSorted());
    expect(told).toBe(expected.length);
    // The same count, by plain SQL of this test.
    const { rows } = await database.pool.query<{ count: number }>(`
      select sum(case when r.measure in ('jump', 'gone') then v.figure::int when r.direction = 'above' then (v.figure >= r.threshold)::int else (v.figure <= r.threshold)::int end)::int count
      from alert_rules r join watched_items i using (watchlist_id) cross join lateral (
        select case r.measure
          when 'jump' then (select count(*) from (select _id, jump_share from board_metrics union all select _id, jump_share from pinner_metrics
            union all select _id, jump_share from pin_metrics) m where m._id = i.entity_id and m.jump_share > 0.5)
          when 'gone' then (select count(*) from (select _id, searchable from boards union all select _id, searchable from pinners
            union all select _id, searchable from pins) t where t._id = i.entity_id and not t.searchable)
          when 'count' then coalesce((select follower_count from board_metrics where _id = i.entity_id),
            (select follower_count from pinner_metrics where _id = i.entity_id), (select saves from pin_metrics where _id = i.entity_id))
          when 'stale' then (select date '2026-11-23' - (board_order_modified_at at time zone 'UTC')::date from board_metrics where _id = i.entity_id)
          else round(coalesce((select score[1] from board_scores where _id = i.entity_id),
            (select score[1] from pinner_scores where _id = i.entity_id), (select score[1] from pin_scores where _id = i.entity_id))::numeric, 1)
        end figure) v`);
    expect(rows[0]?.count).toBe(told);
  });

  it('about one item leave the other items of its list alone, and go when the item is removed', async () => {
    const watcher = await createWatcher(['b', 'other']);
    await insertEntity(database.pool, 'boards', { _id: 'other', momentum: 50 });
    const { rows } = await database.pool.query<{ _id: string }>(`select _id from watched_items where entity_id = 'b'`);
    const rule = { ...momentum, watchlist_id: null, watched_item_id: rows[0]?._id ?? '', saved_search_id: null };
    const created = await rules.create(watcher.userId, rule, 50, before);
    expect(created).toMatchObject({ target_name: 'Title b' });
    expect(await rules.listFor(watcher.userId)).toEqual([created]);
    await evaluateAt(monday);
    for (const id of ['b', 'other']) await setMomentum(62, id);
    await publishScores(tuesday);
    expect(await evaluateAt(tuesday)).toBe(1);
    expect((await storedAlerts()).map(({ entity_id }) => entity_id)).toEqual(['b']);
    await database.pool.query(`delete from watched_items where entity_id = 'b'`);
    expect(await rules.listFor(watcher.userId)).toEqual([]);
  });

  it('tell once that an entity is gone, by its source or from the catalog, and again when it was back', async () => {
    await insertEntity(database.pool, 'boards', { _id: 'deleted' });
    await createRule(await createWatcher(['b', 'deleted']), { ...event, measure: 'gone' });
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
      await database.pool.query(change);
      const at = new Date(monday.getTime() + index * DAY_MS);
      await publishScores(at);
      counts.push(await evaluateAt(at), await evaluateAt(at));
    }
    expect(counts).toEqual([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0]);
  });

  it('tell once of a jump, with its day, while the gain is one', async () => {
    await createRule(await createWatcher(), { ...event, measure: 'jump' });
    const counts: number[] = [];
    for (const [index, share] of [0.2, 0.8, null, 0.9, 0, 0.6].entries()) {
      await database.pool.query('update board_metrics set jump_share = $1, jumped_on = $2', [share, JUMP_DAY + index]);
      const at = new Date(monday.getTime() + index * DAY_MS);
      await publishScores(at);
      counts.push(await evaluateAt(at));
    }
    expect(counts).toEqual([0, 1, 0, 0, 0, 1]);
    expect((await storedAlerts()).map(({ value }) => value)).toEqual([JUMP_DAY + 1, JUMP_DAY + 5]);
  });

  it('are written once each by two instances at once', async () => {
    for (let user = 0; user < 250; user++) await createRule(await createWatcher(), kinds[user % kinds.length]);
    await Promise.all([evaluateAt(monday), evaluateAt(monday)]);
    await beginAll();
    await publishScores(tuesday);
    const counts = await Promise.all([evaluateAt(tuesday), evaluateAt(tuesday), evaluateAt(tuesday)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(250);
    const written = await storedAlerts();
    expect(new Set(written.map(({ rule_id }) => rule_id)).size).toBe(250);
    expect(written).toHaveLength(250);
  });

  it('are written as a whole or not at all when the connection is killed, and once when the run is repeated', async () => {
    const watcher = await createWatcher();
    for (const kind of kinds) await createRule(watcher, kind);
    await evaluateAt(monday);
    await beginAll();
    await publishScores(tuesday);
    expect(await killWhileWaiting(database.pool, 'alerts', 'with figures', () => evaluateAt(tuesday))).toBe('killed');
    expect(await storedAlerts()).toEqual([]);
    expect([await evaluateAt(tuesday), await evaluateAt(tuesday)]).toEqual([3, 0]);
    expect(await storedAlerts()).toHaveLength(3);
  });

  it('wait for no one when an account is deleted meanwhile, and leave nothing of it', async () => {
    const watcher = await createWatcher();
    await createRule(watcher);
    await evaluateAt(monday);
    await setMomentum(62);
    await publishScores(tuesday);
    const deletion = await database.pool.connect();
    await deletion.query('begin');
    await deletion.query('select from users where id = $1 for update', [watcher.userId]);
    expect(await evaluateAt(tuesday)).toBe(0);
    await deletion.query('delete from users where id = $1', [watcher.userId]);
    await deletion.query('commit');
    deletion.release();
    for (const table of ['alert_rules', 'alert_matches', 'alerts'])
      expect((await database.pool.query(`select from ${table}`)).rowCount).toBe(0);
  });

  it('outlive their rule, and are forgotten after 90 days', async () => {
    const watcher = await createWatcher();
    const rule = await createRule(watcher);
    await evaluateAt(monday);
    await setMomentum(62);
    await publishScores(tuesday);
    await evaluateAt(tuesday);
    const alerts = new PostgresAlerts(database.postgres);
    await rules.remove(watcher.userId, rule);
    const expected = { entity: 'board', entity_id: 'b', title: 'Title b', measure: 'momentum', value: 62, is_read: false, search: null };
    expect(await alerts.listFor(watcher.userId, 50)).toEqual([expect.objectContaining(expected)]);
    await createRule(watcher);
    const later = new Date(tuesday.getTime() + 91 * DAY_MS);
    await publishScores(later);
    await evaluateAt(later);
    expect(await storedAlerts()).toEqual([]);
  });
});

describe('alerts of a saved search', () => {
  const clock = new FixedClock(monday);
  const runAt = (now: Date, newRows: NewRows = new PostgresNewRows(database.postgres, clock)) => {
    clock.time = now;
    return new EvaluateAlerts(createEvaluation(), newRows, clock).run(new LockScope());
  };

  async function createSearchRule(query: string): Promise<string> {
    const { userId } = await createWatcher([]);
    const { rows } = await database.pool.query<{ _id: string }>(
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
    await rules.create(userId, { ...rule, saved_search_id: rows[0]?._id ?? '' }, 50, before);
    return userId;
  }
  const addBoard = (follower_count: number, added_at: Date) => insertEntity(database.pool, 'boards', { follower_count, added_at });

  it('count each new row once, and only rows that match', async () => {
    const userId = await createSearchRule('followers=1000..');
    expect(await runAt(monday)).toBe(0);
    const afterMonday = new Date(monday.getTime() + 1_000);
    for (const count of [999, 1_000, 5_000]) await addBoard(count, afterMonday);
    // Imported after the recompute, so that its scores are those of the next one.
    await addBoard(9_000, new Date(tuesday.getTime() + 1_000));
    await publishScores(tuesday);
    expect([await runAt(new Date(tuesday.getTime() + 5_000)), await runAt(tuesday)]).toEqual([1, 0]);
    await publishScores(wednesday);
    expect(await runAt(wednesday)).toBe(1);
    await publishScores(new Date(wednesday.getTime() + DAY_MS));
    expect(await runAt(new Date(wednesday.getTime() + DAY_MS))).toBe(0);
    expect((await storedAlerts()).map(({ value, entity_id }) => [value, entity_id])).toEqual([
      [2, ''],
      [1, ''],
    ]);
    const [newest] = await new PostgresAlerts(database.postgres).listFor(userId, 1);
    expect(newest).toMatchObject({
      title: 'Big boards',
      entity: 'board',
      entity_id: null,
      value: 1,
      search: { variant: 'boards', query: 'followers=1000..' },
    });
  });

  it('lose nothing and hold up no other rule when a search cannot be counted', async () => {
    await createSearchRule('followers=1000..');
    await createSearchRule('followers=many');
    await runAt(monday);
    await addBoard(1_000, new Date(monday.getTime() + 1_000));
    await publishScores(tuesday);
    const failing = { countAddedSince: () => Promise.reject(new Error('too slow')) } as unknown as NewRows;
    expect(await runAt(tuesday, failing)).toBe(0);
    await publishScores(wednesday);
    expect(await runAt(wednesday)).toBe(1);
    expect((await storedAlerts()).map(({ value }) => value)).toEqual([1]);
  });
});

describe('the evaluation of rules', () => {
  it('has an index for all it reads: rules that are due, items, and the catalog', async () => {
    const { pool } = database;
    const watcher = await createWatcher([]);
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
    const scans = await scansOf(evaluateSql('board'), [ids, ids, 20_001, monday]);
    expect(scans.filter((line) => /alert_rules|watched_items|boards|board_metrics/.test(line))).toEqual([]);
  });
});
