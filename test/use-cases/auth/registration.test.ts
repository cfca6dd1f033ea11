import { InvalidInput, NotPossible, NotSignedIn, TooManyRequests } from '#domain/errors';
import { anonymousRequest, createAuthUseCases, requestOf } from '../../support/fakes/auth-use-cases';

const credentials = { email: 'Ann@People.test', password: 'plum otter lake' };

/** A sign-up: its code, and the request of the browser that made it. */
async function signUp() {
  const auth = createAuthUseCases();
  const { id: userId } = await auth.registration.register(credentials, anonymousRequest);
  return { ...auth, userId, code: auth.store.emails[0]?.code ?? '', request: requestOf(userId) };
}

describe('registration', () => {
  it('creates an account and emails a code', async () => {
    const { store, userId, log } = await signUp();
    expect(store.users).toEqual([expect.objectContaining({ id: userId, email: 'ann@people.test', is_confirmed: false })]);
    expect(store.emails).toEqual([expect.objectContaining({ kind: 'confirm', to: 'ann@people.test', user_id: userId })]);
    expect(log.events).toEqual([expect.objectContaining({ event: 'registered', user_id: userId })]);
  });

  it('emails the owner of an existing account instead of a code', async () => {
    const { registration, store, insertUser } = createAuthUseCases();
    insertUser('ann@people.test', 'the password of its owner');
    expect(await registration.register(credentials, anonymousRequest)).toMatchObject({ isRepeat: true });
    expect(store.emails).toEqual([expect.not.objectContaining({ code: expect.anything() })]);
    expect(store.emails).toEqual([expect.objectContaining({ kind: 'known-address', user_id: store.users[0]?.id })]);
  });

  it('emails an address at most three times an hour, with or without an account', async () => {
    for (const hasAccount of [true, false]) {
      const { registration, store, insertUser } = createAuthUseCases();
      if (hasAccount) insertUser('ann@people.test', 'the password of its owner');
      for (let count = 0; count < 5; count++) await registration.register(credentials, anonymousRequest);
      expect(store.emails).toHaveLength(3);
    }
  });

  it('refuses weak passwords and invalid addresses', async () => {
    const { registration, store } = createAuthUseCases();
    for (const refused of [{ password: 'password1234' }, { password: 'short' }, { email: 'ann@people' }])
      await expect(registration.register({ ...credentials, ...refused }, anonymousRequest)).rejects.toThrow(InvalidInput);
    expect(store.users).toEqual([]);
  });

  it('counts accepted sign-ups only, five an hour from one client IP', async () => {
    const { registration } = createAuthUseCases();
    for (let count = 0; count < 10; count++)
      await expect(registration.register({ ...credentials, password: 'short' }, anonymousRequest)).rejects.toThrow(InvalidInput);
    for (let count = 0; count < 5; count++)
      await registration.register({ ...credentials, email: `ann${count}@people.test` }, anonymousRequest);
    await expect(registration.register(credentials, anonymousRequest)).rejects.toThrow('Too many attempts. Try again in 72 minutes.');
  });

  it('confirms an address in the browser that signed up, once', async () => {
    const { registration, store, code, request } = await signUp();
    expect(await registration.confirmEmail(code, request)).toMatchObject({ account: { email: 'ann@people.test' }, isConfirmed: true });
    expect(store.users[0]?.is_confirmed).toBe(true);
    await expect(registration.confirmEmail(code, request)).rejects.toThrow(NotPossible);
  });

  it('keeps the code when another browser confirms', async () => {
    const { registration, store, code, request } = await signUp();
    expect(await registration.confirmEmail(code, anonymousRequest)).toMatchObject({ isConfirmed: false });
    expect(store.users[0]?.is_confirmed).toBe(false);
    await registration.confirmEmail(code, request);
    expect(store.users[0]?.is_confirmed).toBe(true);
  });

  it('sends at most three new codes an hour to an address, with or without an account', async () => {
    for (const hasAccount of [true, false]) {
      const { registration, store, request, insertUser } = await signUp();
      if (hasAccount) insertUser('ann@people.test', 'the password of its owner');
      for (let count = 0; count < 3; count++) await registration.resendConfirmation(request);
      await expect(registration.resendConfirmation(request)).rejects.toThrow(TooManyRequests);
      expect(store.emails).toHaveLength(4);
    }
  });

  it('sends a new code, which replaces the old one, to the browser that signed up', async () => {
    const { registration, store, code, request } = await signUp();
    await registration.resendConfirmation(request);
    await expect(registration.confirmEmail(code, request)).rejects.toThrow(NotPossible);
    await registration.confirmEmail(store.emails[1]?.code ?? '', request);
    await registration.resendConfirmation(request);
    expect(store.emails).toHaveLength(2);
    await expect(registration.resendConfirmation(anonymousRequest)).rejects.toThrow(NotSignedIn);
  });
});
