import { MAX_FAILURES } from '#domain/auth/sessions/sign-in-attempts';
import { ipv4ClientIp } from '#domain/client-ip';
import { InvalidCredentials, InvalidInput, NotPossible, SignInLocked, TooManyRequests } from '#domain/errors';
import { anonymousRequest, createAuthUseCases, requestOf } from '../../support/fakes/auth-use-cases';

const { clientIp } = anonymousRequest;

describe('signing in', () => {
  it('returns the account for the correct password, whatever the case of the address', async () => {
    const { signIn, insertUser, log } = createAuthUseCases();
    const user = insertUser('ann@people.test', 'plum otter lake');
    expect(await signIn.withPassword(' Ann@People.test', 'plum otter lake', anonymousRequest)).toBe(user);
    expect(log.events).toEqual([{ event: 'signed-in', user_id: user.id, clientIp }]);
  });

  it('refuses wrong passwords and unknown addresses alike', async () => {
    const { signIn, insertUser, log } = createAuthUseCases();
    insertUser('ann@people.test', 'plum otter lake');
    await expect(signIn.withPassword('ann@people.test', 'wrong', anonymousRequest)).rejects.toThrow(InvalidCredentials);
    await expect(signIn.withPassword('bob@people.test', 'wrong', anonymousRequest)).rejects.toThrow(InvalidCredentials);
    await expect(signIn.withPassword('not an address', 'wrong', anonymousRequest)).rejects.toThrow(InvalidInput);
    expect(log.events.map(({ event }) => event)).toEqual(['sign-in-failed', 'sign-in-failed']);
  });

  it('throttles attempts before it verifies the password', async () => {
    const { signIn, insertUser } = createAuthUseCases();
    insertUser('ann@people.test', 'plum otter lake');
    for (let count = 0; count < 10; count++) await signIn.withPassword('ann@people.test', 'wrong', anonymousRequest).catch(() => undefined);
    await expect(signIn.withPassword('ann@people.test', 'plum otter lake', anonymousRequest)).rejects.toThrow(TooManyRequests);
  });

  describe('after a hundred wrong passwords of strangers', () => {
    /** An account whose owner signed in at `clientIp`, and strangers who guessed until they were locked out. */
    const lockStrangersOut = async () => {
      const auth = createAuthUseCases();
      const owner = auth.insertUser('ann@people.test', 'plum otter lake');
      await auth.signIn.withPassword('ann@people.test', 'plum otter lake', anonymousRequest);
      for (let count = 0; count < MAX_FAILURES + 5; count++) {
        await auth.signIn.withPassword('ann@people.test', 'wrong', stranger).catch(() => undefined);
        auth.clock.time = new Date(auth.clock.time.getTime() + 3 * 3_600_000);
      }
      return { ...auth, owner };
    };
    const stranger = { ...anonymousRequest, clientIp: ipv4ClientIp('198.51.100.1') };

    it('works from a familiar client IP, which ends the lock', async () => {
      const { signIn, owner } = await lockStrangersOut();
      await expect(signIn.withPassword('ann@people.test', 'plum otter lake', stranger)).rejects.toThrow(SignInLocked);
      expect(await signIn.withPassword('ann@people.test', 'plum otter lake', anonymousRequest)).toBe(owner);
      expect(await signIn.withPassword('ann@people.test', 'plum otter lake', stranger)).toBe(owner);
    });

    it('is announced to the owner in one email', async () => {
      const { store, owner } = await lockStrangersOut();
      expect(store.emails.map(({ kind, to, user_id }) => [kind, to, user_id])).toEqual([['sign-in-locked', owner.email, owner.id]]);
    });

    it('is refused alike for an address without an account, without an email', async () => {
      const { signIn, store, clock } = createAuthUseCases();
      for (let count = 0; count < MAX_FAILURES; count++) {
        await signIn.withPassword('bob@people.test', 'wrong', stranger).catch(() => undefined);
        clock.time = new Date(clock.time.getTime() + 3 * 3_600_000);
      }
      await expect(signIn.withPassword('bob@people.test', 'wrong', stranger)).rejects.toThrow(SignInLocked);
      expect(store.emails).toEqual([]);
    });
  });

  it('hashes the password again when the cost was raised', async () => {
    const { signIn, insertUser } = createAuthUseCases();
    const user = insertUser('ann@people.test', 'plum otter lake');
    user.password_hash = 'old hash of plum otter lake';
    await expect(signIn.withPassword('ann@people.test', 'wrong', anonymousRequest)).rejects.toThrow(InvalidCredentials);
    expect(user.password_hash).toBe('old hash of plum otter lake');
    await signIn.withPassword('ann@people.test', 'plum otter lake', anonymousRequest);
    expect(user.password_hash).toBe('hash of plum otter lake');
  });

  describe('before the address is confirmed', () => {
    const credentials = { email: 'ann@people.test', password: 'plum otter lake' };
    const signUp = async (auth: ReturnType<typeof createAuthUseCases>) => {
      const { id } = await auth.registration.register(credentials, anonymousRequest);
      return { id, here: requestOf(id), code: auth.store.emails.at(-1)?.code ?? '' };
    };

    it('works only in the browser that signed up', async () => {
      const auth = createAuthUseCases();
      const { id, here } = await signUp(auth);
      expect(await auth.signIn.withPassword(credentials.email, credentials.password, here)).toMatchObject({ id, is_confirmed: false });
      await expect(auth.signIn.withPassword(credentials.email, 'wrong', here)).rejects.toThrow(InvalidCredentials);
      await expect(auth.signIn.withPassword('bob@people.test', credentials.password, here)).rejects.toThrow(InvalidCredentials);
      await expect(auth.signIn.withPassword(credentials.email, credentials.password, anonymousRequest)).rejects.toThrow(InvalidCredentials);
    });

    it('confirms the address in a browser that has posted the code', async () => {
      const auth = createAuthUseCases();
      const { id, code } = await signUp(auth);
      expect(await auth.registration.confirmEmail(code, anonymousRequest)).toMatchObject({ account: { id }, isConfirmed: false });
      const there = requestOf(id, false);
      await expect(auth.registration.confirmEmail(code, there)).resolves.toMatchObject({ isConfirmed: false });
      await expect(auth.signIn.withPassword(credentials.email, 'wrong', there)).rejects.toThrow(InvalidCredentials);
      expect(await auth.signIn.withPassword(credentials.email, credentials.password, there)).toMatchObject({ id, is_confirmed: true });
      expect(await auth.signIn.withPassword(credentials.email, credentials.password, anonymousRequest)).toMatchObject({ id });
    });

    it('is the same for an address with an account, without anything from it', async () => {
      const auth = createAuthUseCases();
      const owner = auth.insertUser(credentials.email, 'the password of its owner', true);
      const { id, here } = await signUp(auth);
      const shadow = await auth.signIn.withPassword(credentials.email, credentials.password, here);
      expect(shadow).toMatchObject({ id, email: credentials.email, role_id: 2, is_confirmed: false });
      expect(await auth.signIn.withPassword(credentials.email, 'the password of its owner', here)).toBe(owner);
    });

    it('does not reset the attempts on the account of the address', async () => {
      const auth = createAuthUseCases();
      auth.insertUser(credentials.email, 'the password of its owner');
      const { here } = await signUp(auth);
      for (let count = 0; count < 9; count++)
        await expect(auth.signIn.withPassword(credentials.email, 'wrong', anonymousRequest)).rejects.toThrow(InvalidCredentials);
      await auth.signIn.withPassword(credentials.email, credentials.password, here);
      await expect(auth.signIn.withPassword(credentials.email, 'wrong', here)).rejects.toThrow(TooManyRequests);
    });
  });

  it('verifies the current password of a signed-in user', async () => {
    const { signIn, insertUser } = createAuthUseCases();
    const { id } = insertUser('ann@people.test', 'plum otter lake');
    expect(await signIn.verifyPassword(id, 'plum otter lake')).toMatchObject({ id });
    await expect(signIn.verifyPassword(id, 'wrong')).rejects.toThrow(NotPossible);
  });
});
