import { randomUUID } from 'node:crypto';
import type { Account } from '#domain/auth/account/account';
import type { Accounts } from '#domain/auth/account/accounts';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import { HOUR_MS } from '#domain/durations';
import type { Email, EmailKind } from '#domain/mail/email';
import type { FixedClock } from '../../fixed-clock';

/** Accounts under test. */
interface AccountsSetup {
  readonly clock: FixedClock;
  readonly accounts: Accounts;
  /** The kinds of the emails queued for an address. */
  queuedEmails(to: string): Promise<readonly string[]>;
}

type ClockedAccounts = Pick<AccountsSetup, 'clock' | 'accounts'>;

export const newEmail = () => `${randomUUID()}@people.test`;
export const newCode = ({ clock }: Pick<AccountsSetup, 'clock'>, purpose: CodePurpose): StoredCode => ({
  hash: randomUUID(),
  purpose,
  expires_at: new Date(clock.now().getTime() + HOUR_MS),
});
const emailTo = (to: string, kind: EmailKind): Email => ({ kind, to, user_id: null, subject: 'Test', paragraphs: [] });

export async function registerUser(setup: ClockedAccounts, email = newEmail(), code = newCode(setup, 'confirm')): Promise<Account> {
  const emails = { confirmation: () => emailTo(email, 'confirm'), knownAddress: () => emailTo(email, 'known-address') };
  const { id } = await setup.accounts.register({ email, password_hash: 'old hash', code, emails }, setup.clock.now());
  const account = await setup.accounts.findById(id);
  if (!account) throw new Error('the registration was not found');
  return account;
}

