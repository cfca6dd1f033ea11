import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { type EncryptedTokenRow, TokenEncryption } from '#server/linked-accounts/postgres/token-encryption';
import { sealedPrefixOf, sealWith, unsealWith } from '#server/secrets/crypto-secrets';
import { DecryptionFailed, TokenCipher } from '#server/secrets/token-cipher';

/** An account whose tokens could not be rotated, and why. */
interface SkippedAccount {
  readonly what: 'linked account' | 'second factor of user';
  readonly _id: string;
  readonly reason: string;
}

/** The result of a rotation. */
interface RotationResult {
  readonly rotated: number;
  readonly skipped: readonly SkippedAccount[];
}

const ROTATION_BATCH_SIZE = 500;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Re-encrypts the tokens of linked accounts and the keys of second factors with the current key, one transaction per batch. An interrupted rotation can be resumed. */
@Injectable()
export class PostgresTokenRotation {
  constructor(
    private readonly postgres: Postgres,
    private readonly tokenCipher: TokenCipher,
    private readonly tokenEncryption: TokenEncryption,
  ) {}

  get keyId(): string {
    return this.tokenCipher.keyId;
  }

  /** Returns how many accounts have tokens of another key. */
  async countPending(): Promise<number> {
    const { rows } = await this.postgres.jobPool.query<{ pending: number }>(
      `select (select count(*) from linked_accounts where key_id <> $1)
         + (select count(*) from second_factors where not starts_with(sealed_key, $2)) pending`,
      [this.tokenCipher.keyId, sealedPrefixOf(this.tokenCipher)],
    );
    return rows[0]?.pending ?? 0;
  }

  /** Rotates all accounts. `onProgress` receives the number of accounts processed so far. */
  async rotate(onProgress: (checkedCount: number) => void): Promise<RotationResult> {
    const skipped: SkippedAccount[] = [];
    let checkedCount = 0;
    for (let lastId = NIL_UUID; ;) {
      const rows = await inTransaction(this.postgres.jobPool, (client) => this.#rotateBatch(client, lastId, skipped));
      checkedCount += rows.length;
      onProgress(checkedCount);
      lastId = rows.at(-1)?._id ?? lastId;
      if (rows.length < ROTATION_BATCH_SIZE) break;
    }
    checkedCount += await this.#resealFactors(skipped);
    onProgress(checkedCount);
    return { rotated: checkedCount - skipped.length, skipped };
  }

  /** Seals the keys of second factors with the current key, unless they change meanwhile. Returns how many were looked at. */
  async #resealFactors(skipped: SkippedAccount[]): Promise<number> {
    const { rows } = await this.postgres.jobPool.query<{ user_id: string; sealed_key: string }>(
      'select user_id, sealed_key from second_factors where not starts_with(sealed_key, $1)',
      [sealedPrefixOf(this.tokenCipher)],
    );
    for (const { user_id, sealed_key } of rows) {
      await rotateOne({ what: 'second factor of user', _id: user_id }, skipped, () =>
        this.postgres.jobPool.query('update second_factors set sealed_key = $3 where user_id = $1 and sealed_key = $2', [
          user_id,
          sealed_key,
          sealWith(this.tokenCipher, unsealWith(this.tokenCipher, sealed_key)),
        ]),
      );
    }
    return rows.length;
  }

  async #rotateBatch(client: PoolClient, lastId: string, skipped: SkippedAccount[]): Promise<readonly EncryptedTokenRow[]> {
    const { rows } = await client.query<EncryptedTokenRow>(
      `select _id, user_id, platform, external_id, access_token, refresh_token, key_id, access_expires_at, refresh_expires_at
       from linked_accounts where key_id <> $1 and _id > $2 order by _id limit ${ROTATION_BATCH_SIZE} for update`,
      [this.tokenCipher.keyId, lastId],
    );
    for (const row of rows) {
      await rotateOne({ what: 'linked account', _id: row._id }, skipped, () => {
        const { access_token, refresh_token, key_id } = this.tokenEncryption.encrypt(row, this.tokenEncryption.decrypt(row));
        return client.query('update linked_accounts set access_token = $2, refresh_token = $3, key_id = $4 where _id = $1', [
          row._id,
          access_token,
          refresh_token,
          key_id,
        ]);
      });
    }
    return rows;
  }
}

/** Encrypts one secret again, unless it cannot be decrypted. */
async function rotateOne(secret: Omit<SkippedAccount, 'reason'>, skipped: SkippedAccount[], rotate: () => Promise<unknown>): Promise<void> {
  try {
    await rotate();
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
    skipped.push({ ...secret, reason: error.message });
  }
}
