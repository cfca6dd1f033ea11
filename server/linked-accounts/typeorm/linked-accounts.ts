import { Injectable, Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Conflict, NotSignedIn } from '#domain/errors';
import { MAX_LINKED_ACCOUNTS } from '#domain/linked-accounts/linked-account';
import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { type StoredLinkedAccount, LinkedAccounts } from '#domain/linked-accounts/linked-accounts';
import type { Permission, Profile } from '#domain/linked-accounts/platform';
import { LinkLimitReached } from '#domain/linked-accounts/errors';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { TokenEncryption, type EncryptedTokens, type TokenOwner } from '#server/linked-accounts/token-encryption';
import { DecryptionFailed } from '#server/secrets/token-cipher';

interface LinkedAccountRow {
  readonly _id: string;
  readonly platform: string;
  readonly username: string;
  readonly profile_image: string | null;
  readonly pin_count: number | null;
  readonly website_url: string | null;
  readonly needs_reconnect: boolean;
  readonly warned_at: Date | null;
  readonly linked_at: Date;
  readonly renewed_at: Date;
  readonly read_at: Date;
}

const LINKED_ACCOUNT_COLUMNS =
  '_id, platform, username, profile_image, pin_count, website_url, needs_reconnect, warned_at, linked_at, renewed_at, read_at';

const UPSERT_LINKED_ACCOUNT = `
  insert into linked_accounts (user_id, platform, external_id, username, profile_image, pin_count, website_url,
    access_token, refresh_token, key_id, access_expires_at, refresh_expires_at, linked_at, renewed_at, read_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $13)
  on conflict (platform, external_id) do update set
    username = excluded.username, profile_image = excluded.profile_image, pin_count = excluded.pin_count,
    website_url = excluded.website_url, access_token = excluded.access_token, refresh_token = excluded.refresh_token,
    key_id = excluded.key_id, access_expires_at = excluded.access_expires_at, refresh_expires_at = excluded.refresh_expires_at,
    renewed_at = excluded.renewed_at, read_at = excluded.read_at, needs_reconnect = false, warned_at = null, renewing_until = null
  where linked_accounts.user_id = excluded.user_id
  returning ${LINKED_ACCOUNT_COLUMNS}`;

/** The turn goes past a row that somebody else is at, rather than wait. */
const CLAIM_PROFILE_READ = `
  update linked_accounts set read_at = $3
  where _id = (select _id from linked_accounts where _id = $1 and read_at <= $2 and not needs_reconnect for update skip locked)
  returning user_id, platform, external_id, access_token, key_id`;

/** As their owner sees them: without tokens. */
function toLinkedAccount({
  _id,
  username,
  profile_image,
  pin_count,
  website_url,
  needs_reconnect,
  warned_at,
  linked_at,
}: LinkedAccountRow): LinkedAccount {
  const needsReconnect = needs_reconnect || warned_at !== null;
  return { _id, username, profile_image, pin_count, website_url, needs_reconnect: needsReconnect, linked_at: linked_at.toISOString() };
}

@Injectable()
export class TypeormLinkedAccounts extends LinkedAccounts {
  readonly #logger = new Logger('linked-accounts');

  constructor(
    private readonly postgres: Postgres,
    private readonly tokenEncryption: TokenEncryption,
  ) {
    super();
  }

  async listFor(userId: string): Promise<readonly StoredLinkedAccount[]> {
    const { rows } = await this.postgres.pool.query<LinkedAccountRow>(
      `select ${LINKED_ACCOUNT_COLUMNS} from linked_accounts where user_id = $1 order by linked_at, _id`,
      [userId],
    );
    return rows.map((row) => {
      const { platform, read_at, renewed_at, needs_reconnect: ended } = row;
      return { account: toLinkedAccount(row), platform, read_at, renewed_at, ended };
    });
  }

  async add(userId: string, platform: string, permission: Permission, now: Date): Promise<LinkedAccount> {
    const owner = { user_id: userId, platform, external_id: permission.profile.external_id };
    return inTransaction(this.postgres.pool, async (client) => {
      // One at a time for each person, so that the count holds until the row is in.
      const { rowCount } = await client.query('select from users where id = $1 for no key update', [userId]);
      if (rowCount === 0) throw new NotSignedIn();
      await refuseBeyondLimit(client, owner);
      const { rows } = await client.query<LinkedAccountRow>(
        UPSERT_LINKED_ACCOUNT,
        insertValues(owner, permission, this.tokenEncryption.encrypt(owner, permission.tokens), now),
      );
      if (!rows[0]) throw new Conflict('Somebody else at this site has linked this Pinterest account.');
      return toLinkedAccount(rows[0]);
    });
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const { rowCount } = await this.postgres.pool.query('delete from linked_accounts where _id = $1 and user_id = $2', [id, userId]);
    return rowCount === 1;
  }

  async claimProfileRefresh(id: string, staleSince: Date, now: Date): Promise<string | null> {
    const { rows } = await this.postgres.pool.query<TokenOwner & EncryptedTokens>(CLAIM_PROFILE_READ, [id, staleSince, now]);
    if (!rows[0]) return null;
    try {
      return this.tokenEncryption.access(rows[0]);
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) throw error;
      this.#logger.error(`linked account ${id}: ${error.message}`);
      return null;
    }
  }

  async saveProfile(id: string, { external_id, username, profile_image, pin_count, website_url }: Profile): Promise<void> {
    await this.postgres.pool.query(
      `update linked_accounts set username = $3, profile_image = $4, pin_count = $5, website_url = $6 where _id = $1 and external_id = $2`,
      [id, external_id, username, profile_image, pin_count, website_url],
    );
  }
}

async function refuseBeyondLimit(client: PoolClient, { user_id, platform, external_id }: TokenOwner): Promise<void> {
  const { rows } = await client.query<{ external_id: string; platform: string }>(
    'select platform, external_id from linked_accounts where user_id = $1',
    [user_id],
  );
  const isAlreadyLinked = rows.some((row) => row.platform === platform && row.external_id === external_id);
  if (!isAlreadyLinked && rows.length >= MAX_LINKED_ACCOUNTS) throw new LinkLimitReached();
}

const insertValues = (owner: TokenOwner, { tokens, profile }: Permission, encrypted: EncryptedTokens, now: Date): unknown[] => [
  owner.user_id,
  owner.platform,
  owner.external_id,
  profile.username,
  profile.profile_image,
  profile.pin_count,
  profile.website_url,
  encrypted.access_token,
  encrypted.refresh_token,
  encrypted.key_id,
  tokens.access_expires_at,
  tokens.refresh_expires_at,
  now,
];
