import { Injectable, Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { reconnectEmail } from '#domain/mail/emails';
import { EmailBranding } from '#domain/mail/email-branding';
import { type PermissionLifetime, renewalHorizon, warningHorizon } from '#domain/linked-accounts/permission-lifetime';
import { Permissions, type RenewalOutcome } from '#domain/linked-accounts/permissions';
import type { Tokens } from '#domain/linked-accounts/platform';
import { PermissionEnded } from '#domain/linked-accounts/errors';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { TokenEncryption, type EncryptedTokenRow } from '#server/linked-accounts/token-encryption';
import { queueEmails } from '#server/mail/typeorm/queue-emails';
import { DecryptionFailed } from '#server/secrets/token-cipher';

type StoredPermission = EncryptedTokenRow & PermissionLifetime;

/** An account while it is being renewed; `until` is also the mark of whose it is. */
interface RenewalLease {
  readonly id: string;
  readonly permission: StoredPermission;
  readonly leasedUntil: Date;
}

interface PermissionOwner {
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
}

const WARNING_BATCH_SIZE = 200;
/** Milliseconds that a renewal has an account for itself: longer than the platform is waited for. */
const LEASE_MS = 60_000;
/** When a permission ends by itself. */
const PERMISSION_END_SQL = 'coalesce(a.refresh_expires_at, a.access_expires_at)';

/** Marks accounts and answers whom to write to: owners with a confirmed address who have not been written to about this permission. */
const MARK_EXPIRING = `
  with found as (
    select a._id, a.warned_at is null and u.is_confirmed tell, u.email
    from linked_accounts a join users u on u.id = a.user_id
    where a.platform = $1 and not a.needs_reconnect and ${PERMISSION_END_SQL} <= $3 and (a.warned_at is null or ${PERMISSION_END_SQL} <= $2)
      and (a.renewing_until is null or a.renewing_until <= $2)
    order by a._id limit ${WARNING_BATCH_SIZE} for update of a skip locked)
  update linked_accounts a set warned_at = coalesce(a.warned_at, $2), needs_reconnect = ${PERMISSION_END_SQL} <= $2
  from found where found._id = a._id
  returning a.user_id, a.username, found.email, found.tell`;

/**
 * A renewal takes its account for a minute, asks the platform while it holds no connection (that may take as long as two answers), and
 * writes what it got if the account is still its own: nobody who waits for the platform keeps another from the database.
 */
@Injectable()
export class TypeormPermissions extends Permissions {
  readonly #logger = new Logger('linked-accounts');

  constructor(
    private readonly postgres: Postgres,
    private readonly tokenEncryption: TokenEncryption,
    private readonly emailBranding: EmailBranding,
  ) {
    super();
  }

  async listDue(platform: string, now: Date): Promise<readonly string[]> {
    const { access, refresh, given: givenBefore } = renewalHorizon(now);
    const { rows } = await this.postgres.jobPool.query<{ _id: string }>(
      `select _id from linked_accounts
       where platform = $1 and not needs_reconnect and renewed_at <= $4 and (access_expires_at <= $2 or refresh_expires_at <= $3)
         and refresh_expires_at is not null
       order by random()`,
      [platform, access, refresh, givenBefore],
    );
    return rows.map(({ _id }) => _id);
  }

  renew(
    id: string,
    now: Date,
    isWanted: (life: PermissionLifetime) => boolean,
    refresh: (tokens: Tokens) => Promise<Tokens>,
  ): Promise<RenewalOutcome> {
    return this.postgres.runToCompletion(() => this.#renewUnderLease(id, now, isWanted, refresh));
  }

  async #renewUnderLease(
    id: string,
    now: Date,
    isWanted: (life: PermissionLifetime) => boolean,
    refresh: (tokens: Tokens) => Promise<Tokens>,
  ): Promise<RenewalOutcome> {
    const lease = await this.#acquireLease(id, now, isWanted);
    const tokens = lease && this.#decrypt(id, lease.permission);
    if (!lease || !tokens) return 'left';
    let renewed: Tokens;
    try {
      renewed = await refresh(tokens);
    } catch (error) {
      const renewal = await this.#releaseAfterFailure(lease, error instanceof PermissionEnded, now);
      if (error instanceof PermissionEnded) return renewal;
      throw error;
    }
    // The platform has taken the old refresh token back: the new one is kept even if the job's lock was lost meanwhile, and once more
    // when the database did not take it at first.
    const saveTokens = () => this.#saveTokens(lease, renewed, now);
    return saveTokens().catch(saveTokens);
  }

  async warnExpiring(platform: string, now: Date): Promise<number> {
    let foundCount = 0;
    for (;;) {
      const count = await inTransaction(this.postgres.jobPool, async (client) => {
        const { rows } = await client.query<PermissionOwner & { tell: boolean }>(MARK_EXPIRING, [platform, now, warningHorizon(now)]);
        await this.#queueReconnectEmails(
          client,
          rows.filter(({ tell }) => tell),
          now,
        );
        return rows.length;
      });
      foundCount += count;
      if (count < WARNING_BATCH_SIZE) return foundCount;
    }
  }

  /** Null when the tokens cannot be opened, which is the operator's to mend and must not stop the other renewals. */
  #decrypt(id: string, permission: StoredPermission): Tokens | null {
    try {
      return this.tokenEncryption.decrypt(permission);
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) throw error;
      this.#logger.error(`linked account ${id}: ${error.message}`);
      return null;
    }
  }

  /** Null when there is nothing to do, or another is at it. */
  async #acquireLease(id: string, now: Date, isWanted: (life: PermissionLifetime) => boolean): Promise<RenewalLease | null> {
    const { rows } = await this.postgres.jobPool.query<StoredPermission>(
      `select user_id, platform, external_id, access_token, refresh_token, key_id, access_expires_at, refresh_expires_at, renewed_at
       from linked_accounts where _id = $1`,
      [id],
    );
    const [permission] = rows;
    if (!permission || !isWanted(permission)) return null;
    const leasedUntil = new Date(now.getTime() + LEASE_MS);
    const { rowCount } = await this.postgres.jobPool.query(
      `update linked_accounts set renewing_until = $4
       where _id = $1 and not needs_reconnect and date_trunc('milliseconds', renewed_at) = $2
         and (renewing_until is null or renewing_until <= $3)`,
      [id, permission.renewed_at, now, leasedUntil],
    );
    return rowCount === 1 ? { id, permission, leasedUntil } : null;
  }

  /** 'left' when the account was linked again or removed meanwhile: what is there now is newer. */
  async #saveTokens({ id, permission, leasedUntil }: RenewalLease, tokens: Tokens, now: Date): Promise<RenewalOutcome> {
    const { access_token, refresh_token, key_id } = this.tokenEncryption.encrypt(permission, tokens);
    const { rowCount } = await this.postgres.jobPool.query(
      `update linked_accounts set access_token = $3, refresh_token = $4, key_id = $5, access_expires_at = $6, refresh_expires_at = $7,
         renewed_at = $8, warned_at = null, renewing_until = null
       where _id = $1 and renewing_until = $2`,
      [id, leasedUntil, access_token, refresh_token, key_id, tokens.access_expires_at, tokens.refresh_expires_at, now],
    );
    return rowCount === 1 ? 'renewed' : 'left';
  }

  /** The account is free for the next try; a refusal for good has ended its permission. */
  async #releaseAfterFailure({ id, leasedUntil }: RenewalLease, isEnded: boolean, now: Date): Promise<RenewalOutcome> {
    return inTransaction(this.postgres.jobPool, async (client) => {
      const releaseSql = 'update linked_accounts set renewing_until = null where _id = $1 and renewing_until = $2';
      const { rowCount } = await client.query(releaseSql, [id, leasedUntil]);
      if (rowCount === 0 || !isEnded) return 'left';
      await this.#endPermission(client, id, now);
      return 'ended';
    });
  }

  async #endPermission(client: PoolClient, id: string, now: Date): Promise<void> {
    const { rows } = await client.query<PermissionOwner>(
      `select a.user_id, a.username, u.email from linked_accounts a join users u on u.id = a.user_id
       where a._id = $1 and a.warned_at is null and u.is_confirmed`,
      [id],
    );
    await client.query('update linked_accounts set needs_reconnect = true, warned_at = coalesce(warned_at, $2) where _id = $1', [id, now]);
    await this.#queueReconnectEmails(client, rows, now);
  }

  async #queueReconnectEmails(client: PoolClient, owners: readonly PermissionOwner[], now: Date): Promise<void> {
    const emails = owners.map(({ email, user_id, username }) => reconnectEmail(this.emailBranding.contextFor(email, user_id), username));
    await queueEmails(client, emails, now);
  }
}
