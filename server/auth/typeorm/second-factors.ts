import { Injectable } from '@nestjs/common';
import { ArrayContains, DataSource, IsNull, LessThan, Not, type Repository } from 'typeorm';
import { type StoredSecondFactor, SecondFactors } from '#domain/auth/second-factor';
import type { Email } from '#domain/mail/email';
import { addRecoveryCodes, hasSecondFactor, removeUnneededRecoveryCodes } from '#server/auth/typeorm/recovery-codes';
import { recoveryCodesSchema, type SecondFactorRow, secondFactorSchema } from '#server/database/schema/auth.schema';
import { queueEmails } from '#server/mail/typeorm/queue-emails';

/** The tables `second_factors` and `recovery_codes`. */
@Injectable()
export class TypeormSecondFactors extends SecondFactors {
  readonly #repository: Repository<SecondFactorRow>;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.#repository = dataSource.getRepository(secondFactorSchema);
  }

  isOn(userId: string): Promise<boolean> {
    return hasSecondFactor(this.dataSource.manager, userId);
  }

  find(userId: string): Promise<StoredSecondFactor | null> {
    return this.#repository.findOneBy({ user_id: userId });
  }

  async countRecoveryCodes(userId: string): Promise<number | null> {
    const row = await this.dataSource.manager.findOneBy(recoveryCodesSchema, { user_id: userId });
    return row?.hashes.length ?? null;
  }

  async begin(userId: string, sealedKey: string, now: Date): Promise<boolean> {
    await this.#repository.delete({ user_id: userId, confirmed_at: IsNull() });
    const row = { user_id: userId, sealed_key: sealedKey, created_at: now };
    const { raw } = await this.#repository.createQueryBuilder().insert().values(row).orIgnore().returning(['user_id']).execute();
    return (raw as readonly unknown[]).length === 1;
  }

  turnOn(userId: string, sealedKey: string, step: number, recoveryHashes: readonly string[], email: Email, now: Date) {
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.update(
        secondFactorSchema,
        { user_id: userId, sealed_key: sealedKey, confirmed_at: IsNull() },
        { confirmed_at: now, last_step: step },
      );
      if (affected !== 1) return null;
      await queueEmails(manager, [email], now);
      return { hasNewCodes: await addRecoveryCodes(manager, userId, recoveryHashes) };
    });
  }

  async useStep(userId: string, step: number): Promise<boolean> {
    const { affected } = await this.#repository.update(
      { user_id: userId, confirmed_at: Not(IsNull()), last_step: LessThan(step) },
      { last_step: step },
    );
    return affected === 1;
  }

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

  async replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(recoveryCodesSchema, { user_id: userId }, { hashes: [...hashes] });
    return affected === 1;
  }

  remove(userId: string, email: Email, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.delete(secondFactorSchema, { user_id: userId, confirmed_at: Not(IsNull()) });
      if (affected !== 1) return false;
      await removeUnneededRecoveryCodes(manager, userId);
      await queueEmails(manager, [email], now);
      return true;
    });
  }
}
