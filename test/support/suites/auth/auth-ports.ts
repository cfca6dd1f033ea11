import { randomUUID } from 'node:crypto';
import type { ActDetails, ActName, Actor } from '#domain/audit/acts';
import type { Account } from '#domain/auth/account/account';
import type { Accounts } from '#domain/auth/account/accounts';
import type { Administrators } from '#domain/auth/account/administrators';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import type { OwnData } from '#domain/auth/account/own-data';
import type { People } from '#domain/people/people';
import type { Sessions } from '#domain/auth/sessions/sessions';
import type { SignInAttempts } from '#domain/auth/sessions/sign-in-attempts';
import type { Viewers } from '#domain/auth/viewers';
import { DAY_MS, HOUR_MS } from '#domain/durations';
import type { Email, EmailKind } from '#domain/mail/email';
import type { FixedClock } from '../../fixed-clock';

/** What the audit has of an act on a person. */
export interface PersonEntry {
  readonly at: string;
  readonly act: ActName;
  readonly person: string;
  readonly details: ActDetails;
}

/** One implementation of the auth ports over the same records; tokens are hashed by `FakeSecrets`. */
export interface AuthPorts {
  readonly clock: FixedClock;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly viewers: Viewers;
  readonly administrators: Administrators;
  readonly people: People;
  readonly ownData: OwnData;
  readonly signInAttempts: SignInAttempts;
  /** The kinds of the emails queued for an address. */
  queuedEmails(to: string): Promise<readonly string[]>;
  startSubscription(userId: string): Promise<void>;
  /** What this administrator or command did to people, the newest first; a deleted person has no address. */
  auditOf(by: Actor): Promise<readonly PersonEntry[]>;
}

export type OpenPorts = () => AuthPorts;

export const newEmail = () => `${randomUUID()}@people.test`;
export const newCode = ({ clock }: AuthPorts, purpose: CodePurpose): StoredCode => ({
  hash: randomUUID(),
  purpose,
  expires_at: new Date(clock.now().getTime() + HOUR_MS),
});
export const emailTo = (to: string, kind: EmailKind): Email => ({ kind, to, user_id: null, subject: 'Test', paragraphs: [] });

export async function registerUser(ports: AuthPorts, email = newEmail(), code = newCode(ports, 'confirm')): Promise<Account> {
  const emails = { confirmation: () => emailTo(email, 'confirm'), knownAddress: () => emailTo(email, 'known-address') };
  const { id } = await ports.accounts.register({ email, password_hash: 'old hash', code, emails }, ports.clock.now());
  const account = await ports.accounts.findById(id);
  if (!account) throw new Error('the registration was not found');
  return account;
}

/** Opens a session and returns its token hash. */
export async function openSession({ sessions, clock }: AuthPorts, userId: string | null, replaces: string | null = null): Promise<string> {
  const token_hash = `hash of ${randomUUID()}`;
  const session = {
    token_hash,
    user_id: userId,
    pending_user_id: null,
    password_given: false,
    registering: false,
    user_agent: 'test',
    replaces,
  };
  await sessions.open({ ...session, expires_at: new Date(clock.now().getTime() + DAY_MS) }, clock.now());
  return token_hash;
}
