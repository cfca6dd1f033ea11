import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { type NewSession, Sessions } from '#domain/auth/sessions/sessions';
import { isSessionAlive } from '#domain/auth/sessions/session-lifetime';
import type { OpenSession } from '#domain/auth/user';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';

interface SessionRow {
  readonly id: string;
  readonly token_hash: string;
  readonly user_agent: string | null;
  readonly created_at: Date;
  readonly seen_at: Date;
  readonly expires_at: Date;
  readonly role_id: number;
}

const INSERT_SESSION = `
  insert into sessions (token_hash, user_id, pending_user_id, registering, user_agent, created_at, seen_at, expires_at, sscid, campaign_referral_hash)
  select $1, $2::uuid, $3::uuid, $4, $5, $6::timestamptz, $6::timestamptz, $7::timestamptz, old.sscid, old.campaign_referral_hash
  from (select 1) one left join sessions old on old.token_hash = $8`;

/** The table `sessions`. */
@Injectable()
export class TypeormSessions extends Sessions {
  constructor(private readonly postgres: Postgres) {
    super();
  }

  open(session: NewSession, now: Date): Promise<void> {
    return inTransaction(this.postgres.pool, (client) => insertSession(client, session, now));
  }

  async saveSscid(tokenHash: string, sscid: string): Promise<void> {
    await this.postgres.pool.query('update sessions set sscid = $2 where token_hash = $1', [tokenHash, sscid]);
  }

  async close(tokenHash: string): Promise<void> {
    await this.postgres.pool.query('delete from sessions where token_hash = $1', [tokenHash]);
  }

  async listFor(userId: string, currentTokenHash: string, now: Date): Promise<readonly OpenSession[]> {
    const { rows } = await this.postgres.pool.query<SessionRow>(
      `select s.id, token_hash, user_agent, s.created_at, seen_at, expires_at, role_id
       from sessions s join users u on u.id = s.user_id where u.id = $1 order by seen_at desc, s.id`,
      [userId],
    );
    return rows
      .filter((row) => isSessionAlive(row, row.role_id, now))
      .map(({ id, token_hash, user_agent, created_at, seen_at }) => ({
        id,
        user_agent,
        created_at: created_at.toISOString(),
        seen_at: seen_at.toISOString(),
        current: token_hash === currentTokenHash,
      }));
  }

  async end(userId: string, id: string): Promise<boolean> {
    const { rowCount } = await this.postgres.pool.query('delete from sessions where user_id = $1 and id = $2', [userId, id]);
    return rowCount === 1;
  }

  async endOthers(userId: string, keptTokenHash: string | null): Promise<void> {
    await this.postgres.pool.query('delete from sessions where user_id = $1 and token_hash is distinct from $2', [userId, keptTokenHash]);
  }
}

async function insertSession(client: PoolClient, session: NewSession, now: Date): Promise<void> {
  const { token_hash, user_id, pending_user_id, registering, user_agent, expires_at, replaces } = session;
  await client.query(INSERT_SESSION, [token_hash, user_id, pending_user_id, registering, user_agent, now, expires_at, replaces]);
  await client.query('delete from sessions where token_hash = $1', [replaces]);
}
