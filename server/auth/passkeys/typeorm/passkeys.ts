import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';
import { type ChallengePurpose, isCounterHigher, refuseMorePasskeys } from '#domain/auth/passkeys/passkeys';
import type { Email } from '#domain/mail/email';
import { addRecoveryCodes, removeUnneededRecoveryCodes } from '#server/auth/typeorm/second-factors';
import { endOtherSessions, lockUserOfSession } from '#server/auth/typeorm/sessions';
import { passkeyChallengeSchema, passkeySchema } from '#server/database/schema/auth.schema';
import type { StoredRow } from '#server/database/schema/table';
import { lockUser } from '#server/database/typeorm/writes';
import { queueEmails } from '#server/mail/postgres/queue-emails';

export type StoredPasskey = StoredRow<typeof passkeySchema>;

/**
 * The public half of a passkey. `counter`: how often it was used, as its authenticator counts; 0 for those that do not. `transports`: how
 * browsers reach it, such as `internal` or `usb`.
 */
export type PasskeyKey = Pick<StoredPasskey, 'credential_id' | 'public_key' | 'counter' | 'transports'>;

/** The passkeys of accounts and the challenges of browsers. */
@Injectable()
export class Passkeys {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the passkeys of an account, oldest first. */
  listFor(userId: string): Promise<readonly StoredPasskey[]> {
    return this.dataSource.manager.find(passkeySchema, { where: { user_id: userId }, order: { added_at: 'ASC', id: 'ASC' } });
  }

  find(credentialId: string): Promise<StoredPasskey | null> {
    return this.dataSource.manager.findOneBy(passkeySchema, { credential_id: credentialId });
  }

  /**
   * Stores a passkey and queues the email; null when it is stored already. `hasNewCodes`: the account had no recovery codes, that is, no
   * factor; they were stored, and the user's other sessions ended. Throws `NotPossible` for more than an account may have, which concurrent calls cannot exceed, and `NotSignedIn` if the
   * session has ended.
   */
  add(passkey: Omit<StoredPasskey, 'id' | 'used_at'>, recoveryHashes: readonly string[], email: Email, sessionHash: string) {
    return this.dataSource.transaction(async (manager) => {
      await lockUserOfSession(manager, passkey.user_id, sessionHash);
      refuseMorePasskeys(await manager.countBy(passkeySchema, { user_id: passkey.user_id }));
      const insert = manager.createQueryBuilder().insert().into(passkeySchema).values(passkey).orIgnore().returning(['id']);
      const [row] = (await insert.execute()).raw as readonly { readonly id: string }[];
      if (!row) return null;
      const hasNewCodes = await addRecoveryCodes(manager, passkey.user_id, recoveryHashes);
      if (hasNewCodes) await endOtherSessions(manager, passkey.user_id, sessionHash);
      await queueEmails(manager, [email], passkey.added_at);
      return { id: row.id, hasNewCodes };
    });
  }

  /** Stores the counter of a use; false when another use has changed it meanwhile. */
  async use({ id, counter: before }: Pick<StoredPasskey, 'id' | 'counter'>, counter: number, now: Date): Promise<boolean> {
    if (!isCounterHigher(before, counter)) return false;
    return (await this.dataSource.manager.update(passkeySchema, { id, counter: before }, { counter, used_at: now })).affected === 1;
  }

  /** Removes a passkey, with the recovery codes if it was the last factor; the email is queued, and true returned, if there was one. */
  remove(userId: string, id: string, email: Email, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      await lockUser(manager, userId);
      if ((await manager.delete(passkeySchema, { id, user_id: userId })).affected !== 1) return false;
      await removeUnneededRecoveryCodes(manager, userId);
      await queueEmails(manager, [email], now);
      return true;
    });
  }

  /** Stores the challenge of a browser, by the hash of its session token, in place of an earlier one for this purpose. */
  async saveChallenge(session_hash: string, purpose: ChallengePurpose, challenge: string, expires_at: Date): Promise<void> {
    await this.dataSource.manager.upsert(passkeyChallengeSchema, { session_hash, purpose, challenge, expires_at }, [
      'session_hash',
      'purpose',
    ]);
  }

  /** Returns the challenge once; null when there is none, or an expired one. */
  async takeChallenge(session_hash: string, purpose: ChallengePurpose, now: Date): Promise<string | null> {
    const { raw } = await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(passkeyChallengeSchema)
      .where({ session_hash, purpose, expires_at: MoreThan(now) })
      .returning(['challenge'])
      .execute();
    return (raw as readonly { readonly challenge: string }[])[0]?.challenge ?? null;
  }
}
