import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { Injectable } from '@nestjs/common';
import { VERSION } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { DecryptionFailed, TokenCipher } from '#server/secrets/token-cipher';

/** What is stored of a request: its answer, that a server is asking, or nothing. */
type StoredAnswer = { readonly value: unknown } | 'asking' | null;

/** Releases parse answers in their own ways. */
const hashOf = (request: string): string => createHash('sha256').update(`${VERSION} ${request}`).digest('base64url');

/**
 * Answers about linked accounts, which all servers share for minutes: encrypted, in a table without WAL that no backup has, and deleted with
 * the account. Pinterest's rules allow to show them, not to store them for longer.
 */
@Injectable()
export class StoredAnswers {
  constructor(
    private readonly postgres: Postgres,
    private readonly cipher: TokenCipher,
  ) {}

  /** Lets this server alone ask until then; false while an answer is shown, another server asks, or the account is not linked. */
  async claim(accountId: string, request: string, now: Date, until: Date): Promise<boolean> {
    const { rowCount } = await this.postgres.pool.query(
      `insert into account_answers (account_id, request_hash, until)
       select _id, $2, $4 from linked_accounts where _id = $1 for key share
       on conflict (account_id, request_hash) do update set until = excluded.until, answer = null, key_id = null
       where account_answers.until <= $3`,
      [accountId, hashOf(request), now, until],
    );
    return rowCount === 1;
  }

  async read(accountId: string, request: string, now: Date): Promise<StoredAnswer> {
    const { rows } = await this.postgres.pool.query<{ answer: Buffer | null; key_id: string | null }>(
      'select answer, key_id from account_answers where account_id = $1 and request_hash = $2 and until > $3',
      [accountId, hashOf(request), now],
    );
    const [row] = rows;
    if (!row) return null;
    return row.answer && row.key_id !== null ? this.#decrypt(accountId, request, row.answer, row.key_id) : 'asking';
  }

  /** Stores the answer to a claimed request; nothing once the account is unlinked. */
  async save(accountId: string, request: string, value: unknown, until: Date): Promise<void> {
    const answer = this.cipher.encrypt(serialize(value).toString('base64'), `answer ${accountId} ${request}`);
    await this.postgres.pool.query(
      'update account_answers set until = $3, answer = $4, key_id = $5 where account_id = $1 and request_hash = $2',
      [accountId, hashOf(request), until, answer, this.cipher.keyId],
    );
  }

  /** Forgets a request that has failed, so that it may be asked again. */
  async release(accountId: string, request: string): Promise<void> {
    await this.postgres.pool.query('delete from account_answers where account_id = $1 and request_hash = $2 and answer is null', [
      accountId,
      hashOf(request),
    ]);
  }

  /** Deletes what is no longer shown; returns how many answers that were. */
  async deleteExpired(now: Date): Promise<number> {
    return (await this.postgres.jobPool.query('delete from account_answers where until <= $1', [now])).rowCount ?? 0;
  }

  /** A server whose keys lack this one waits for the answer to expire, as for one that is being asked for. */
  #decrypt(accountId: string, request: string, answer: Buffer, keyId: string): StoredAnswer {
    try {
      const text = this.cipher.decrypt(answer, keyId, `answer ${accountId} ${request}`);
      return { value: deserialize(Buffer.from(text, 'base64')) };
    } catch (error) {
      if (error instanceof DecryptionFailed) return null;
      throw error;
    }
  }
}
