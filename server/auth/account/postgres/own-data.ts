import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { redactBuyer } from '#domain/auth/account/redact-buyer';
import { Secrets } from '#domain/secrets';
import { searcherIdOf } from '#domain/subscriptions/free-searches/free-searches';
import { forgetChangesSql } from '#server/database/catalog-tables';
import { Postgres } from '#server/database/postgres';
import { inTransaction, slowQuery } from '#server/database/transaction';

/** The exported columns per subject: never a hash, token, or key. */
const exportQueries = {
  account: `select id, email, role_id, is_confirmed, created_at, password_changed_at, unsubscribed_at, locale, time_zone from users where id = $1`,
  sessions: `select id, user_agent, sscid, created_at, seen_at, expires_at from sessions where user_id = $1 order by created_at`,
  second_factor: `select created_at, confirmed_at, (select cardinality(hashes) from recovery_codes where user_id = $1) recovery_codes_left
     from second_factors where user_id = $1`,
  passkeys: 'select name, added_at, used_at from passkeys where user_id = $1 order by added_at, id',
  api_keys:
    'select name, kind, prefix, created_at, used_at, expires_at, revoked_at from api_keys where user_id = $1 order by created_at, id',
  connected_assistants:
    'select client_name, client_id, created_at, issued_at, used_at from oauth_grants where user_id = $1 order by created_at, id',
  sign_in_links: 'select issuer, subject, linked_at from sign_in_links where user_id = $1 order by linked_at, id',
  subscriptions: `select provider, id, customer_id, status, started_at, period_ends_at, ends_at, past_due_since, ended_at
     from subscriptions where user_id = $1 order by started_at`,
  billing_events: `select provider, event_id, kind, occurred_at, received_at, event from billing_events where user_id = $1 order by occurred_at`,
  linked_accounts: `select _id, platform, external_id, username, profile_image, pin_count, website_url, needs_reconnect, linked_at, read_at
     from linked_accounts where user_id = $1 order by linked_at`,
  emails: `select e.kind, e.created_at, e.sent_at from emails e join users u on u.id = $1 and u.is_confirmed
     where e.user_id = u.id or e.recipient = u.email order by e.created_at`,
  campaign_referrals: `select c.name campaign, r.created_at, (select json_agg(v.day order by v.day) from campaign_visits v where v.referral_hash = r.referral_hash) visit_days
     from campaign_referrals r join campaigns c on c.id = r.campaign_id where r.user_id = $1 order by r.created_at`,
  watchlists: `select w.name, w.created_at, (select json_agg(json_build_object('entity', i.entity, 'entity_id', i.entity_id, 'title', i.title,
       'note', i.note, 'added_at', i.added_at, 'added_value', i.added_value) order by i.added_at, i._id)
       from watched_items i where i.watchlist_id = w._id) items
     from watchlists w where w.user_id = $1 order by w.created_at, w._id`,
  saved_searches: `select name, variant, query, created_at, seen_at from saved_searches where user_id = $1 order by created_at, _id`,
  saved_keywords: `select name keyword, saved_at from saved_keywords where user_id = $1 order by saved_at, keyword`,
  interests: `select topics, site from interests where user_id = $1`,
  alert_rules: `select r.measure, r.direction, r.threshold, r.period, coalesce(w.name, i.title, q.name) target, r.created_at
     from alert_rules r left join watchlists w on w._id = r.watchlist_id left join watched_items i on i._id = r.watched_item_id
       left join saved_searches q on q._id = r.saved_search_id where r.user_id = $1 order by r.created_at, r._id`,
  alerts: `select entity, nullif(entity_id, '') entity_id, title, measure, direction, threshold, period, "value", created_at, read_at
     from alerts where user_id = $1 order by created_at, _id`,
  email_choices: `select kind, is_on, changed_at from email_choices where user_id = $1 order by kind`,
  account_audit: `select action act, details, at, case when admin_id = $1 then 'you' else 'an administrator or operator' end "by" from account_audit
     where user_id = $1 or admin_id = $1 order by id`,
  cleanups: `select entity_type, issue_type, matched, deleted, started_at, finished_at from cleanups where user_id = $1 order by id`,
};

/** Stored by the keyed hash of the address, so that they outlive the account until the end of the day. */
const FREE_SEARCHES_QUERY = `
  select to_char(date '1970-01-01' + day, 'YYYY-MM-DD') "day", cardinality(search_hashes) searches
  from free_searches where user_id = $1 order by free_searches.day`;

const EVENTS_QUERY = 'select count(*)::int count, min(at) first_at, max(at) last_at from events where user_id = $1';

