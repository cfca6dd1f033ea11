import { type Actor, DELETED_USER, type NewEntry } from '#domain/audit/acts';
import { randomUUID } from 'node:crypto';
import type { Account } from '#domain/auth/account/account';
import { Accounts, type NewPassword, type NewRegistration, type Registered, type RegistrationEmails } from '#domain/auth/account/accounts';
import { Administrators, type Demotion, type Promotion } from '#domain/auth/account/administrators';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import type { OpenSession } from '#domain/auth/contract';
import { isSessionAlive } from '#domain/auth/sessions/session-lifetime';
import { type NewSession, Sessions, toOpenSession } from '#domain/auth/sessions/sessions';
import { anonymousContext, type ViewerContext } from '#domain/auth/user';
import { ADMIN_ROLE, USER_ROLE } from '#domain/auth/viewer';
import { Viewers } from '#domain/auth/viewers';
import type { Clock } from '#domain/clock';
import type { Email } from '#domain/mail/email';
import type { Secrets } from '#domain/secrets';
import type { PersonEntry } from '../suites/auth/auth-ports';

type User = { -readonly [Field in keyof Account]: Account[Field] } & { readonly created_at: Date; readonly is_repeat: boolean };
type Session = { -readonly [Field in keyof NewSession]: NewSession[Field] } & {
  readonly id: string;
  readonly created_at: Date;
  readonly seen_at: Date;
  sscid: string | null;
  checked_at: Date | null;
};
type Code = StoredCode & { readonly user_id: string; used_at: Date | null };

/** The records that the fakes of the auth ports share. */
export class FakeAuthStore {
  /** What was written to the audit. */
  readonly entries: NewEntry[] = [];
  users: User[] = [];
  sessions: Session[] = [];
  codes: Code[] = [];
  readonly emails: Email[] = [];
  readonly subscriberIds = new Set<string>();
  readonly secondFactorOwners = new Set<string>();

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

