import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { nullableTimestamp, requiredTimestamp, nullableBinaryText, requiredText, nullableText } from '#server/database/schema/columns';

type Columns = Record<string, EntitySchemaColumnOptions>;

const table = (name: string, columns: Columns) => new EntitySchema<Record<string, unknown>>({ name, columns });

const generatedUuidKey: EntitySchemaColumnOptions = { type: 'uuid', primary: true, generated: 'uuid' };
const binaryTextKey: EntitySchemaColumnOptions = { type: 'text', primary: true, collation: 'C' };
const textKey: EntitySchemaColumnOptions = { type: 'text', primary: true };
const binaryText: EntitySchemaColumnOptions = { type: 'text', collation: 'C' };
const requiredUuid: EntitySchemaColumnOptions = { type: 'uuid' };
const nullableUuid: EntitySchemaColumnOptions = { type: 'uuid', nullable: true };
const booleanDefaultFalse: EntitySchemaColumnOptions = { type: 'boolean', default: false };
const integerDefaultZero: EntitySchemaColumnOptions = { type: 'integer', default: 0 };
const identityKey: EntitySchemaColumnOptions = { type: 'integer', primary: true, generated: 'increment' };

/** Accounts; the e-mail is kept normalised and is unique. */
const users = table('users', {
  id: generatedUuidKey,
  email: requiredText,
  password_hash: nullableText,
  role_id: { type: 'integer', default: 2 },
  is_confirmed: booleanDefaultFalse,
  created_at: requiredTimestamp,
  password_changed_at: nullableTimestamp,
  unsubscribed_at: nullableTimestamp,
});

/** Who is signed in where; only the hash of a token is kept. `id` is the name a person ends a session by. */
const sessions = table('sessions', {
  token_hash: binaryTextKey,
  id: { type: 'uuid', generated: 'uuid' },
  user_id: nullableUuid,
  pending_user_id: nullableUuid,
  registering: booleanDefaultFalse,
  sscid: nullableText,
  campaign_referral_hash: nullableBinaryText,
  user_agent: nullableText,
  created_at: requiredTimestamp,
  seen_at: requiredTimestamp,
  expires_at: requiredTimestamp,
});

/** Codes sent by letter, as hashes, each for one purpose and one use. */
const codes = table('codes', {
  code_hash: binaryTextKey,
  user_id: requiredUuid,
  purpose: requiredText,
  created_at: requiredTimestamp,
  expires_at: requiredTimestamp,
  used_at: nullableTimestamp,
});

/** Hits per limit, subject and slot of time, shared by all instances. */
const rateLimits = table('rate_limits', {
  name: binaryTextKey,
  subject: binaryTextKey,
  slot: { type: 'bigint', primary: true },
  hits: { type: 'integer' },
  expires_at: requiredTimestamp,
});

/** Tries to sign in to an account since the last quiet time. */
const signInAttempts = table('sign_in_tries', { subject: binaryTextKey, tries: { type: 'integer' }, tried_at: requiredTimestamp });

/** Letters on their way: due while `due_at` is set. */
const emails = table('letters', {
  id: identityKey,
  recipient: requiredText,
  user_id: nullableUuid,
  kind: requiredText,
  content: { type: 'jsonb', nullable: true },
  created_at: requiredTimestamp,
  due_at: nullableTimestamp,
  attempts: integerDefaultZero,
  sent_at: nullableTimestamp,
  given_up_at: nullableTimestamp,
  error: nullableText,
});

const campaigns = table('campaigns', {
  id: identityKey,
  fingerprint: binaryText,
  name: requiredText,
  audience: requiredText,
  created_at: requiredTimestamp,
  finished_at: nullableTimestamp,
});

/** Who got a letter of which campaign, found by the hash of the token in its links. */
const campaignReferrals = table('campaign_referrals', {
  referral_hash: binaryTextKey,
  campaign_id: { type: 'integer' },
  user_id: nullableUuid,
  created_at: requiredTimestamp,
});

const campaignVisits = table('campaign_visits', { referral_hash: binaryTextKey, day: { type: 'integer', primary: true } });

/** Everything a payment provider ever told us, each event once. */
const billingEvents = table('billing_events', {
  provider: textKey,
  event_id: binaryTextKey,
  subscription_id: nullableBinaryText,
  user_id: nullableUuid,
  kind: requiredText,
  occurred_at: requiredTimestamp,
  received_at: requiredTimestamp,
  effect: { type: 'jsonb', nullable: true },
  event: { type: 'jsonb' },
});

/** What the events of a subscription add up to. */
const subscriptions = table('subscriptions', {
  provider: textKey,
  id: binaryTextKey,
  user_id: nullableUuid,
  customer_id: nullableText,
  status: requiredText,
  started_at: requiredTimestamp,
  period_ends_at: nullableTimestamp,
  ends_at: nullableTimestamp,
  past_due_since: nullableTimestamp,
  ended_at: nullableTimestamp,
  changed_at: requiredTimestamp,
  checked_at: nullableTimestamp,
  welcomed_at: nullableTimestamp,
});

/** Accounts of the platform that people linked; tokens are encrypted. */
const linkedAccounts = table('linked_accounts', {
  _id: generatedUuidKey,
  user_id: requiredUuid,
  platform: requiredText,
  external_id: binaryText,
  username: requiredText,
  profile_image: nullableText,
  pin_count: { type: 'integer', nullable: true },
  website_url: nullableText,
  access_token: { type: 'bytea' },
  refresh_token: { type: 'bytea', nullable: true },
  key_id: requiredText,
  access_expires_at: requiredTimestamp,
  refresh_expires_at: nullableTimestamp,
  needs_reconnect: booleanDefaultFalse,
  warned_at: nullableTimestamp,
  linked_at: requiredTimestamp,
  renewed_at: requiredTimestamp,
  read_at: requiredTimestamp,
  renewing_until: nullableTimestamp,
});

/** Authorisations under way, each for one session and one use; a used one keeps the hash of its code until it expires. */
const linkingStates = table('linking_states', {
  state_hash: binaryTextKey,
  session_hash: binaryText,
  user_id: requiredUuid,
  expires_at: requiredTimestamp,
  code_hash: nullableBinaryText,
});

export const accountSchemas = [
  users,
  sessions,
  codes,
  rateLimits,
  signInAttempts,
  emails,
  campaigns,
  campaignReferrals,
  campaignVisits,
  billingEvents,
  subscriptions,
  linkedAccounts,
  linkingStates,
];
