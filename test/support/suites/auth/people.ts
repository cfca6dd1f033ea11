import { randomUUID } from 'node:crypto';
import type { PersonAction } from '#domain/people/people';
import { parseDay } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { userActor } from '../../fakes/audit';
import { type AuthPorts, newEmail, openSession, type OpenPorts, registerUser } from './auth-ports';

async function actionOn(ports: AuthPorts) {
  const [admin, person] = [await registerUser(ports), await registerUser(ports)];
  const action: PersonAction = { by: userActor(admin.id), personId: person.id, now: ports.clock.now() };
  const auditOf = () => ports.auditOf(action.by);
  return { admin, person, action, auditOf };
}

const lastDay = parseDay('2026-01-20') ?? 0;
const endOfLastDay = new Date('2026-01-21T00:00:00Z');

export function describePeople(open: OpenPorts): void {
  it('lists the people whose address begins with a text, the newest first, 25 a page', async () => {
    const ports = open();
    const beginning = randomUUID();
    for (let index = 0; index < 26; index++) {
      await registerUser(ports, `${beginning}-${index}@people.test`);
      ports.clock.advance(1_000);
    }
    const listPage = (page: number) => ports.people.list({ query: beginning, page }, ports.clock.now());
    const [first, second] = [await listPage(1), await listPage(2)];
    expect(first).toMatchObject({ total: 26, page: 1, pages: 2 });
    expect(first.people.map(({ email }) => email)).toEqual(
      Array.from({ length: 25 }, (_, index) => `${beginning}-${25 - index}@people.test`),
    );
    expect(second.people).toMatchObject([{ email: `${beginning}-0@people.test`, is_admin: false, is_confirmed: false, name: null }]);
    expect(await ports.people.list({ query: newEmail(), page: 1 }, ports.clock.now())).toEqual({ people: [], total: 0, page: 1, pages: 1 });
  });

  it('finds a person with their sessions and what they pay for', async () => {
    const ports = open();
    const { person, action } = await actionOn(ports);
    expect(await ports.people.find(person.id, action.now)).toMatchObject({ last_seen_at: null, is_paid: false, sessions: [] });
    await openSession(ports, person.id);
    await ports.startSubscription(person.id);
    expect(await ports.people.find(person.id, action.now)).toMatchObject({
      email: person.email,
      last_seen_at: action.now.toISOString(),
      is_paid: true,
      paid_until: null,
      given_until: null,
      sessions: [{ user_agent: 'test', current: false }],
    });
    expect(await ports.people.find(randomUUID(), action.now)).toBeNull();
  });

  it('ends one session or all of them, with an entry in the audit if any ended', async () => {
    const ports = open();
    const { admin, person, action, auditOf } = await actionOn(ports);
    for (let count = 0; count < 3; count++) await openSession(ports, person.id);
    const kept = await openSession(ports, admin.id);
    const [one] = await ports.sessions.listFor(person.id, '', action.now);
    const endOne = () => ports.people.endSessions(action, one?.id ?? '');
    expect([await endOne(), await endOne(), await ports.people.endSessions(action, null)]).toEqual([1, 0, 2]);
    expect(await ports.sessions.listFor(person.id, '', action.now)).toEqual([]);
    expect(await ports.sessions.listFor(admin.id, kept, action.now)).toHaveLength(1);
    expect(await auditOf()).toEqual(
      [2, 1].map((sessions) => ({ person: person.email, act: 'sessions_ended', details: { sessions }, at: action.now.toISOString() })),
    );
  });

  it('gives Premium through its last day, again for another one, and ends it once', async () => {
    const ports = open();
    const { person, action, auditOf } = await actionOn(ports);
    const givenUntil = async (now = action.now) => (await ports.people.find(person.id, now))?.given_until;
    expect(await ports.people.givePremium(action, lastDay - 1, new Date(endOfLastDay.getTime() - DAY_MS))).toBe(true);
    expect(await ports.people.givePremium(action, lastDay, endOfLastDay)).toBe(true);
    expect([await givenUntil(), await givenUntil(endOfLastDay)]).toEqual([endOfLastDay.toISOString(), null]);
    expect([await ports.people.endGivenPremium(action), await ports.people.endGivenPremium(action)]).toEqual([true, false]);
    expect(await givenUntil()).toBeNull();
    expect((await auditOf()).map(({ act, details }) => [act, details])).toEqual([
      ['premium_ended', {}],
      ['premium_given', { until: '2026-01-20' }],
      ['premium_given', { until: '2026-01-19' }],
    ]);
    expect(await ports.people.givePremium({ ...action, personId: randomUUID() }, lastDay, endOfLastDay)).toBe(false);
  });

  it('deletes an account unless its subscription is running; the audit outlives it without its address', async () => {
    const ports = open();
    const { person, action, auditOf } = await actionOn(ports);
    const subscriber = await registerUser(ports);
    await ports.startSubscription(subscriber.id);
    expect(await ports.people.deleteAccount({ ...action, personId: subscriber.id }, subscriber.email)).toBe(false);
    expect(await ports.people.deleteAccount(action, person.email)).toBe(true);
    expect(await ports.people.find(person.id, action.now)).toBeNull();
    expect(await ports.people.find(subscriber.id, action.now)).not.toBeNull();
    expect(await auditOf()).toMatchObject([{ person: 'Deleted user', act: 'account_deleted', details: {} }]);
  });
}
