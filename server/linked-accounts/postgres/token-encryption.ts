import { Injectable, Logger } from '@nestjs/common';
import type { Tokens } from '#domain/linked-accounts/platform';
import type { LinkedAccountRow } from '#server/database/schema/linked-accounts.schema';
import { DecryptionFailed, TokenCipher } from '#server/secrets/token-cipher';

/** The account that tokens are bound to by the associated data of their encryption. */
export type TokenOwner = Pick<LinkedAccountRow, 'user_id' | 'platform' | 'external_id'>;

/** A row with stored tokens. */
export type EncryptedTokenRow = TokenOwner &
  Pick<LinkedAccountRow, '_id' | 'access_token' | 'refresh_token' | 'key_id' | 'access_expires_at' | 'refresh_expires_at'>;

const associatedDataFor = ({ user_id, platform, external_id }: TokenOwner, kind: 'access' | 'refresh') =>
  JSON.stringify([user_id, platform, external_id, kind]);

/** Encrypts tokens for storage. Tokens copied to another row cannot be decrypted. */
@Injectable()
export class TokenEncryption {
  readonly #logger = new Logger('linked-accounts');

  constructor(private readonly tokenCipher: TokenCipher) {}

  encrypt(owner: TokenOwner, { access, refresh }: Pick<Tokens, 'access' | 'refresh'>) {
    return {
      access_token: this.tokenCipher.encrypt(access, associatedDataFor(owner, 'access')),
      refresh_token: refresh === null ? null : this.tokenCipher.encrypt(refresh, associatedDataFor(owner, 'refresh')),
      key_id: this.tokenCipher.keyId,
    };
  }

  /** The columns of a permission that was granted or renewed now. */
  renewed(owner: TokenOwner, tokens: Tokens, now: Date) {
    const { access_expires_at, refresh_expires_at } = tokens;
    const noProblem = { warned_at: null, renewing_until: null, problem: null, problem_since: null };
    return { ...this.encrypt(owner, tokens), access_expires_at, refresh_expires_at, renewed_at: now, ...noProblem };
  }

  /** Throws `DecryptionFailed` when the key is missing or the row was changed. */
  decrypt(row: EncryptedTokenRow): Tokens {
    const { access_expires_at, refresh_expires_at } = row;
    const access = this.tokenCipher.decrypt(row.access_token, row.key_id, associatedDataFor(row, 'access'));
    const refresh = row.refresh_token && this.tokenCipher.decrypt(row.refresh_token, row.key_id, associatedDataFor(row, 'refresh'));
    return { access, access_expires_at, refresh, refresh_expires_at };
  }

  /** Returns null when the tokens cannot be decrypted: that is logged for the operator to fix and must not stop work on other accounts. */
  decryptOrLog(row: EncryptedTokenRow): Tokens | null {
    try {
      return this.decrypt(row);
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) throw error;
      this.#logger.error(`linked account ${row._id}: ${error.message}`);
      return null;
    }
  }
}
