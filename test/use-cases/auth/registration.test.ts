import { InvalidInput, NotPossible, NotSignedIn } from '#domain/errors';
import { anonymousRequest, createAuthUseCases } from '../../support/fakes/auth-use-cases';

const credentials = { email: 'Ann@People.test', password: 'plum otter lake' };

/** A sign-up: its code, and the request of the browser that made it. */
async function signUp() {
  const auth = createAuthUseCases();
  const userId = await auth.registration.register(credentials, anonymousRequest);
  const token = await auth.sessionLifecycle.openForRegistration(userId, anonymousRequest);
  return { ...auth, userId, code: auth.store.emails[0]?.code ?? '', request: await auth.requestWith(token) };
}

describe('registration', () => {
  it('creates an account and emails a code', async () => {
    const { store, userId, log } = await signUp();
    expect(store.users).toEqual([expect.objectContaining({ id: userId, email: 'ann@people.test', is_confirmed: false })]);
    expect(store.emails).toEqual([expect.objectContaining({ kind: 'confirm', to: 'ann@people.test', user_id: userId })]);
    expect(log.events).toEqual([expect.objectContaining({ event: 'registered', user_id: userId })]);
  });

  it('emails the owner of an existing account at most three times an hour', async () => {
    const { registration, store } = await signUp();
    for (let count = 0; count < 5; count++) expect(await registration.register(credentials, anonymousRequest)).toBeNull();
    expect(store.emails.map(({ kind }) => kind)).toEqual(['confirm', 'known-address', 'known-address']);
  });

  it('refuses weak passwords and invalid addresses', async () => {
    const { registration, store } = createAuthUseCases();
    for (const refused of [{ password: 'password1234' }, { password: 'short' }, { email: 'ann@people' }])
      await expect(registration.register({ ...credentials, ...refused }, anonymousRequest)).rejects.toThrow(InvalidInput);
    expect(store.users).toEqual([]);
  });

  it('confirms an address in the browser that signed up, once', async () => {
    const { registration, store, code, request } = await signUp();
    expect(await registration.confirmEmail(code, request)).toMatchObject({ email: 'ann@people.test' });
    expect(store.users[0]?.is_confirmed).toBe(true);
    await expect(registration.confirmEmail(code, request)).rejects.toThrow(NotPossible);
  });

  it('keeps the code when another browser confirms', async () => {
    const { registration, code, request } = await signUp();
    await expect(registration.confirmEmail(code, anonymousRequest)).rejects.toThrow(NotSignedIn);
    await registration.confirmEmail(code, request);
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