  /** What the audit has of an actor, the newest first. */
  personEntriesOf(by: Actor): readonly PersonEntry[] {
    const isSame = (other: Actor) => (by.kind === 'user' ? other.kind === 'user' && other.id === by.id : other.kind === 'command');
    const emailOf = (id?: string) => this.users.find((user) => user.id === id)?.email ?? DELETED_USER;
    const own = this.entries.filter((entry) => isSame(entry.by)).toReversed();
    return own.map(({ at, act, target, details = {} }) => ({ at: at.toISOString(), act, person: emailOf(target), details }));
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

  endSessions(userId: string, keptTokenHash: string | null): void {
    this.sessions = this.sessions.filter(
      ({ user_id, pending_user_id, token_hash }) => (user_id !== userId && pending_user_id !== userId) || token_hash === keptTokenHash,
    );
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

  async changePassword(userId: string, { password_hash, notificationEmail, session_hash }: NewPassword, now: Date): Promise<void> {
    this.store.invalidateCodes(userId, 'reset', now);
    this.store.user(userId).password_hash = password_hash;
    this.store.endSessions(userId, session_hash);
    for (const session of this.store.sessions)
      if (session.token_hash === session_hash) Object.assign(session, { user_id: null, pending_user_id: null, registering: false });
    if (notificationEmail) this.store.emails.push(notificationEmail);
  }
}

export class FakeSessions extends Sessions {
  constructor(private readonly store: FakeAuthStore) {
    super();
  }

  async open(session: NewSession, now: Date): Promise<void> {
    const previous = this.store.sessions.find(({ token_hash }) => token_hash === session.replaces);
    this.store.sessions.push({
      ...session,
      id: randomUUID(),
      created_at: now,
      seen_at: now,
      sscid: previous?.sscid ?? null,
      checked_at: null,
    });
    if (previous) await this.close(previous.token_hash);
  }

  async savePostedCode(tokenHash: string, pendingUserId: string): Promise<void> {
    for (const session of this.store.sessions)
      if (session.token_hash === tokenHash)
        Object.assign(session, { pending_user_id: pendingUserId, registering: false, password_given: false });
  }

  async saveSscid(tokenHash: string, sscid: string): Promise<void> {
    for (const session of this.store.sessions) if (session.token_hash === tokenHash) session.sscid = sscid;
  }

  async saveOwnerCheck(tokenHash: string, now: Date): Promise<void> {
    for (const session of this.store.sessions) if (session.token_hash === tokenHash) session.checked_at = now;
  }

  async close(tokenHash: string): Promise<void> {
    this.store.sessions = this.store.sessions.filter(({ token_hash }) => token_hash !== tokenHash);
  }

  async listFor(userId: string, currentTokenHash: string, now: Date): Promise<readonly OpenSession[]> {
    return this.store.sessions
      .filter((session) => session.user_id === userId && isSessionAlive(session, this.store.user(userId).role_id, now))
      .toSorted((a, b) => b.seen_at.getTime() - a.seen_at.getTime())
      .map((session) => toOpenSession(session, currentTokenHash));
  }

  async end(userId: string, id: string): Promise<boolean> {
    const ended = this.store.sessions.find((session) => session.user_id === userId && session.id === id);
    if (ended) await this.close(ended.token_hash);
    return ended !== undefined;
  }

  async endOthers(userId: string, keptTokenHash: string | null): Promise<void> {
    this.store.sessions = this.store.sessions.filter(({ user_id, token_hash }) => user_id !== userId || token_hash === keptTokenHash);
  }
}

export class FakeViewers extends Viewers {
  constructor(
    private readonly store: FakeAuthStore,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {
    super();
  }

  async findBySessionToken(token: string | undefined): Promise<ViewerContext> {
    const session = this.store.sessions.find(({ token_hash }) => token !== undefined && token_hash === this.secrets.hash(token));
    const user = session?.user_id ? this.store.user(session.user_id) : null;
    if (!session || !isSessionAlive(session, user?.role_id ?? null, this.clock.now())) return anonymousContext;
    if (!user) return { ...anonymousContext, session };
    const { id, email, role_id, is_confirmed } = user;
    const rights = { role_id, is_confirmed, is_premium: this.store.subscriberIds.has(id) };
    return {
      viewer: { kind: 'user', user: rights },
      user: { id, email, ...rights, username: null, paddle_subscription_cancel_url: null },
      session,
    };
  }
}

export class FakeAdministrators extends Administrators {
  constructor(private readonly store: FakeAuthStore) {
    super();
  }

  async promote(email: string, passwordHash: string | null, code: StoredCode, by: Actor, now: Date): Promise<Promotion> {
    const existing = this.store.confirmedUser(email);
    const user = existing ?? this.store.insertUser({ email, is_confirmed: true }, now);
    if (user.role_id === ADMIN_ROLE && passwordHash === null && user.password_hash !== null)
      return { user_id: user.id, how: 'kept', needsCode: false };
    const wasAdmin = user.role_id === ADMIN_ROLE;
    user.password_hash = passwordHash;
    user.role_id = ADMIN_ROLE;
    for (const { id } of this.store.users.filter((each) => each.email === email)) this.store.invalidateCodes(id, 'confirm', now);
    this.store.endSessions(user.id, null);
    const account = existing ? (wasAdmin ? 'administrator' : 'existing') : 'new';
    this.store.entries.push({ by, at: now, act: 'administrator_appointed', target: user.id, details: { account } });
    const needsCode = user.password_hash === null;
    if (needsCode) this.store.replaceCode(user.id, code, now);
    return { user_id: user.id, how: existing ? 'promoted' : 'made', needsCode };
  }

  async resetPassword(email: string, code: StoredCode, by: Actor, now: Date): Promise<string | null> {
    const user = this.store.users.find((each) => each.email === email && each.role_id === ADMIN_ROLE);
    if (!user) return null;
    user.password_hash = null;
    this.store.endSessions(user.id, null);
    this.store.replaceCode(user.id, code, now);
    this.store.entries.push({ by, at: now, act: 'password_reset', target: user.id });
    return user.id;
  }

  async resetSecondFactor(email: string, emailTo: (userId: string) => Email, by: Actor, now: Date): Promise<string | null> {
    const user = this.store.confirmedUser(email);
    if (!user || !this.store.secondFactorOwners.delete(user.id)) return null;
    this.store.endSessions(user.id, null);
    this.store.emails.push(emailTo(user.id));
    this.store.entries.push({ by, at: now, act: 'second_factor_reset', target: user.id });
    return user.id;
  }

  async demote(email: string, by: Actor, now: Date): Promise<Demotion> {
    const all = this.store.users.filter(({ role_id }) => role_id === ADMIN_ROLE);
    const user = all.find((each) => each.email === email);
    if (!user) return { outcome: 'no administrator' };
    if (all.length === 1) return { outcome: 'last one' };
    user.role_id = USER_ROLE;
    this.store.endSessions(user.id, null);
    this.store.entries.push({ by, at: now, act: 'administrator_dismissed', target: user.id });
    return { outcome: 'demoted', user_id: user.id };
  }

  async list(): Promise<readonly { readonly email: string; readonly created_at: Date }[]> {
    return this.store.users.filter(({ role_id }) => role_id === ADMIN_ROLE).toSorted((a, b) => (a.email < b.email ? -1 : 1));
  }
}
