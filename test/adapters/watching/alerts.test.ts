import { DAY_MS } from '#domain/durations';
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

describe('alerts', () => {
  let fixture: AlertFixture;
  beforeAll(async () => (fixture = await AlertFixture.open()));
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());

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
});
