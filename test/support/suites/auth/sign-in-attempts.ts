import { FREE_ATTEMPTS, MAX_FAILURES, type SignInAttempts } from '#domain/auth/sessions/sign-in-attempts';
import { ipv4ClientIp } from '#domain/client-ip';
import { SignInLocked, TooManyRequests } from '#domain/errors';
import { newEmail } from './accounts';

/** The behavior of every implementation of `SignInAttempts`. */
export function describeSignInAttempts(open: () => SignInAttempts): void {
  const ip = ipv4ClientIp('203.0.113.7');

  it('throttles an account after its free attempts, but not its familiar IP', async () => {
    const signInAttempts = open();
    const email = newEmail();
    await signInAttempts.recordSuccess(email, ip);
    for (let count = 0; count < FREE_ATTEMPTS; count++) await signInAttempts.record(email, ipv4ClientIp('198.51.100.1'));
    await expect(signInAttempts.record(email, ipv4ClientIp('198.51.100.2'))).rejects.toThrow(TooManyRequests);
    await signInAttempts.record(email, ip);
    await signInAttempts.recordSuccess(email, ip);
    await signInAttempts.record(email, ipv4ClientIp('198.51.100.2'));
  });

  it('tells familiar IPs from others', async () => {
    const signInAttempts = open();
    const email = newEmail();
    expect(await signInAttempts.record(email, ip)).toBe('stranger');
    await signInAttempts.recordSuccess(email, ip);
    expect([await signInAttempts.record(email, ip), await signInAttempts.record(email, ipv4ClientIp('198.51.100.1'))]).toEqual([
      'familiar',
      'stranger',
    ]);
  });

  it('locks strangers out after consecutive wrong passwords, until the owner signs in from a familiar IP', async () => {
    const signInAttempts = open();
    const email = newEmail();
    await signInAttempts.recordSuccess(email, ip);
    for (let count = 1; count < MAX_FAILURES; count++) expect(await signInAttempts.recordFailure(email)).toBe(false);
    await signInAttempts.record(email, ipv4ClientIp('198.51.100.1'));
    expect([await signInAttempts.recordFailure(email), await signInAttempts.recordFailure(email)]).toEqual([true, false]);
    await expect(signInAttempts.record(email, ipv4ClientIp('198.51.100.1'))).rejects.toThrow(SignInLocked);
    expect(await signInAttempts.record(email, ip)).toBe('familiar');
    await signInAttempts.recordSuccess(email, ip);
    expect(await signInAttempts.record(email, ipv4ClientIp('198.51.100.1'))).toBe('stranger');
  });
}
