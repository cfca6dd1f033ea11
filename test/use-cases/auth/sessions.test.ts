import { Conflict, NotFound } from '#domain/errors';
import type { SignedInUser } from '#domain/auth/user';
import { anonymousRequest, createAuthUseCases } from '../../support/fakes/auth-use-cases';

describe('the session lifecycle', () => {
  it('signs in with a new token and keeps the referral of the previous session', async () => {
    const { sessionLifecycle, insertUser, requestWith, store } = createAuthUseCases();
    const first = (await sessionLifecycle.attachReferral('customer-42', anonymousRequest)) ?? '';
    const visitor = await requestWith(first);
    expect(await sessionLifecycle.attachReferral('customer-43', visitor)).toBeNull();
    const { token, user } = await sessionLifecycle.signIn(insertUser('ann@people.test', 'plum otter lake'), visitor);
    expect(user).toMatchObject({ email: 'ann@people.test', is_premium: false });
    expect(token).not.toBe(first);
    expect(store.sessions).toEqual([expect.objectContaining({ sscid: 'customer-43', user_agent: 'test' })]);
  });

  it("ends an administrator's session after 12 hours", async () => {
    const { sessionLifecycle, insertUser, store } = createAuthUseCases();
    await sessionLifecycle.signIn(insertUser('ann@people.test', 'plum otter lake', true), anonymousRequest);
    expect(store.sessions[0]?.expires_at).toEqual(new Date('2026-01-01T12:00:00Z'));
  });

  it('signs out with a new token', async () => {
    const { sessionLifecycle, insertUser, requestWith, store } = createAuthUseCases();
    const { token } = await sessionLifecycle.signIn(insertUser('ann@people.test', 'plum otter lake'), anonymousRequest);
    expect(await sessionLifecycle.signOut(await requestWith(token))).not.toBe(token);
    expect(store.sessions).toEqual([]);
  });
});

describe('the own account', () => {
  async function signedIn() {
    const auth = createAuthUseCases();
    const { token, user } = await auth.sessionLifecycle.signIn(auth.insertUser('ann@people.test', 'plum otter lake'), anonymousRequest);
    const { session } = await auth.requestWith(token);
    return { ...auth, user: user satisfies SignedInUser, tokenHash: session?.token_hash ?? '' };
  }

  it('lists and ends sessions', async () => {
    const { ownAccount, sessionLifecycle, user, tokenHash, log } = await signedIn();
    await sessionLifecycle.signIn(user, anonymousRequest);
    const one = (await ownAccount.listSessions(user, tokenHash)).find(({ current }) => !current);
    await ownAccount.endSession(user, one?.id ?? '');
    await expect(ownAccount.endSession(user, one?.id ?? '')).rejects.toThrow(NotFound);
    await sessionLifecycle.signIn(user, anonymousRequest);
    await ownAccount.endOtherSessions(user, tokenHash);
    expect(await ownAccount.listSessions(user, tokenHash)).toEqual([expect.objectContaining({ current: true })]);
    expect(log.events.map(({ detail }) => detail)).toEqual(['one', 'others']);
  });

  it('exports data with its date', async () => {
    const { ownAccount, user } = await signedIn();
    expect(await ownAccount.exportData(user)).toMatchObject({
      exported_at: '2026-01-01T00:00:00.000Z',
      account: { email: 'ann@people.test' },
    });
  });

  it('is deleted only without a running subscription', async () => {
    const { ownAccount, user, store, log } = await signedIn();
    store.subscriberIds.add(user.id);
    await expect(ownAccount.deleteAccount(user)).rejects.toThrow(Conflict);
    store.subscriberIds.clear();
    await ownAccount.deleteAccount(user);
    expect(store.users).toEqual([]);
    expect(log.events.map(({ event }) => event)).toEqual(['account-deleted']);
  });
});
