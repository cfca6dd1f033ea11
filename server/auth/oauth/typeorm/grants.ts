import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import type { UserActor } from '#domain/audit/acts';
import { type Grant, hostOf } from '#domain/auth/oauth/oauth';
import { writeEntry } from '#server/audit/postgres/audit-log';
import { lockUserOfSession } from '#server/auth/typeorm/sessions';
import { type GrantRow, oauthGrantSchema } from '#server/database/schema/auth.schema';

/** A grant as a user allows it. */
type NewGrant = Omit<GrantRow, 'id' | 'access_hash' | 'refresh_hash' | 'issued_at' | 'used_at'>;

const lockGrant = (manager: EntityManager, where: Readonly<Partial<Record<'id' | 'user_id' | 'code_hash', string>>>) =>
  manager.findOne(oauthGrantSchema, { where, lock: { mode: 'pessimistic_write' } });

const detailsOf = ({ client_name, client_id }: Pick<Grant, 'client_name' | 'client_id'>) => ({
  assistant: client_name,
  host: hostOf(client_id).host,
});

/** What users have granted to OAuth clients. Granting and disconnecting are in the audit. */
@Injectable()
export class Grants {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Stores a grant, whose code is not redeemed yet. Throws `NotSignedIn` if the session has ended meanwhile: a new password disconnects all
   * assistants.
   */
  add(grant: NewGrant, by: UserActor, sessionHash: string): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      await lockUserOfSession(manager, grant.user_id, sessionHash);
      await manager.insert(oauthGrantSchema, grant);
      await writeEntry(manager, { by, at: grant.created_at, act: 'assistant_connected', target: grant.user_id, details: detailsOf(grant) });
    });
  }

  /** Returns the grants of a user whose code was redeemed, oldest first. */
  listFor(userId: string): Promise<readonly GrantRow[]> {
    const where = { user_id: userId, issued_at: Not(IsNull()) };
    return this.dataSource.manager.find(oauthGrantSchema, { where, order: { created_at: 'ASC', id: 'ASC' } });
  }

  /**
   * Stores the hashes of new tokens of the grant with this code or id, and returns it; null when there is none. What `problemOf` returns
   * ends the grant with all its tokens, and is returned with it.
   */
  issue(
    where: { readonly code_hash: string } | { readonly id: string },
    problemOf: (grant: Grant) => string | null,
    hashes: Pick<GrantRow, 'access_hash' | 'refresh_hash'>,
    now: Date,
  ): Promise<{ readonly grant: Grant; readonly problem: string | null } | null> {
    return this.dataSource.transaction(async (manager) => {
      const grant = await lockGrant(manager, where);
      if (!grant) return null;
      const problem = problemOf(grant);
      const { id } = grant;
      if (problem !== null) await manager.delete(oauthGrantSchema, { id });
      else await manager.update(oauthGrantSchema, { id }, { ...hashes, issued_at: now });
      return { grant, problem };
    });
  }

  /** Deletes a grant of a user with its tokens; returns whether there was one. */
  disconnect(id: string, by: UserActor, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const grant = await lockGrant(manager, { id, user_id: by.id });
      if (!grant) return false;
      await manager.delete(oauthGrantSchema, { id });
      await writeEntry(manager, { by, at: now, act: 'assistant_disconnected', target: by.id, details: detailsOf(grant) });
      return true;
    });
  }
}
