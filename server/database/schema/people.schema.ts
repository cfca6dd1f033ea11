import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { instant, known, reference, required, text } from '#server/database/schema/columns';

type Columns = Record<string, EntitySchemaColumnOptions>;

const table = (name: string, columns: Columns) => new EntitySchema<Record<string, unknown>>({ name, columns });

const made: EntitySchemaColumnOptions = { type: 'uuid', primary: true, generated: 'uuid' };
const key: EntitySchemaColumnOptions = { type: 'text', primary: true, collation: 'C' };
const word: EntitySchemaColumnOptions = { type: 'text', primary: true };
const exact: EntitySchemaColumnOptions = { type: 'text', collation: 'C' };
const person: EntitySchemaColumnOptions = { type: 'uuid' };
const personOrNone: EntitySchemaColumnOptions = { type: 'uuid', nullable: true };
const no: EntitySchemaColumnOptions = { type: 'boolean', default: false };
const zero: EntitySchemaColumnOptions = { type: 'integer', default: 0 };
const number: EntitySchemaColumnOptions = { type: 'integer', primary: true, generated: 'increment' };

/** Accounts; the e-mail is kept normalised and is unique. */
const users = table('users', {
  id: made,
  email: required,
  password_hash: text,
  role_id: { type: 'integer', default: 2 },
  is_confirmed: no,
  created_at: known,
  password_changed_at: instant,
  unsubscribed_at: instant,
});

/** Who is signed in where; only the hash of a token is kept. `id` is the name a person ends a session by. */
const sessions = table('sessions', {
  token_hash: key,
  id: { type: 'uuid', generated: 'uuid' },
  user_id: personOrNone,
  pending_user_id: personOrNone,
  registering: no,
  sscid: text,
  campaign_referral_hash: reference,
  user_agent: text,
  created_at: known,
  seen_at: known,
  expires_at: known,
});

/** Codes sent by letter, as hashes, each for one purpose and one use. */
const codes = table('codes', {
  code_hash: key,
  user_id: person,
  purpose: required,
  created_at: known,
  expires_at: known,
  used_at: instant,
});

/** Hits per limit, subject and slot of time, shared by all instances. */
const rateLimits = table('rate_limits', {
  name: key,
  subject: key,
  slot: { type: 'bigint', primary: true },
  hits: { type: 'integer' },
  expires_at: known,
});

/** Tries to sign in to an account since the last quiet time. */
const signInTries = table('sign_in_tries', { subject: key, tries: { type: 'integer' }, tried_at: known });

/** Letters on their way: due while `due_at` is set. */
const letters = table('letters', {
  id: number,
  recipient: required,
  user_id: personOrNone,
  kind: required,
  content: { type: 'jsonb', nullable: true },
  created_at: known,
  due_at: instant,
  attempts: zero,
  sent_at: instant,
  given_up_at: instant,
  error: text,
});

const campaigns = table('campaigns', {
  id: number,
  fingerprint: exact,
  name: required,
  audience: required,
  created_at: known,
  finished_at: instant,
});

/** Who got a letter of which campaign, found by the hash of the token in its links. */
const campaignReferrals = table('campaign_referrals', {
  referral_hash: key,
  campaign_id: { type: 'integer' },
  user_id: personOrNone,
  created_at: known,
});

const campaignVisits = table('campaign_visits', { referral_hash: key, day: { type: 'integer', primary: true } });

/** Everything a payment provider ever told us, each event once. */
const billingEvents = table('billing_events', {
  provider: word,
  event_id: key,
  subscription_id: reference,
  user_id: personOrNone,
  kind: required,
  occurred_at: known,
  received_at: known,
  effect: { type: 'jsonb', nullable: true },
  event: { type: 'jsonb' },
});

/** What the events of a subscription add up to. */
const subscriptions = table('subscriptions', {
  provider: word,
  id: key,
  user_id: personOrNone,
  customer_id: text,
  status: required,
  started_at: known,
  period_ends_at: instant,
  ends_at: instant,
  past_due_since: instant,
  ended_at: instant,
  changed_at: known,
  checked_at: instant,
  welcomed_at: instant,
});

/** Accounts of the platform that people linked; tokens are encrypted. */
const linkedAccounts = table('linked_accounts', {
  _id: made,
  user_id: person,
  platform: required,
  external_id: exact,
  username: required,
  profile_image: text,
  pin_count: { type: 'integer', nullable: true },
  website_url: text,
  access_token: { type: 'bytea' },
  refresh_token: { type: 'bytea', nullable: true },
  key_id: required,
  access_expires_at: known,
  refresh_expires_at: instant,
  needs_reconnect: no,
  warned_at: instant,
  linked_at: known,
  renewed_at: known,
  read_at: known,
  renewing_until: instant,
});

/** Authorisations under way, each for one session and one use; a used one keeps the hash of its code until it expires. */
const linkingStates = table('linking_states', {
  state_hash: key,
  session_hash: exact,
  user_id: person,
  expires_at: known,
  code_hash: reference,
});

export const peopleSchemas = [
  users,
  sessions,
  codes,
  rateLimits,
  signInTries,
  letters,
  campaigns,
  campaignReferrals,
  campaignVisits,
  billingEvents,
  subscriptions,
  linkedAccounts,
  linkingStates,
];
