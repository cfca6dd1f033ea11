import type { Passwords } from '#domain/auth/account/passwords';

export function describePasswords(passwords: Passwords): void {
  it('matches a password with its own hash only', async () => {
    const hash = await passwords.hash('plum otter lake 42');
    expect(await passwords.matches(hash, 'plum otter lake 42')).toBe(true);
    expect(await passwords.matches(hash, 'plum otter lake 43')).toBe(false);
    expect(await passwords.matches(null, 'plum otter lake 42')).toBe(false);
  });

  it('knows common passwords', async () => {
    const isCommon = await passwords.loadCommon();
    expect([isCommon('password1234'), isCommon('plum otter lake 42')]).toEqual([true, false]);
  });
}
