import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#server/database/transaction';
import { SealedTokens, type SealedRow } from '#server/linked-accounts/sealed-tokens';
import { type TokenBox, Unopenable } from '#server/secrets/token-box';

type Row = SealedRow & { readonly _id: string };

/** An account whose tokens stay as they are, and why. */
export interface LeftBehind {
  readonly _id: string;
  readonly reason: string;
}

/** What a rotation did. */
export interface Rotated {
  readonly rotated: number;
  readonly left: readonly LeftBehind[];
}

const AT_ONCE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Encrypts the tokens of linked accounts anew with the current key, a batch at a time, each whole or not at all; cut off, it goes on. */
export class PostgresTokenRotation {
  readonly #sealed: SealedTokens;

  constructor(
    private readonly pool: Pool,
    private readonly box: TokenBox,
  ) {
    this.#sealed = new SealedTokens(box);
  }

  /** The id of the key that tokens are encrypted with now. */
  get keyId(): string {
    return this.box.keyId;
  }

  /** How many accounts hold tokens of another key. */
  async waiting(): Promise<number> {
    const { rows } = await this.pool.query<{ waiting: number }>('select count(*) waiting from linked_accounts where key_id <> $1', [
      this.box.keyId,
    ]);
    return rows[0]?.waiting ?? 0;
  }

  /** `onProgress` hears how many accounts were looked at. */
  async rotate(onProgress: (looked: number) => void): Promise<Rotated> {
    const left: LeftBehind[] = [];
    let looked = 0;
    for (let after = BEFORE_ALL; ;) {
      const rows = await inTransaction(this.pool, (client) => this.#batch(client, after, left));
      looked += rows.length;
      onProgress(looked);
      after = rows.at(-1)?._id ?? after;
      if (rows.length < AT_ONCE) return { rotated: looked - left.length, left };
    }
  }

  async #batch(client: PoolClient, after: string, left: LeftBehind[]): Promise<readonly Row[]> {
    const { rows } = await client.query<Row>(
      `select _id, user_id, platform, external_id, access_token, refresh_token, key_id, access_expires_at, refresh_expires_at
       from linked_accounts where key_id <> $1 and _id > $2 order by _id limit ${AT_ONCE} for update`,
      [this.box.keyId, after],
    );
    for (const row of rows) {
      const reason = await this.#rotateOne(client, row);
      if (reason !== null) left.push({ _id: row._id, reason });
    }
    return rows;
  }

  async #rotateOne(client: PoolClient, row: Row): Promise<string | null> {
    try {
      const { access_token, refresh_token, key_id } = this.#sealed.seal(row, this.#sealed.open(row));
      await client.query('update linked_accounts set access_token = $2, refresh_token = $3, key_id = $4 where _id = $1', [
        row._id,
        access_token,
        refresh_token,
        key_id,
      ]);
      return null;
    } catch (error) {
      if (error instanceof Unopenable) return error.message;
      throw error;
    }
  }
}
