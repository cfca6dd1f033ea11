import { ipv4ClientIp } from '#domain/client-ip';
import { InvalidInput, NotPossible, TooManyRequests } from '#domain/errors';
import { anonymousRequest, createAuthUseCases } from '../../support/fakes/auth-use-cases';

const email = 'ann@people.test';
const clientIp = ipv4ClientIp('203.0.113.7');

describe('password recovery', () => {
  it('emails a code to existing accounts only, three times an hour', async () => {
    const { passwordRecovery, insertUser, store } = createAuthUseCases();
    await passwordRecovery.requestReset('bob@people.test', clientIp);
    insertUser(email, 'plum otter lake');
    for (let count = 0; count < 3; count++) await passwordRecovery.requestReset(email, clientIp);
    await expect(passwordRecovery.requestReset(email, clientIp)).rejects.toThrow(TooManyRequests);
    expect(store.emails.map(({ kind, to }) => `${kind} ${to}`)).toEqual(Array(3).fill(`reset ${email}`));
  });

  it('sets a new password by code, once, and keeps the code when it refuses a password', async () => {
    const { passwordRecovery, signIn, insertUser, store } = createAuthUseCases();
    insertUser(email, 'plum otter lake');
    await passwordRecovery.requestReset(email, clientIp);
    const reset_code = store.emails[0]?.code ?? '';
    await expect(passwordRecovery.resetWithCode({ reset_code, password: 'short' }, anonymousRequest)).rejects.toThrow(InvalidInput);
    await passwordRecovery.resetWithCode({ reset_code, password: 'a new password' }, anonymousRequest);
    expect(await signIn.withPassword(email, 'a new password', anonymousRequest)).toMatchObject({ email });
    expect(store.emails.at(-1)).toMatchObject({ kind: 'password-changed', to: email });
    await expect(passwordRecovery.resetWithCode({ reset_code, password: 'a new password' }, anonymousRequest)).rejects.toThrow(NotPossible);
  });

  it('changes a password, and says so by email', async () => {
    const { passwordRecovery, insertUser, store } = createAuthUseCases();
    const user = insertUser(email, 'plum otter lake');
    await passwordRecovery.changePassword(user, 'a new password', anonymousRequest);
    expect(user.password_hash).toBe('hash of a new password');
    expect(store.emails).toMatchObject([{ kind: 'password-changed', to: email }]);
  });
});
