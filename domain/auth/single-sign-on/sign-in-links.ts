import type { SignInLink } from '#domain/auth/single-sign-on/contract';
import type { Identity } from '#domain/auth/single-sign-on/identity-provider';
import type { Email } from '#domain/mail/email';

/** The links from identities at providers to accounts. Each method is one transaction, including the email it queues. */
export abstract class SignInLinks {
  /** Returns the id of the account that an identity signs in to, else null. */
  abstract findUserId(identity: Identity): Promise<string | null>;

  /** Creates a confirmed account without a password. Returns its id; null when the address or the identity has an account. */
  abstract createAccount(email: string, identity: Identity, now: Date): Promise<string | null>;

  /** Links an identity to an account; false when it signs in to one already. */
  abstract add(userId: string, identity: Identity, email: Email, now: Date): Promise<boolean>;

  /** Returns the links of an account, oldest first. */
  abstract listFor(userId: string): Promise<readonly SignInLink[]>;

  /** Removes a link, unless it is the only way to sign in. */
  abstract remove(userId: string, id: string, email: Email, now: Date): Promise<'removed' | 'missing' | 'last'>;
}
