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
import { SealedTokens, type SealedRow } from '#server/linked-accounts/sealed-tokens';
import { queueLetters } from '#server/mail/outbox';
import { Unopenable } from '#server/secrets/token-box';

type Held = SealedRow & PermissionLife;

interface Warned {
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
}

const AT_ONCE = 200;
/** When a permission ends by itself. */
const END = 'coalesce(a.refresh_expires_at, a.access_expires_at)';

/** Marks accounts and answers whom to write to: owners with a confirmed address who have not been written to about this permission. */
const MARK = `
  with found as (
    select a._id, a.warned_at is null and u.is_confirmed tell, u.email
    from linked_accounts a join users u on u.id = a.user_id
    where a.platform = $1 and not a.needs_reconnect and ${END} <= $3 and (a.warned_at is null or ${END} <= $2)
    order by a._id limit ${AT_ONCE} for update of a skip locked)
  update linked_accounts a set warned_at = coalesce(a.warned_at, $2), needs_reconnect = ${END} <= $2
  from found where found._id = a._id
  returning a.user_id, a.username, found.email, found.tell`;

/** Renewals hold their row's lock while the platform is asked, on the pool whose transactions may take their time. */
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

  async renew(
    id: string,
    now: Date,
    wanted: (life: PermissionLife) => boolean,
    refresh: (tokens: Tokens) => Promise<Tokens>,
  ): Promise<Renewal> {
    return inTransaction(this.postgres.jobPool, async (client) => {
      const { rows } = await client.query<Held>(
        `select user_id, platform, external_id, access_token, refresh_token, key_id, access_expires_at, refresh_expires_at, renewed_at
         from linked_accounts where _id = $1 and not needs_reconnect for update skip locked`,
        [id],
      );
      const [held] = rows;
      const tokens = held && wanted(held) ? this.#open(id, held) : null;
      if (!held || !tokens) return 'left';
      try {
        await this.#keep(client, id, held, await refresh(tokens), now);
        return 'renewed';
      } catch (error) {
        if (!(error instanceof PermissionEnded)) throw error;
        await this.#end(client, id, now);
        return 'ended';
      }
    });
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

  async #keep(client: PoolClient, id: string, held: Held, tokens: Tokens, now: Date): Promise<void> {
    const { access_token, refresh_token, key_id } = this.sealed.seal(held, tokens);
    await client.query(
      `update linked_accounts set access_token = $2, refresh_token = $3, key_id = $4, access_expires_at = $5, refresh_expires_at = $6,
         renewed_at = $7, warned_at = null
       where _id = $1`,
      [id, access_token, refresh_token, key_id, tokens.access_expires_at, tokens.refresh_expires_at, now],
    );
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
