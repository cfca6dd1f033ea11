import type { Account } from '#domain/auth/account/account';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import type { Email } from '#domain/mail/email';

/** Somebody who signs up, and the letter for either case. */
export interface NewAccount {
  readonly email: string;
  readonly password_hash: string;
  readonly code: StoredCode;
  /** To the new account's owner. */
  readonly confirmationEmail: (userId: string) => Email;
  /** To the owner of an account that is there already; null when that owner had enough of them. */
  readonly knownAddressEmail: (userId: string) => Email | null;
}

/** A password chosen anew, and who must be told. */
export interface NewPassword {
  readonly password_hash: string;
  readonly notificationEmail: Email | null;
  /** The session of the browser where it was chosen: nobody is signed in by it any more, but what the browser had remembered stays in it. */
  readonly session_hash: string | null;
}

/** The accounts of the product; each method is one transaction, letters included. */
export abstract class Accounts {
  /** `email` in its one spelling. */
  abstract findByEmail(email: string): Promise<Account | null>;

  abstract findById(id: string): Promise<Account | null>;

  /** Makes the account unless the address has one; answers the new one's id, else null. Both ways take as many steps. */
  abstract register(account: NewAccount, now: Date): Promise<string | null>;

  /** Whose unused, living code this is; null for any other. */
  abstract findByCode(codeHash: string, purpose: CodePurpose, now: Date): Promise<Account | null>;

  /** Uses up the code and confirms the address; false when the code was used meanwhile. */
  abstract confirm(codeHash: string, now: Date): Promise<boolean>;

  /** Gives the account a new code and ends the older ones of its purpose. */
  abstract replaceCode(userId: string, code: StoredCode, email: Email, now: Date): Promise<void>;

  /**
   * Uses up the code and sets the password; false when the code was used meanwhile. All sessions end and the address counts as confirmed;
   * what somebody linked to an account before its address was proved is removed.
   */
  abstract resetPassword(codeHash: string, newPassword: NewPassword, now: Date): Promise<boolean>;

  /** Sets the password; all sessions end. */
  abstract changePassword(userId: string, newPassword: NewPassword, now: Date): Promise<void>;
}
