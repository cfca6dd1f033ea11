import { Injectable, Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { reconnectLetter } from '#domain/mail/letters';
import { Letterhead } from '#domain/mail/letterhead';
import { type PermissionLife, renewalHorizon, warningHorizon } from '#domain/linked-accounts/permission-life';
import { Permissions, type Renewal } from '#domain/linked-accounts/permissions';
import type { Tokens } from '#domain/linked-accounts/platform';
import { PermissionEnded } from '#domain/linked-accounts/refusals';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { Turn } from '#server/database/turn';
import { SealedTokens, type SealedRow } from '#server/linked-accounts/sealed-tokens';
import { queueLetters } from '#server/mail/outbox';
import { Unopenable } from '#server/secrets/token-box';

type Held = SealedRow & PermissionLife;

/** An account while it is being renewed; `until` is also the mark of whose it is. */
interface Taken {
  readonly id: string;
  readonly held: Held;
  readonly until: Date;
}

interface Warned {
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
}

const AT_ONCE = 200;
/** Milliseconds that a renewal has an account for itself: longer than the platform is waited for. */
const TAKEN_FOR = 60_000;
/** When a permission ends by itself. */
const END = 'coalesce(a.refresh_expires_at, a.access_expires_at)';

/** Marks accounts and answers whom to write to: owners with a confirmed address who have not been written to about this permission. */
const MARK = `
  with found as (
    select a._id, a.warned_at is null and u.is_confirmed tell, u.email
    from linked_accounts a join users u on u.id = a.user_id
    where a.platform = $1 and not a.needs_reconnect and ${END} <= $3 and (a.warned_at is null or ${END} <= $2)
      and (a.renewing_until is null or a.renewing_until <= $2)
    order by a._id limit ${AT_ONCE} for update of a skip locked)
  update linked_accounts a set warned_at = coalesce(a.warned_at, $2), needs_reconnect = ${END} <= $2
  from found where found._id = a._id
  returning a.user_id, a.username, found.email, found.tell`;

/**
 * A renewal takes its account for a minute, asks the platform while it holds no connection (that may take as long as two answers), and
 * writes what it got if the account is still its own: nobody who waits for the platform keeps another from the database.
 */
@Injectable()
export class TypeormPermissions extends Permissions {
  readonly #log = new Logger('linked-accounts');

  constructor(
    private readonly postgres: Postgres,
    private readonly sealed: SealedTokens,
    private readonly letterhead: Letterhead,
  ) {
    super();
  }

  async due(platform: string, now: Date): Promise<readonly string[]> {
    const { access, refresh, given } = renewalHorizon(now);
    const { rows } = await this.postgres.jobPool.query<{ _id: string }>(
      `select _id from linked_accounts
       where platform = $1 and not needs_reconnect and renewed_at <= $4 and (access_expires_at <= $2 or refresh_expires_at <= $3)
         and refresh_expires_at is not null
       order by random()`,
      [platform, access, refresh, given],
    );
    return rows.map(({ _id }) => _id);
  }

  renew(id: string, now: Date, wanted: (life: PermissionLife) => boolean, refresh: (tokens: Tokens) => Promise<Tokens>): Promise<Renewal> {
    return this.postgres.toItsEnd(() => this.#renew(id, now, wanted, refresh));
  }

  async #renew(
    id: string,
    now: Date,
    wanted: (life: PermissionLife) => boolean,
    refresh: (tokens: Tokens) => Promise<Tokens>,
  ): Promise<Renewal> {
    const taken = await this.#take(id, now, wanted);
    const tokens = taken && this.#open(id, taken.held);
    if (!taken || !tokens) return 'left';
    let fresh: Tokens;
    try {
      fresh = await refresh(tokens);
    } catch (error) {
      const renewal = await Turn.regardless(() => this.#failed(taken, error instanceof PermissionEnded, now));
      if (error instanceof PermissionEnded) return renewal;
      throw error;
    }
    // The platform has taken the old refresh token back: the new one is kept even if the job's lock was lost meanwhile, and once more
    // when the database did not take it at first.
    const keep = () => this.#keep(taken, fresh, now);
    return Turn.regardless(() => keep().catch(keep));
  }

  async warn(platform: string, now: Date): Promise<number> {
    let found = 0;
    for (;;) {
      const count = await inTransaction(this.postgres.jobPool, async (client) => {
        const { rows } = await client.query<Warned & { tell: boolean }>(MARK, [platform, now, warningHorizon(now)]);
        await this.#write(
          client,
          rows.filter(({ tell }) => tell),
          now,
        );
        return rows.length;
      });
      found += count;
      if (count < AT_ONCE) return found;
    }
  }

  /** Null when the tokens cannot be opened, which is the operator's to mend and must not stop the other renewals. */
  #open(id: string, held: Held): Tokens | null {
    try {
      return this.sealed.open(held);
    } catch (error) {
      if (!(error instanceof Unopenable)) throw error;
      this.#log.error(`linked account ${id}: ${error.message}`);
      return null;
    }
  }

  /** Null when there is nothing to do, or another is at it. */
  async #take(id: string, now: Date, wanted: (life: PermissionLife) => boolean): Promise<Taken | null> {
    const { rows } = await this.postgres.jobPool.query<Held>(
      `select user_id, platform, external_id, access_token, refresh_token, key_id, access_expires_at, refresh_expires_at, renewed_at
       from linked_accounts where _id = $1`,
      [id],
    );
    const [held] = rows;
    if (!held || !wanted(held)) return null;
    const until = new Date(now.getTime() + TAKEN_FOR);
    const { rowCount } = await this.postgres.jobPool.query(
      `update linked_accounts set renewing_until = $4
       where _id = $1 and not needs_reconnect and date_trunc('milliseconds', renewed_at) = $2
         and (renewing_until is null or renewing_until <= $3)`,
      [id, held.renewed_at, now, until],
    );
    return rowCount === 1 ? { id, held, until } : null;
  }

  /** 'left' when the account was linked again or removed meanwhile: what is there now is newer. */
  async #keep({ id, held, until }: Taken, tokens: Tokens, now: Date): Promise<Renewal> {
    const { access_token, refresh_token, key_id } = this.sealed.seal(held, tokens);
    const { rowCount } = await this.postgres.jobPool.query(
      `update linked_accounts set access_token = $3, refresh_token = $4, key_id = $5, access_expires_at = $6, refresh_expires_at = $7,
         renewed_at = $8, warned_at = null, renewing_until = null
       where _id = $1 and renewing_until = $2`,
      [id, until, access_token, refresh_token, key_id, tokens.access_expires_at, tokens.refresh_expires_at, now],
    );
    return rowCount === 1 ? 'renewed' : 'left';
  }

  /** The account is free for the next try; a refusal for good has ended its permission. */
  async #failed({ id, until }: Taken, isEnded: boolean, now: Date): Promise<Renewal> {
    return inTransaction(this.postgres.jobPool, async (client) => {
      const free = 'update linked_accounts set renewing_until = null where _id = $1 and renewing_until = $2';
      const { rowCount } = await client.query(free, [id, until]);
      if (rowCount === 0 || !isEnded) return 'left';
      await this.#end(client, id, now);
      return 'ended';
    });
  }

  async #end(client: PoolClient, id: string, now: Date): Promise<void> {
    const { rows } = await client.query<Warned>(
      `select a.user_id, a.username, u.email from linked_accounts a join users u on u.id = a.user_id
       where a._id = $1 and a.warned_at is null and u.is_confirmed`,
      [id],
    );
    await client.query('update linked_accounts set needs_reconnect = true, warned_at = coalesce(warned_at, $2) where _id = $1', [id, now]);
    await this.#write(client, rows, now);
  }

  async #write(client: PoolClient, owners: readonly Warned[], now: Date): Promise<void> {
    const letters = owners.map(({ email, user_id, username }) => reconnectLetter(this.letterhead.about(email, user_id), username));
    await queueLetters(client, letters, now);
  }
}
