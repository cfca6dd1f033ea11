import { randomUUID } from 'node:crypto';
import { Conflict, InvalidInput, NotFound, NotPossible } from '#domain/errors';
import type { ManagePeople } from '#server/people/manage-people';
import { userActor } from '../../support/fakes/audit';
import { anonymousRequest, createAuthUseCases } from '../../support/fakes/auth-use-cases';

/** A site with an administrator and a confirmed free user. */
function createSite() {
  const useCases = createAuthUseCases();
  const admin = useCases.insertUser('boss@people.test', 'plum otter lake 42', true);
  const person = useCases.insertUser('mira@people.test', 'plum otter lake 42');
  const openSession = () => useCases.sessionLifecycle.signIn(person, anonymousRequest);
  return { ...useCases, admin, person, openSession };
}

type Act = (managePeople: ManagePeople, adminId: string, personId: string) => Promise<unknown>;

const endSessions: Act = (managePeople, adminId, personId) => managePeople.endSessions(userActor(adminId), personId, null);
const givePremium: Act = (managePeople, adminId, personId) => managePeople.givePremium(userActor(adminId), personId, '2026-06-30');
const endPremium: Act = (managePeople, adminId, personId) => managePeople.endGivenPremium(userActor(adminId), personId);
const deletePerson: Act = (managePeople, adminId, personId) => managePeople.delete(userActor(adminId), personId, 'mira@people.test');

describe('managing people', () => {
  it.each<[string, Act]>([
    ['view', (managePeople, _, personId) => managePeople.view(personId)],
    ['end the sessions of', endSessions],
    ['give Premium to', givePremium],
    ['end the Premium of', endPremium],
    ['delete', deletePerson],
  ])('finds no one to %s under an unknown id', async (_, act) => {
    const { managePeople, admin, log } = createSite();
    await expect(act(managePeople, admin.id, randomUUID())).rejects.toThrow(NotFound);
    expect(log.events).toEqual([]);
  });

  it.each<[string, Act]>([
    ['the end of their own sessions', endSessions],
    ['Premium for themselves', givePremium],
    ['the end of Premium that no one gave', endPremium],
    ['the deletion of their own account', deletePerson],
  ])('refuses administrators %s, and records nothing', async (_, act) => {
    const { managePeople, admin, log, store } = createSite();
    await expect(act(managePeople, admin.id, admin.id)).rejects.toThrow(NotPossible);
    expect([log.events, store.entries]).toEqual([[], []]);
  });

  it('lists people by the beginning of their address', async () => {
    const { managePeople } = createSite();
    const listEmails = async (query: string) => (await managePeople.list({ query, page: 1 })).people.map(({ email }) => email);
    expect([await listEmails('mi'), await listEmails('people')]).toEqual([['mira@people.test'], []]);
  });
});

describe('the sessions of a person', () => {
  it('end one by one or together, and each time the security log says so', async () => {
    const { managePeople, admin, person, openSession, log, store } = createSite();
    for (let count = 0; count < 3; count++) await openSession();
    const [first] = (await managePeople.view(person.id)).sessions;
    expect((await managePeople.endSessions(userActor(admin.id), person.id, first?.id ?? '')).sessions).toHaveLength(2);
    expect((await managePeople.endSessions(userActor(admin.id), person.id, null)).sessions).toEqual([]);
    expect(log.events).toEqual(
      Array.from({ length: 2 }, () => ({ event: 'sessions-ended', user_id: person.id, detail: 'by administrator' })),
    );
    expect(store.entries.map(({ details }) => details)).toEqual([{ sessions: 1 }, { sessions: 2 }]);
  });

  it('cannot end twice', async () => {
    const { managePeople, admin, person, openSession, log } = createSite();
    await openSession();
    await expect(managePeople.endSessions(userActor(admin.id), person.id, randomUUID())).rejects.toThrow('That session has already ended.');
    expect(log.events).toEqual([]);
    expect((await managePeople.view(person.id)).sessions).toHaveLength(1);
  });
});

