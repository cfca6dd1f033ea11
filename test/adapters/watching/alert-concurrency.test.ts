import { AlertFixture, kinds, monday, tuesday } from '../../support/database/alert-fixture';
import { killWhileWaiting } from '../../support/database/killed-while-waiting';

let fixture: AlertFixture;
beforeAll(async () => (fixture = await AlertFixture.open()));
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

describe('alerts', () => {
  it('are written once each by two instances at once', async () => {
    for (let user = 0; user < 250; user++) await fixture.createRule(await fixture.createWatcher(), kinds[user % kinds.length]);
    await Promise.all([fixture.evaluateAt(monday), fixture.evaluateAt(monday)]);
    await fixture.makeConditionsHold();
    await fixture.publishScores(tuesday);
    const counts = await Promise.all([fixture.evaluateAt(tuesday), fixture.evaluateAt(tuesday), fixture.evaluateAt(tuesday)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(250);
    const written = await fixture.listAlerts();
    expect(new Set(written.map(({ rule_id }) => rule_id)).size).toBe(250);
    expect(written).toHaveLength(250);
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
