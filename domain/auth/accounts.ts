import type { Account } from '#domain/auth/account';
import type { CodePurpose, StoredCode } from '#domain/auth/codes';
import type { Letter } from '#domain/mail/letter';

/** Somebody who signs up, and the letter for either case. */
export interface SigningUp {
  readonly email: string;
  readonly password_hash: string;
  readonly code: StoredCode;
  /** To the new account's owner. */
  readonly welcome: (user_id: string) => Letter;
  /** To the owner of an account that is there already; null when that owner had enough of them. */
  readonly known: (user_id: string) => Letter | null;
}

/** A password chosen anew, and who must be told. */
export interface NewPassword {
  readonly password_hash: string;
  readonly letter: Letter | null;
  /** The session of the browser where it was chosen: nobody is signed in by it any more, but what the browser had remembered stays in it. */
  readonly session_hash: string | null;
}

/** The accounts of the product; each method is one transaction, letters included. */
export abstract class Accounts {
  /** `email` in its one spelling. */
  abstract byEmail(email: string): Promise<Account | null>;

  abstract byId(id: string): Promise<Account | null>;

  /** Makes the account unless the address has one; answers the new one's id, else null. Both ways take as many steps. */
  abstract signUp(somebody: SigningUp, now: Date): Promise<string | null>;

  /** Whose unused, living code this is; null for any other. */
  abstract ownerOf(codeHash: string, purpose: CodePurpose, now: Date): Promise<Account | null>;

  /** Uses up the code and confirms the address; false when the code was used meanwhile. */
  abstract confirm(codeHash: string, now: Date): Promise<boolean>;

  /** Gives the account a new code and ends the older ones of its purpose. */
  abstract giveCode(user_id: string, code: StoredCode, letter: Letter, now: Date): Promise<void>;

  /**
   * Uses up the code and sets the password; false when the code was used meanwhile. All sessions end and the address counts as confirmed;
   * what somebody linked to an account before its address was proved is removed.
   */
  abstract resetPassword(codeHash: string, chosen: NewPassword, now: Date): Promise<boolean>;

  /** Sets the password; all sessions end. */
  abstract changePassword(user_id: string, chosen: NewPassword, now: Date): Promise<void>;
}
