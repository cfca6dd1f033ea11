import { MAX_FAILURES } from '#domain/auth/sessions/sign-in-attempts';
import { InvalidCredentials, InvalidInput, NotPossible, TooManyRequests } from '#domain/errors';
import { createAuthUseCases } from '../../support/fakes/auth-use-cases';

const clientIp = '203.0.113.7';

describe('signing in', () => {
  it('returns the account for the correct password, whatever the case of the address', async () => {
    const { signIn, insertUser, log } = createAuthUseCases();
    const user = insertUser('ann@people.test', 'plum otter lake');
    expect(await signIn.withPassword(' Ann@People.test', 'plum otter lake', clientIp)).toBe(user);
    expect(log.events).toEqual([{ event: 'signed-in', user_id: user.id, clientIp }]);
  });

  it('refuses wrong passwords and unknown addresses alike', async () => {
    const { signIn, insertUser, log } = createAuthUseCases();
    insertUser('ann@people.test', 'plum otter lake');
    await expect(signIn.withPassword('ann@people.test', 'wrong', clientIp)).rejects.toThrow(InvalidCredentials);
    await expect(signIn.withPassword('bob@people.test', 'wrong', clientIp)).rejects.toThrow(InvalidCredentials);
    await expect(signIn.withPassword('not an address', 'wrong', clientIp)).rejects.toThrow(InvalidInput);
    expect(log.events.map(({ event }) => event)).toEqual(['sign-in-failed', 'sign-in-failed']);
  });

  it('throttles attempts before it verifies the password', async () => {
    const { signIn, insertUser } = createAuthUseCases();
    insertUser('ann@people.test', 'plum otter lake');
    for (let count = 0; count < 10; count++) await signIn.withPassword('ann@people.test', 'wrong', clientIp).catch(() => undefined);
    await expect(signIn.withPassword('ann@people.test', 'plum otter lake', clientIp)).rejects.toThrow(TooManyRequests);
  });

  it('refuses the correct password of a locked account', async () => {
    const { signIn, insertUser, clock } = createAuthUseCases();
    insertUser('ann@people.test', 'plum otter lake');
    for (let count = 0; count < MAX_FAILURES; count++) {
      await signIn.withPassword('ann@people.test', 'wrong', clientIp).catch(() => undefined);
      clock.time = new Date(clock.time.getTime() + 3 * 3_600_000);
    }
    await expect(signIn.withPassword('ann@people.test', 'plum otter lake', clientIp)).rejects.toThrow(InvalidCredentials);
  });

  it('verifies the current password of a signed-in user', async () => {
    const { signIn, insertUser } = createAuthUseCases();
    const { id } = insertUser('ann@people.test', 'plum otter lake');
    expect(await signIn.verifyPassword(id, 'plum otter lake')).toMatchObject({ id });
    await expect(signIn.verifyPassword(id, 'wrong')).rejects.toThrow(NotPossible);
  });
});
