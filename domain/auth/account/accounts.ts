import type { Account } from '#domain/auth/account/account';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import type { Email } from '#domain/mail/email';

/** A sign-up, with the email for either outcome. */
export interface NewAccount {
  readonly email: string;
  readonly password_hash: string;
  readonly code: StoredCode;
  /** The email for a new account. */
  readonly confirmationEmail: (userId: string) => Email;
  /** The email for the owner of an existing account; null when the owner has received enough of them. */
  readonly knownAddressEmail: (userId: string) => Email | null;
}

/** A new password and the notification of the change. */
export interface NewPassword {
  readonly password_hash: string;
  readonly notificationEmail: Email | null;
  /** The session in which the password was chosen: it is signed out, but keeps its referral data. */
  readonly session_hash: string | null;
}

/** The user accounts. Each method is one transaction, including the emails it queues. */
export abstract class Accounts {
  /** Expects a normalized `email`. */
  abstract findByEmail(email: string): Promise<Account | null>;

  abstract findById(id: string): Promise<Account | null>;

  /** Creates the account and returns its id, or returns null when the address has one. Both cases run the same statements. */
  abstract register(account: NewAccount, now: Date): Promise<string | null>;

  /** Returns the account of an unused, unexpired code, else null. */
  abstract findByCode(codeHash: string, purpose: CodePurpose, now: Date): Promise<Account | null>;

  /** Consumes the code and confirms the address; returns false when the code has been used meanwhile. */
  abstract confirm(codeHash: string, now: Date): Promise<boolean>;

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
