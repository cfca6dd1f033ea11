import type { Account } from '#domain/auth/account/account';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import type { Email } from '#domain/mail/email';

/** The emails of a registration. Which one is sent depends on whether the address has an account. */
export interface RegistrationEmails {
  readonly confirmation: (userId: string) => Email;
  /** The email to the owner of the existing account. */
  readonly knownAddress: (userId: string) => Email;
}

/** A sign-up. */
export interface NewRegistration {
  readonly email: string;
  readonly password_hash: string;
  readonly code: StoredCode;
  /** Null when the address has received enough of them. */
  readonly emails: RegistrationEmails | null;
}

/** A pending registration: an unconfirmed account. */
export interface Registered {
  readonly id: string;
  /** True when the address had an account or a registration before. */
  readonly isRepeat: boolean;
}

/** A new password and the notification of the change. */
export interface NewPassword {
  readonly password_hash: string;
  readonly notificationEmail: Email | null;
  /** The session in which the password was chosen: it is signed out, but keeps its referral data. */
  readonly session_hash: string | null;
}

/**
 * The user accounts. An address may have any number of unconfirmed ones, each of them a registration with its own password and code; at
 * most one is ever confirmed. Each method is one transaction, including the emails it queues, and expects normalized addresses.
 */
export abstract class Accounts {
  /** Returns the confirmed account of an address. */
  abstract findConfirmed(email: string): Promise<Account | null>;

  /** Returns the account that a password reset for this address is for: the confirmed one, else the newest registration. */
  abstract findForReset(email: string): Promise<Account | null>;

  abstract findById(id: string): Promise<Account | null>;

  /** Adds a registration. If the address has an account, the code is unusable; both cases run the same statements. */
  abstract register(registration: NewRegistration, now: Date): Promise<Registered>;

  /** Replaces the code of a registration and queues an email as `register` does. */
  abstract renewRegistration(userId: string, code: StoredCode, emails: RegistrationEmails | null, now: Date): Promise<void>;

  /** Returns the account of an unused, unexpired code, else null. */
  abstract findByCode(codeHash: string, purpose: CodePurpose, now: Date): Promise<Account | null>;

  /**
   * Consumes the code and confirms its registration; returns false when the code has been used or the address has an account meanwhile.
   * The codes of the address's other registrations become unusable.
   */
  abstract confirm(codeHash: string, now: Date): Promise<boolean>;

  /** Confirms a registration whose code was verified before; the result is that of `confirm`. */
  abstract confirmRegistration(userId: string, now: Date): Promise<boolean>;

  /** Queues an email to the owner of an account. */
  abstract queueEmail(email: Email, now: Date): Promise<void>;

  /** Replaces a hash of the same password, unless the password has changed meanwhile. */
  abstract replaceHash(userId: string, previousHash: string, newHash: string): Promise<void>;

  /** Stores a new code, invalidates the older ones of its purpose, and queues the email. */
  abstract replaceCode(userId: string, code: StoredCode, email: Email, now: Date): Promise<void>;

  /**
   * Consumes the code and sets the password; returns false when the code has been used meanwhile. Ends all sessions and confirms the
   * address. Accounts that were linked before the address was confirmed are removed: anyone may have linked them.
   */
  abstract resetPassword(codeHash: string, newPassword: NewPassword, now: Date): Promise<boolean>;

  /** Sets the password and ends all sessions. */
  abstract changePassword(userId: string, newPassword: NewPassword, now: Date): Promise<void>;
}