/** Raw events have no index by user, so that counting them takes a scan. */
const EVENTS_QUERY_TIMEOUT_MS = 60_000;

/** All data about one user: export and deletion. */
@Injectable()
export class OwnData {
  constructor(
    private readonly postgres: Postgres,
    private readonly secrets: Secrets,
  ) {}

  /** Returns everything stored about the user, by subject, without hashes, tokens, and codes. */
  async exportAll(userId: string): Promise<Readonly<Record<string, unknown>>> {
    const exported: Record<string, unknown> = {};
    for (const [name, sql] of Object.entries(exportQueries)) {
      const { rows } = await this.postgres.pool.query<Record<string, unknown>>(sql, [userId]);
      exported[name] = name === 'account' ? rows[0] : rows;
    }
    const { email } = exported['account'] as { readonly email: string };
    const { rows: freeSearches } = await this.postgres.pool.query(FREE_SEARCHES_QUERY, [searcherIdOf(this.secrets, email)]);
    const events = await inTransaction(this.postgres.jobPool, async (client) => {
      const [summary] = await slowQuery<Record<string, unknown>>(client, EVENTS_QUERY_TIMEOUT_MS, EVENTS_QUERY, [userId]);
      return summary;
    });
    return { ...exported, free_searches: freeSearches, events };
  }

  /**
   * Deletes the account and all that belongs to it. Payment records that must be retained are anonymized now, visitor events within a
   * day. Returns false, and deletes nothing, while the user has a subscription that is not canceled.
   */
  deleteAccount(userId: string, email: string): Promise<boolean> {
    return inTransaction(this.postgres.pool, (client) => deleteAccountRows(client, userId, email));
  }
}

/**
 * Deletes an account and all that belongs to it, in the caller's transaction. Returns false, and deletes nothing, while it has a
 * subscription that is not canceled: also a refunded one may be charged again.
 */
export async function deleteAccountRows(client: PoolClient, userId: string, email: string): Promise<boolean> {
  // A concurrent purchase for this account waits for the lock and then finds no user.
  const { rows } = await client.query<{ is_confirmed: boolean }>('select is_confirmed from users where id = $1 for update', [userId]);
  const running = `select 1 from subscriptions where user_id = $1 and status <> 'canceled' and ends_at is null`;
  if ((await client.query(running, [userId])).rows.length > 0) return false;
  await anonymizePayer(client, userId, email);
  await eraseRemovedRows(client, userId);
  await eraseReplacedValues(client, userId);
  // Only a confirmed user owns the address, with its other registrations.
  if (rows[0]?.is_confirmed) {
    await client.query('delete from emails where recipient = $1', [email]);
    await client.query('delete from users where email = $1', [email]);
  } else {
    await client.query('delete from users where id = $1', [userId]);
  }
  return true;
}

/** Payment records are retained for bookkeeping, without the buyer. */
async function anonymizePayer(client: PoolClient, userId: string, email: string): Promise<void> {
  const { rows } = await client.query<{ provider: string; event_id: string; event: unknown }>(
    `select provider, event_id, event from billing_events
     where user_id = $1 or (provider, subscription_id) in (select provider, id from subscriptions where user_id = $1) for update`,
    [userId],
  );
  for (const { provider, event_id, event } of rows) {
    await client.query('update billing_events set event = $3::jsonb where provider = $1 and event_id = $2', [
      provider,
      event_id,
      JSON.stringify(redactBuyer(event, [email, userId])),
    ]);
  }
}

/** What cleanups removed and still keep of the Pinterest accounts that the user linked: their profiles, boards, and pins. */
async function eraseRemovedRows(client: PoolClient, userId: string): Promise<void> {
  await client.query(
    `delete from removed_rows where people && (
       select coalesce(array_agg(person), '{}') from linked_accounts,
         unnest(array['#' || external_id, '#~' || lower(username), '@' || lower(username)]) person where user_id = $1)`,
    [userId],
  );
}

/**
 * What imports replaced in the profiles that the user linked, and in their boards and pins: at once, or in the next night. These rows stay
 * when such an import is taken back.
 */
async function eraseReplacedValues(client: PoolClient, userId: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select unnest(array[external_id, '~' || lower(username)]) id from linked_accounts where user_id = $1`,
    [userId],
  );
  const profiles = rows.map(({ id }) => id);
  if (profiles.length === 0) return;
  for (const [entity, own] of [
    ['pinner', 'select unnest($1::text[])'],
    ['board', 'select _id from boards where pinner_id = any($1)'],
    ['pin', 'select _id from pins where pinner_id = any($1)'],
  ] as const)
    await client.query(forgetChangesSql(entity, own), [profiles]);
}
