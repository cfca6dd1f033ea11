import { Injectable } from '@nestjs/common';
import { type LinkingState, LinkingStates } from '#domain/linked-accounts/linking-states';
import { Postgres } from '#server/database/postgres';

const UNIQUE_VIOLATION = '23505';

@Injectable()
export class TypeormLinkingStates extends LinkingStates {
  constructor(private readonly postgres: Postgres) {
    super();
  }

  async save(stateHash: string, { session_hash, user_id, expires_at }: LinkingState, now: Date): Promise<void> {
    await this.postgres.pool.query('delete from linking_states where expires_at <= $1', [now]);
    await this.postgres.pool.query('insert into linking_states (state_hash, session_hash, user_id, expires_at) values ($1, $2, $3, $4)', [
      stateHash,
      session_hash,
      user_id,
      expires_at,
    ]);
  }

  async consume(stateHash: string, codeHash: string): Promise<LinkingState | null> {
    try {
      const { rows } = await this.postgres.pool.query<LinkingState>(
        `update linking_states set code_hash = $2
         where state_hash = $1 and code_hash is null and not exists (select from linking_states used where used.code_hash = $2)
         returning session_hash, user_id, expires_at`,
        [stateHash, codeHash],
      );
      return rows[0] ?? null;
    } catch (error) {
      if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return null;
      throw error;
    }
  }
}
