import { randomUUID } from 'node:crypto';
import type { Account } from '#domain/auth/account/account';
import { Accounts, type NewPassword, type NewRegistration, type Registered, type RegistrationEmails } from '#domain/auth/account/accounts';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import { USER_ROLE } from '#domain/auth/viewer';
import type { Email } from '#domain/mail/email';

type User = { -readonly [Field in keyof Account]: Account[Field] } & { readonly created_at: Date; readonly is_repeat: boolean };
type Code = StoredCode & { readonly user_id: string; used_at: Date | null };

/** The records of the fake accounts. */
export class FakeAuthStore {
  users: User[] = [];
  codes: Code[] = [];
  readonly emails: Email[] = [];

  insertUser(user: Partial<User> & { readonly email: string }, now: Date): User {
    const inserted = {
      id: randomUUID(),
      password_hash: null,
      role_id: USER_ROLE,
      is_confirmed: false,
      is_repeat: false,
      created_at: now,
      ...user,
    };
    this.users.push(inserted);
    return inserted;
  }

  user(id: string): User {
    const found = this.users.find((user) => user.id === id);
    if (!found) throw new Error(`no user ${id}`);
    return found;
  }

  confirmedUser(email: string): User | undefined {
    return this.users.find((user) => user.email === email && user.is_confirmed);
  }

  validCode(hash: string, purpose: CodePurpose, now: Date): Code | undefined {
    return this.codes.find((code) => code.hash === hash && code.purpose === purpose && !code.used_at && code.expires_at > now);
  }

  replaceCode(userId: string, code: StoredCode, now: Date): void {
    this.invalidateCodes(userId, code.purpose, now);
    this.codes.push({ ...code, user_id: userId, used_at: null });
  }

  invalidateCodes(userId: string, purpose: CodePurpose, now: Date): void {
    for (const code of this.codes) if (code.user_id === userId && code.purpose === purpose) code.used_at ??= now;
  }
}

export class FakeAccounts extends Accounts {
  constructor(private readonly store: FakeAuthStore) {
    super();
  }

  async findConfirmed(email: string): Promise<Account | null> {
    return this.store.confirmedUser(email) ?? null;
  }

  async findForReset(email: string): Promise<Account | null> {
    return this.store.confirmedUser(email) ?? this.store.users.findLast((user) => user.email === email) ?? null;
  }

  async findById(id: string): Promise<Account | null> {
    return this.store.users.find((user) => user.id === id) ?? null;
  }

  async register({ email, password_hash, code, emails }: NewRegistration, now: Date): Promise<Registered> {
    const isRepeat = this.store.users.some((user) => user.email === email);
    const { id } = this.store.insertUser({ email, password_hash, is_repeat: isRepeat }, now);
    await this.renewRegistration(id, code, emails, now);
    return { id, isRepeat };
  }

  async renewRegistration(userId: string, code: StoredCode, emails: RegistrationEmails | null, now: Date): Promise<void> {
    const account = this.store.confirmedUser(this.store.user(userId).email);
    this.store.replaceCode(userId, code, now);
    if (account) this.store.invalidateCodes(userId, 'confirm', now);
    if (emails) this.store.emails.push(account ? emails.knownAddress(account.id) : emails.confirmation(userId));
  }

  async findByCode(codeHash: string, purpose: CodePurpose, now: Date): Promise<Account | null> {
    const code = this.store.validCode(codeHash, purpose, now);
    return code ? this.store.user(code.user_id) : null;
  }

  async confirm(codeHash: string, now: Date): Promise<boolean> {
    const code = this.store.validCode(codeHash, 'confirm', now);
    return code !== undefined && this.confirmRegistration(code.user_id, now);
  }

  async confirmRegistration(userId: string, now: Date): Promise<boolean> {
    const user = this.store.user(userId);
    if ((this.store.confirmedUser(user.email) ?? user) !== user) return false;
    user.is_confirmed = true;
    for (const { id, email } of this.store.users) if (email === user.email) this.store.invalidateCodes(id, 'confirm', now);
    return true;
  }

  async queueEmail(email: Email): Promise<void> {
    this.store.emails.push(email);
  }

  async replaceHash(userId: string, previousHash: string, newHash: string): Promise<void> {
    const user = this.store.user(userId);
    if (user.password_hash === previousHash) user.password_hash = newHash;
  }

  async replaceCode(userId: string, code: StoredCode, email: Email, now: Date): Promise<void> {
    this.store.replaceCode(userId, code, now);
    this.store.emails.push(email);
  }

  async resetPassword(codeHash: string, newPassword: NewPassword, now: Date): Promise<boolean> {
    const code = this.store.validCode(codeHash, 'reset', now);
    if (!code) return false;
    if (!(await this.confirmRegistration(code.user_id, now))) return false;
    await this.changePassword(code.user_id, newPassword, now);
    return true;
  }

  async changePassword(userId: string, { password_hash, notificationEmail }: NewPassword, now: Date): Promise<void> {
    this.store.invalidateCodes(userId, 'reset', now);
    this.store.user(userId).password_hash = password_hash;
    if (notificationEmail) this.store.emails.push(notificationEmail);
  }
}
