import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { SignInLink } from '#domain/auth/single-sign-on/contract';
import type { Identity } from '#domain/auth/single-sign-on/identity-provider';
import type { Email } from '#domain/mail/email';
import { confirmRegistration } from '#server/auth/account/typeorm/accounts';
import { lockUserOfSession } from '#server/auth/typeorm/sessions';
import { signInLinkSchema, userSchema } from '#server/database/schema/auth.schema';
import { insertIfNew } from '#server/database/typeorm/writes';
import { queueEmails } from '#server/mail/postgres/queue-emails';

/** Another sign-in was faster: nothing of this one is kept. */
class AlreadyTaken extends Error {}

/** The links from identities at providers to accounts. Each method is one transaction, including the email it queues. */
@Injectable()
export class SignInLinks {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the id of the account that an identity signs in to, else null. */
  async findUserId({ issuer, subject }: Identity): Promise<string | null> {
    return (await this.dataSource.manager.findOneBy(signInLinkSchema, { issuer, subject }))?.user_id ?? null;
  }

  /** Creates a confirmed account without a password. Returns its id; null when the address or the identity has an account. */
  async createAccount(email: string, identity: Identity, now: Date): Promise<string | null> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        const { identifiers } = await manager.insert(userSchema, { email, created_at: now });
        const { id } = identifiers[0] as { readonly id: string };
        const isOnly = (await confirmRegistration(manager, id, now)) && (await insertLink(manager, id, identity, now));
        if (!isOnly) throw new AlreadyTaken();
        return id;
      });
    } catch (error) {
      if (error instanceof AlreadyTaken) return null;
      throw error;
    }
  }

  /** Links an identity to an account; false when it signs in to one already. Throws `NotSignedIn` if the session has ended. */
  add(userId: string, identity: Identity, email: Email, sessionHash: string, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      await lockUserOfSession(manager, userId, sessionHash);
      if (!(await insertLink(manager, userId, identity, now))) return false;
      await queueEmails(manager, [email], now);
      return true;
    });
  }

  /** Returns the links of an account, oldest first. */
  async listFor(userId: string): Promise<readonly SignInLink[]> {
    const rows = await this.dataSource.manager.find(signInLinkSchema, {
      where: { user_id: userId },
      order: { linked_at: 'ASC', id: 'ASC' },
    });
    return rows.map(({ id, issuer, linked_at }) => ({ id, issuer, linked_at: linked_at.toISOString() }));
  }

  /** Removes a link, unless it is the only way to sign in. */
  remove(userId: string, id: string, email: Email, now: Date): Promise<'removed' | 'missing' | 'last'> {
    return this.dataSource.transaction(async (manager) => {
      // Two removals at once must not leave an account without a way in.
      const user = await manager.findOne(userSchema, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
      const links = await manager.findBy(signInLinkSchema, { user_id: userId });
      if (!links.some((link) => link.id === id)) return 'missing';
      if (links.length === 1 && (user?.password_hash ?? null) === null) return 'last';
      await manager.delete(signInLinkSchema, { id, user_id: userId });
      await queueEmails(manager, [email], now);
      return 'removed';
    });
  }
}

/** Returns false, and inserts nothing, when the identity is linked already. */
const insertLink = (manager: EntityManager, userId: string, { issuer, subject }: Identity, now: Date): Promise<boolean> =>
  insertIfNew(manager, signInLinkSchema, { user_id: userId, issuer, subject, linked_at: now });