/** The behavior of every implementation of `Accounts`. */
export function describeAccounts(open: () => AccountsSetup): void {
  it('adds a registration for every sign-up, and emails the address either way', async () => {
    const ports = open();
    const { accounts, clock } = ports;
    const [email, code] = [newEmail(), newCode(ports, 'confirm')];
    const first = await registerUser(ports, email, code);
    expect(first).toMatchObject({ email, is_confirmed: false, role_id: 2, password_hash: 'old hash' });
    expect(await accounts.findConfirmed(email)).toBeNull();
    await accounts.confirm(code.hash, clock.now());
    expect(await accounts.findConfirmed(email)).toMatchObject({ id: first.id });
    const unusable = newCode(ports, 'confirm');
    const second = await registerUser(ports, email, unusable);
    expect(second).toMatchObject({ email, is_confirmed: false, role_id: 2, password_hash: 'old hash' });
    expect(second.id).not.toBe(first.id);
    expect(await accounts.findByCode(unusable.hash, 'confirm', clock.now())).toBeNull();
    expect(await ports.queuedEmails(email)).toEqual(['confirm', 'known-address']);
    expect(await accounts.findForReset(email)).toMatchObject({ id: first.id });
    expect(await accounts.findForReset(newEmail())).toBeNull();
  });

  it('tells a repeated sign-up from the first of an address', async () => {
    const { accounts, clock, ...ports } = open();
    const registration = () => ({
      email: 'twice@people.test',
      password_hash: 'hash',
      code: newCode({ clock }, 'confirm'),
      emails: null,
    });
    const before = await accounts.findForReset('twice@people.test');
    expect(await accounts.register(registration(), clock.now())).toMatchObject({ isRepeat: before !== null });
    expect(await accounts.register(registration(), clock.now())).toMatchObject({ isRepeat: true });
    expect(await ports.queuedEmails('twice@people.test')).toEqual([]);
  });

  it('confirms one of several registrations of an address, even of two at once', async () => {
    const ports = open();
    const { accounts, clock } = ports;
    const email = newEmail();
    const codes = [newCode(ports, 'confirm'), newCode(ports, 'confirm'), newCode(ports, 'confirm')];
    const registrations = await Promise.all(codes.map((code) => registerUser(ports, email, code)));
    const confirmed = await Promise.all(codes.slice(1).map(({ hash }) => accounts.confirm(hash, clock.now())));
    expect(confirmed.filter(Boolean)).toHaveLength(1);
    expect(await accounts.findByCode(codes[0]?.hash ?? '', 'confirm', clock.now())).toBeNull();
    expect(await accounts.confirmRegistration(registrations[0]?.id ?? '', clock.now())).toBe(false);
    const states = await Promise.all(registrations.map(({ id }) => accounts.findById(id)));
    expect(states.filter((account) => account?.is_confirmed)).toHaveLength(1);
  });

  it('renews the code of a registration, which is unusable while the address has an account', async () => {
    const ports = open();
    const { accounts, clock } = ports;
    const email = newEmail();
    const emails = { confirmation: () => emailTo(email, 'confirm'), knownAddress: () => emailTo(email, 'known-address') };
    const [first, renewed] = [newCode(ports, 'confirm'), newCode(ports, 'confirm')];
    const { id } = await registerUser(ports, email, first);
    const other = await registerUser(ports, email);
    await accounts.renewRegistration(id, renewed, emails, clock.now());
    expect(await accounts.findByCode(first.hash, 'confirm', clock.now())).toBeNull();
    expect(await accounts.confirm(renewed.hash, clock.now())).toBe(true);
    const unusable = newCode(ports, 'confirm');
    await accounts.renewRegistration(other.id, unusable, emails, clock.now());
    expect(await accounts.confirm(unusable.hash, clock.now())).toBe(false);
    expect(await ports.queuedEmails(email)).toEqual(['confirm', 'confirm', 'confirm', 'known-address']);
  });

  it('confirms an address by an unexpired code of the purpose, once', async () => {
    const ports = open();
    const code = newCode(ports, 'confirm');
    const account = await registerUser(ports, newEmail(), code);
    const { accounts, clock } = ports;
    expect(await accounts.findByCode(code.hash, 'reset', clock.now())).toBeNull();
    expect(await accounts.findByCode(code.hash, 'confirm', code.expires_at)).toBeNull();
    expect(await accounts.findByCode(code.hash, 'confirm', clock.now())).toEqual(account);
    expect([await accounts.confirm(code.hash, clock.now()), await accounts.confirm(code.hash, clock.now())]).toEqual([true, false]);
    expect(await accounts.findById(account.id)).toMatchObject({ is_confirmed: true });
  });

  it('invalidates older codes of a purpose with a new one', async () => {
    const ports = open();
    const { id, email } = await registerUser(ports);
    const { accounts, clock } = ports;
    const [older, newer] = [newCode(ports, 'reset'), newCode(ports, 'reset')];
    for (const code of [older, newer]) await accounts.replaceCode(id, code, emailTo(email, 'reset'), clock.now());
    expect(await accounts.findByCode(older.hash, 'reset', clock.now())).toBeNull();
    expect(await accounts.findByCode(newer.hash, 'reset', clock.now())).toMatchObject({ id });
    expect(await ports.queuedEmails(email)).toEqual(['confirm', 'reset', 'reset']);
  });

  it('resets a password by code once, and confirms the address', async () => {
    const ports = open();
    const { accounts, clock } = ports;
    const { id, email } = await registerUser(ports);
    const code = newCode(ports, 'reset');
    await accounts.replaceCode(id, code, emailTo(email, 'reset'), clock.now());
    const newPassword = { password_hash: 'new hash', notificationEmail: emailTo(email, 'password-changed'), session_hash: null };
    expect(await accounts.resetPassword(code.hash, newPassword, clock.now())).toBe(true);
    expect(await accounts.resetPassword(code.hash, newPassword, clock.now())).toBe(false);
    expect(await accounts.findById(id)).toMatchObject({ password_hash: 'new hash', is_confirmed: true });
    expect(await ports.queuedEmails(email)).toEqual(['confirm', 'reset', 'password-changed']);
  });
}
