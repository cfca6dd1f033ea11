import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type Repository } from 'typeorm';
import { type ChallengePurpose, isCounterHigher, Passkeys, type StoredPasskey } from '#domain/auth/passkeys/passkeys';
import type { Email } from '#domain/mail/email';
import { addRecoveryCodes, removeUnneededRecoveryCodes } from '#server/auth/typeorm/recovery-codes';
import { passkeyChallengeSchema, type PasskeyRow, passkeySchema } from '#server/database/schema/auth.schema';
import { queueEmails } from '#server/mail/typeorm/queue-emails';

/** The tables `passkeys` and `passkey_challenges`. */
@Injectable()
export class TypeormPasskeys extends Passkeys {
  readonly #repository: Repository<PasskeyRow>;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.#repository = dataSource.getRepository(passkeySchema);
  }

  listFor(userId: string): Promise<readonly StoredPasskey[]> {
    return this.#repository.find({ where: { user_id: userId }, order: { added_at: 'ASC', id: 'ASC' } });
  }

  find(credentialId: string): Promise<StoredPasskey | null> {
    return this.#repository.findOneBy({ credential_id: credentialId });
  }

  add(passkey: Omit<StoredPasskey, 'id' | 'used_at'>, recoveryHashes: readonly string[], email: Email) {
    return this.dataSource.transaction(async (manager) => {
      const values = { ...passkey, public_key: Buffer.from(passkey.public_key), transports: [...passkey.transports] };
      const insert = manager.createQueryBuilder().insert().into(passkeySchema).values(values).orIgnore().returning(['id']);
      const [row] = (await insert.execute()).raw as readonly { readonly id: string }[];
      if (!row) return null;
      const hasNewCodes = await addRecoveryCodes(manager, passkey.user_id, recoveryHashes);
      await queueEmails(manager, [email], passkey.added_at);
      return { id: row.id, hasNewCodes };
    });
  }

  async use({ id, counter: before }: Pick<StoredPasskey, 'id' | 'counter'>, counter: number, now: Date): Promise<boolean> {
    if (!isCounterHigher(before, counter)) return false;
    return (await this.#repository.update({ id, counter: before }, { counter, used_at: now })).affected === 1;
  }

  remove(userId: string, id: string, email: Email, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      if ((await manager.delete(passkeySchema, { id, user_id: userId })).affected !== 1) return false;
      await removeUnneededRecoveryCodes(manager, userId);
      await queueEmails(manager, [email], now);
      return true;
    });
  }

  async saveChallenge(session_hash: string, purpose: ChallengePurpose, challenge: string, expires_at: Date): Promise<void> {
    await this.dataSource.manager.upsert(passkeyChallengeSchema, { session_hash, purpose, challenge, expires_at }, [
      'session_hash',
      'purpose',
    ]);
  }

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
