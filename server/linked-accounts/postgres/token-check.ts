import { Injectable } from '@nestjs/common';
import { Postgres } from '#server/database/postgres';
import { type EncryptedTokenRow, TokenEncryption } from '#server/linked-accounts/postgres/token-encryption';
import { DecryptionFailed } from '#server/secrets/token-cipher';

/** How many linked accounts have tokens that the present keys decrypt, and why those of others cannot be. */
export interface TokenCheckResult {
  readonly readable: number;
  /** The number of accounts by the reason, which names the key. */
  readonly unreadable: Readonly<Record<string, number>>;
}

const CHECK_BATCH_SIZE = 500;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Tries the present keys on the tokens of all linked accounts. */
@Injectable()
export class PostgresTokenCheck {
  constructor(
    private readonly postgres: Postgres,
    private readonly tokenEncryption: TokenEncryption,
  ) {}

  async check(): Promise<TokenCheckResult> {
    const unreadable: Record<string, number> = {};
    let readable = 0;
    for (let lastId = NIL_UUID; ;) {
      const { rows } = await this.postgres.jobPool.query<EncryptedTokenRow>(
        `select _id, user_id, platform, external_id, access_token, refresh_token, key_id, access_expires_at, refresh_expires_at
         from linked_accounts where _id > $1 order by _id limit ${CHECK_BATCH_SIZE}`,
        [lastId],
      );
      for (const row of rows) {
        const reason = this.#whyUnreadable(row);
        if (reason === null) readable++;
        else unreadable[reason] = (unreadable[reason] ?? 0) + 1;
      }
      lastId = rows.at(-1)?._id ?? lastId;
      if (rows.length < CHECK_BATCH_SIZE) return { readable, unreadable };
    }
  }

  #whyUnreadable(row: EncryptedTokenRow): string | null {
    try {
      this.tokenEncryption.decrypt(row);
      return null;
    } catch (error) {
      if (error instanceof DecryptionFailed) return error.message;
      throw error;
    }
  }
}