describe('Premium that an administrator gives', () => {
  it('lasts through its last day', async () => {
    const { managePeople, admin, person, log, clock, store } = createSite();
    expect(await givePremium(managePeople, admin.id, person.id)).toMatchObject({ given_until: '2026-07-01T00:00:00.000Z', is_paid: false });
    expect(log.events).toEqual([{ event: 'premium-changed', user_id: person.id, detail: 'given' }]);
    expect(store.entries).toMatchObject([{ by: userActor(admin.id), target: person.id, details: { until: '2026-06-30' } }]);
    clock.time = new Date('2026-07-01T00:00:00Z');
    expect(await managePeople.view(person.id)).toMatchObject({ given_until: null });
  });

  it.each([
    ['a day that does not exist', '2026-02-30'],
    ['a day in the past', '2025-12-31'],
    ['a day more than ten years ahead', '2036-01-03'],
  ])('is refused through %s', async (_, until) => {
    const { managePeople, admin, person, log } = createSite();
    await expect(managePeople.givePremium(userActor(admin.id), person.id, until)).rejects.toThrow(InvalidInput);
    expect(log.events).toEqual([]);
    expect(await managePeople.view(person.id)).toMatchObject({ given_until: null });
  });

  it('is refused while the address is not confirmed', async () => {
    const { managePeople, admin, store, clock } = createSite();
    const registered = store.insertUser({ email: 'new@people.test' }, clock.now());
    await expect(givePremium(managePeople, admin.id, registered.id)).rejects.toThrow('The address is not confirmed');
  });

  it('finds no one whose account is deleted meanwhile', async () => {
    const { managePeople, people, admin, person, log } = createSite();
    people.givePremium = async () => false;
    await expect(givePremium(managePeople, admin.id, person.id)).rejects.toThrow(NotFound);
    expect(log.events).toEqual([]);
  });

  it('ends when an administrator says so', async () => {
    const { managePeople, admin, person, log } = createSite();
    await givePremium(managePeople, admin.id, person.id);
    expect(await endPremium(managePeople, admin.id, person.id)).toMatchObject({ given_until: null });
    expect(log.events.at(-1)).toEqual({ event: 'premium-changed', user_id: person.id, detail: 'given one ended' });
    await expect(endPremium(managePeople, admin.id, person.id)).rejects.toThrow('No Premium was given.');
  });

  it('is not logged as ended when it ended meanwhile', async () => {
    const { managePeople, people, admin, person, log } = createSite();
    await givePremium(managePeople, admin.id, person.id);
    people.endGivenPremium = async () => false;
    await endPremium(managePeople, admin.id, person.id);
    expect(log.events.map(({ detail }) => detail)).toEqual(['given']);
  });
});

describe('the deletion of a person', () => {
  it('needs their address, in any case, and is logged', async () => {
    const { managePeople, admin, person, log, store } = createSite();
    await expect(managePeople.delete(userActor(admin.id), person.id, 'mira@people.tes')).rejects.toThrow(Conflict);
    expect(log.events).toEqual([]);
    await managePeople.delete(userActor(admin.id), person.id, 'Mira@People.test');
    await expect(managePeople.view(person.id)).rejects.toThrow(NotFound);
    expect(log.events).toEqual([{ event: 'account-deleted', user_id: person.id, detail: 'by administrator' }]);
    expect(store.entries).toMatchObject([{ by: userActor(admin.id), act: 'account_deleted' }]);
  });

  it('is refused while they have Premium that renews', async () => {
    const { managePeople, admin, person, store, log } = createSite();
    store.subscriberIds.add(person.id);
    await expect(deletePerson(managePeople, admin.id, person.id)).rejects.toThrow('Premium that renews');
    expect(log.events).toEqual([]);
    expect(await managePeople.view(person.id)).toMatchObject({ is_paid: true });
  });
});
