import { Injectable } from '@nestjs/common';
import { Secrets } from '#domain/secrets';
import { searcherIdOf } from '#domain/subscriptions/free-searches/free-searches';
import { deleteAccountRows } from '#server/auth/account/postgres/delete-account';
import { Postgres } from '#server/database/postgres';
import { inTransaction, slowQuery } from '#server/database/transaction';

/** The exported columns per subject: never a hash, token, or key. */
const exportQueries: readonly (readonly [name: string, sql: string])[] = [
  [
    'account',
    `select id, email, role_id, is_confirmed, created_at, password_changed_at, unsubscribed_at, locale, time_zone from users where id = $1`,
  ],
  ['sessions', `select id, user_agent, sscid, created_at, seen_at, expires_at from sessions where user_id = $1 order by created_at`],
  [
    'second_factor',
    `select created_at, confirmed_at, (select cardinality(hashes) from recovery_codes where user_id = $1) recovery_codes_left
     from second_factors where user_id = $1`,
  ],
  ['passkeys', 'select name, added_at, used_at from passkeys where user_id = $1 order by added_at, id'],
  [
    'api_keys',
    'select name, kind, prefix, created_at, used_at, expires_at, revoked_at from api_keys where user_id = $1 order by created_at, id',
  ],
  [
    'connected_assistants',
    'select client_name, client_id, created_at, issued_at, used_at from oauth_grants where user_id = $1 order by created_at, id',
  ],
  ['sign_in_links', 'select issuer, subject, linked_at from sign_in_links where user_id = $1 order by linked_at, id'],
  [
    'subscriptions',
    `select provider, id, customer_id, status, started_at, period_ends_at, ends_at, past_due_since, ended_at
     from subscriptions where user_id = $1 order by started_at`,
  ],
  [
    'billing_events',
    `select provider, event_id, kind, occurred_at, received_at, event from billing_events where user_id = $1 order by occurred_at`,
  ],
  [
    'linked_accounts',
    `select _id, platform, external_id, username, profile_image, pin_count, website_url, needs_reconnect, linked_at, read_at
     from linked_accounts where user_id = $1 order by linked_at`,
  ],
  [
    'emails',
    `select e.kind, e.created_at, e.sent_at from emails e join users u on u.id = $1 and u.is_confirmed
     where e.user_id = u.id or e.recipient = u.email order by e.created_at`,
  ],
  [
    'campaign_referrals',
    `select c.name campaign, r.created_at, (select json_agg(v.day order by v.day) from campaign_visits v where v.referral_hash = r.referral_hash) visit_days
     from campaign_referrals r join campaigns c on c.id = r.campaign_id where r.user_id = $1 order by r.created_at`,
  ],
  [
    'watchlists',
    `select w.name, w.created_at, (select json_agg(json_build_object('entity', i.entity, 'entity_id', i.entity_id, 'title', i.title,
       'note', i.note, 'added_at', i.added_at, 'added_value', i.added_value) order by i.added_at, i._id)
       from watched_items i where i.watchlist_id = w._id) items
     from watchlists w where w.user_id = $1 order by w.created_at, w._id`,
  ],
  ['saved_searches', `select name, variant, query, created_at, seen_at from saved_searches where user_id = $1 order by created_at, _id`],
  ['saved_keywords', `select name keyword, saved_at from saved_keywords where user_id = $1 order by saved_at, keyword`],
  ['interests', `select topics, site from interests where user_id = $1`],
  [
    'alert_rules',
    `select r.measure, r.direction, r.threshold, r.period, coalesce(w.name, i.title, q.name) target, r.created_at
     from alert_rules r left join watchlists w on w._id = r.watchlist_id left join watched_items i on i._id = r.watched_item_id
       left join saved_searches q on q._id = r.saved_search_id where r.user_id = $1 order by r.created_at, r._id`,
  ],
  [
    'alerts',
    `select entity, nullif(entity_id, '') entity_id, title, measure, direction, threshold, period, "value", created_at, read_at
     from alerts where user_id = $1 order by created_at, _id`,
  ],
  ['email_choices', `select kind, is_on, changed_at from email_choices where user_id = $1 order by kind`],
  [
    'account_audit',
    `select action act, details, at, case when admin_id = $1 then 'you' else 'an administrator or operator' end "by" from account_audit
     where user_id = $1 or admin_id = $1 order by id`,
  ],
  ['cleanups', `select entity_type, issue_type, matched, deleted, started_at, finished_at from cleanups where user_id = $1 order by id`],
];

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
    for (const [name, sql] of exportQueries) {
      const { rows } = await this.postgres.pool.query<Record<string, unknown>>(sql, [userId]);
      exported[name] = name === 'account' ? rows[0] : rows;
    }
    const { email } = exported['account'] as { readonly email: string };
    const { rows: freeSearches } = await this.postgres.pool.query(FREE_SEARCHES_QUERY, [searcherIdOf(this.secrets, email)]);
    return { ...exported, free_searches: freeSearches, events: await this.#eventSummary(userId) };
  }

  /**
   * Deletes the account and all that belongs to it. Payment records that must be retained are anonymized now, visitor events within a
   * day. Returns false, and deletes nothing, while the user has a subscription that is not canceled.
   */
  deleteAccount(userId: string, email: string): Promise<boolean> {
    return inTransaction(this.postgres.pool, (client) => deleteAccountRows(client, userId, email));
  }

  /** Returns the number of visitor events, with the first and last time. */
  #eventSummary(userId: string): Promise<unknown> {
    return inTransaction(this.postgres.jobPool, async (client) => {
      const [summary] = await slowQuery<Record<string, unknown>>(client, EVENTS_QUERY_TIMEOUT_MS, EVENTS_QUERY, [userId]);
      return summary;
    });
  }
}
