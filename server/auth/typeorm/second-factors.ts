import { Injectable } from '@nestjs/common';
import { ArrayContains, DataSource, IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import type { Email } from '#domain/mail/email';
import { recoveryCodesSchema, secondFactorSchema } from '#server/database/schema/auth.schema';
import type { StoredRow } from '#server/database/schema/table';
import { insertIfNew, lockUser } from '#server/database/typeorm/writes';
import { queueEmails } from '#server/mail/postgres/queue-emails';
import { hasSecondFactor } from '#server/auth/account/typeorm/accounts';
import { endOtherSessions, lockUserOfSession } from '#server/auth/typeorm/sessions';

/**
 * An authenticator app. `sealed_key`: its key, sealed together with the user's id. `confirmed_at`: when its first code was given; null until
 * then, while it does not count. `last_step`: the time step of the last accepted code; a code is accepted once.
 */
export type StoredSecondFactor = StoredRow<typeof secondFactorSchema>;

/** An app whose first code was right, at the session that was used. The recovery codes are stored by their hashes, if there are none yet. */
interface ConfirmedApp {
  readonly userId: string;
  readonly sealedKey: string;
  readonly step: number;
  readonly recoveryHashes: readonly string[];
  readonly email: Email;
  readonly sessionHash: string;
}

/** Stores the recovery codes of an account that has none; false, and nothing stored, if it has some. */
export const addRecoveryCodes = (manager: EntityManager, userId: string, hashes: readonly string[]): Promise<boolean> =>
  insertIfNew(manager, recoveryCodesSchema, { user_id: userId, hashes: [...hashes] });

/** Removes the recovery codes of an account that has no second factor left. Its user must be locked, so that no factor changes meanwhile. */
export async function removeUnneededRecoveryCodes(manager: EntityManager, userId: string): Promise<void> {
  if (!(await hasSecondFactor(manager, userId))) await manager.delete(recoveryCodesSchema, { user_id: userId });
}

/**
 * The authenticator apps of accounts, at most one each, and the recovery codes of accounts with any second factor. Each method is one
 * transaction, including the email it queues.
 */
@Injectable()
export class SecondFactors {
  constructor(private readonly dataSource: DataSource) {}

  find(userId: string): Promise<StoredSecondFactor | null> {
    return this.dataSource.manager.findOneBy(secondFactorSchema, { user_id: userId });
  }

  /** Returns how many recovery codes are left; null without a second factor. */
  async countRecoveryCodes(userId: string): Promise<number | null> {
    const row = await this.dataSource.manager.findOneBy(recoveryCodesSchema, { user_id: userId });
    return row?.hashes.length ?? null;
  }

  /** Stores a key that is not confirmed yet, in place of an earlier one. Returns false, and stores nothing, while an app is on. */
  async begin(userId: string, sealedKey: string, now: Date): Promise<boolean> {
    await this.dataSource.manager.delete(secondFactorSchema, { user_id: userId, confirmed_at: IsNull() });
    return insertIfNew(this.dataSource.manager, secondFactorSchema, { user_id: userId, sealed_key: sealedKey, created_at: now });
  }

  /**
   * Turns on the app with this key, and ends the user's other sessions; null when that is not the one to confirm, or it is on already.
   * `hasNewCodes`: the recovery codes were stored, since the account had none. Throws `NotSignedIn` if the session has ended.
   */
  turnOn({ userId, sealedKey, step, recoveryHashes, email, sessionHash }: ConfirmedApp, now: Date) {
    return this.dataSource.transaction(async (manager) => {
      await lockUserOfSession(manager, userId, sessionHash);
      const { affected } = await manager.update(
        secondFactorSchema,
        { user_id: userId, sealed_key: sealedKey, confirmed_at: IsNull() },
        { confirmed_at: now, last_step: step },
      );
      if (affected !== 1) return null;
      await endOtherSessions(manager, userId, sessionHash);
      await queueEmails(manager, [email], now);
      return { hasNewCodes: await addRecoveryCodes(manager, userId, recoveryHashes) };
    });
  }

  /** Accepts the code of a step; false when that or a later one was accepted before. */
  async useStep(userId: string, step: number): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
      secondFactorSchema,
      { user_id: userId, confirmed_at: Not(IsNull()), last_step: LessThan(step) },
      { last_step: step },
    );
    return affected === 1;
  }

  /** Accepts a recovery code by its hash; false when there is none. */
  async useRecoveryCode(userId: string, hash: string): Promise<boolean> {
    const { affected } = await this.dataSource
      .createQueryBuilder()
      .update(recoveryCodesSchema)
      .set({ hashes: () => 'array_remove(hashes, :hash)' })
      .where({ user_id: userId, hashes: ArrayContains([hash]) })
      .setParameter('hash', hash)
      .execute();
    return affected === 1;
  }

  /** Replaces the recovery codes; false without a second factor. */
  async replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(recoveryCodesSchema, { user_id: userId }, { hashes: [...hashes] });
    return affected === 1;
  }

  /** Removes the app, with the recovery codes if it was the last factor; the email is queued, and true returned, if it was on. */
  remove(userId: string, email: Email, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      await lockUser(manager, userId);
      const { affected } = await manager.delete(secondFactorSchema, { user_id: userId, confirmed_at: Not(IsNull()) });
      if (affected !== 1) return false;
      await removeUnneededRecoveryCodes(manager, userId);
      await queueEmails(manager, [email], now);
      return true;
    });
  }
}
