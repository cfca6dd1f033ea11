import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#server/database/transaction';
import { TokenEncryption, type EncryptedTokenRow } from '#server/linked-accounts/postgres/token-encryption';
import { type TokenCipher, DecryptionFailed } from '#server/secrets/token-cipher';

type TokenRow = EncryptedTokenRow & { readonly _id: string };

/** An account whose tokens could not be rotated, and why. */
export interface SkippedAccount {
  readonly _id: string;
  readonly reason: string;
}

/** The result of a rotation. */
export interface RotationResult {
  readonly rotated: number;
  readonly skipped: readonly SkippedAccount[];
}

const ROTATION_BATCH_SIZE = 500;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Re-encrypts the tokens of linked accounts with the current key, one transaction per batch. An interrupted rotation can be resumed. */
export class PostgresTokenRotation {
  readonly #tokenEncryption: TokenEncryption;

  constructor(
    private readonly pool: Pool,
    private readonly tokenCipher: TokenCipher,
  ) {
    this.#tokenEncryption = new TokenEncryption(tokenCipher);
  }

  /** The id of the current key. */
  get keyId(): string {
    return this.tokenCipher.keyId;
  }

  /** Returns how many accounts have tokens of another key. */
  async countPending(): Promise<number> {
    const { rows } = await this.pool.query<{ pending: number }>('select count(*) pending from linked_accounts where key_id <> $1', [
      this.tokenCipher.keyId,
    ]);
    return rows[0]?.pending ?? 0;
  }

  /** Rotates all accounts. `onProgress` receives the number of accounts processed so far. */
  async rotate(onProgress: (checkedCount: number) => void): Promise<RotationResult> {
    const skipped: SkippedAccount[] = [];
    let checkedCount = 0;
    for (let lastId = NIL_UUID; ;) {
      const rows = await inTransaction(this.pool, (client) => this.#rotateBatch(client, lastId, skipped));
      checkedCount += rows.length;
      onProgress(checkedCount);
      lastId = rows.at(-1)?._id ?? lastId;
      if (rows.length < ROTATION_BATCH_SIZE) return { rotated: checkedCount - skipped.length, skipped };
    }
  }

  async #rotateBatch(client: PoolClient, lastId: string, skipped: SkippedAccount[]): Promise<readonly TokenRow[]> {
    const { rows } = await client.query<TokenRow>(
      `select _id, user_id, platform, external_id, access_token, refresh_token, key_id, access_expires_at, refresh_expires_at
       from linked_accounts where key_id <> $1 and _id > $2 order by _id limit ${ROTATION_BATCH_SIZE} for update`,
      [this.tokenCipher.keyId, lastId],
    );
    for (const row of rows) {
      const reason = await this.#rotateOne(client, row);
      if (reason !== null) skipped.push({ _id: row._id, reason });
    }
    return rows;
  }

  async #rotateOne(client: PoolClient, row: TokenRow): Promise<string | null> {
    try {
      const { access_token, refresh_token, key_id } = this.#tokenEncryption.encrypt(row, this.#tokenEncryption.decrypt(row));
      await client.query('update linked_accounts set access_token = $2, refresh_token = $3, key_id = $4 where _id = $1', [
        row._id,
        access_token,
        refresh_token,
        key_id,
      ]);
      return null;
    } catch (error) {
      if (error instanceof DecryptionFailed) return error.message;
      throw error;
    }
  }
}
