import type { ApiKeyKind } from '#domain/auth/api-keys/api-keys';
import type { ChallengePurpose } from '#domain/auth/passkeys/passkeys';
import type { CodePurpose } from '#domain/auth/account/codes';
import * as column from '#server/database/schema/table';
import { type StoredRow, table } from '#server/database/schema/table';

/** Accounts and pending registrations, by normalized email address; at most one row of an address is confirmed. */
export const userSchema = table('users', {
  id: column.generatedUuidKey,
  email: column.requiredText,
  password_hash: column.nullableText,
  role_id: column.roleId,
  is_confirmed: column.booleanDefaultFalse,
  is_repeat: column.booleanDefaultFalse,
  created_at: column.requiredTimestamp,
  password_changed_at: column.nullableTimestamp,
  unsubscribed_at: column.nullableTimestamp,
  locale: column.nullableText,
  time_zone: column.nullableText,
});
export type UserRow = StoredRow<typeof userSchema>;

/** Sessions of browsers. Only the token's hash is stored; `id` identifies a session to its owner. */
export const sessionSchema = table('sessions', {
  token_hash: column.binaryTextKey,
  id: column.generatedUuid,
  user_id: column.nullableUuid,
  pending_user_id: column.nullableUuid,
  registering: column.booleanDefaultFalse,
  password_given: column.booleanDefaultFalse,
  sscid: column.nullableText,
  checked_at: column.nullableTimestamp,
  campaign_referral_hash: column.nullableBinaryText,
  user_agent: column.nullableText,
  created_at: column.requiredTimestamp,
  seen_at: column.requiredTimestamp,
  expires_at: column.requiredTimestamp,
});
export type SessionRow = StoredRow<typeof sessionSchema>;

/** Emailed codes, as hashes, each for one purpose and one use. */
export const codeSchema = table('codes', {
  code_hash: column.binaryTextKey,
  user_id: column.requiredUuid,
  purpose: column.requiredTextOf<CodePurpose>(),
  created_at: column.requiredTimestamp,
  expires_at: column.requiredTimestamp,
  used_at: column.nullableTimestamp,
});

/** Authenticator apps, at most one of a user. The key is sealed. */
export const secondFactorSchema = table('second_factors', {
  user_id: column.uuidKey,
  sealed_key: column.requiredText,
  created_at: column.requiredTimestamp,
  confirmed_at: column.nullableTimestamp,
  last_step: column.nullableInteger,
});

/** The hashes of the recovery codes that are left of each user with a second factor. */
export const recoveryCodesSchema = table('recovery_codes', {
  user_id: column.uuidKey,
  hashes: column.textArray,
});

/** Passkeys: their public halves. */
export const passkeySchema = table('passkeys', {
  id: column.generatedUuidKey,
  user_id: column.requiredUuid,
  credential_id: column.binaryText,
  public_key: column.requiredBytes,
  counter: column.requiredBigint,
  transports: column.textArray,
  name: column.requiredText,
  added_at: column.requiredTimestamp,
  used_at: column.nullableTimestamp,
});

/** Challenges that browsers sign with a passkey, at most one per purpose and session. The session need not be stored. */
export const passkeyChallengeSchema = table('passkey_challenges', {
  session_hash: column.binaryTextKey,
  purpose: { ...column.textKeyOf<ChallengePurpose>(), collation: 'C' },
  challenge: column.binaryText,
  expires_at: column.requiredTimestamp,
});

/** API keys. Only the token's hash is stored, and its beginning for people. */
export const apiKeySchema = table('api_keys', {
  id: column.generatedUuidKey,
  user_id: column.requiredUuid,
  name: column.requiredText,
  kind: column.requiredTextOf<ApiKeyKind>(),
  token_hash: column.binaryText,
  prefix: column.requiredText,
  created_at: column.requiredTimestamp,
  used_at: column.nullableTimestamp,
  expires_at: column.nullableTimestamp,
  revoked_at: column.nullableTimestamp,
});

/** What users have granted to OAuth clients. Only the hashes of the code and of the current tokens are stored. */
export const oauthGrantSchema = table('oauth_grants', {
  id: column.generatedUuidKey,
  user_id: column.requiredUuid,
  client_id: column.requiredText,
  client_name: column.requiredText,
  redirect_uri: column.requiredText,
  code_hash: column.binaryText,
  code_challenge: column.requiredText,
  created_at: column.requiredTimestamp,
  access_hash: column.nullableBinaryText,
  refresh_hash: column.nullableBinaryText,
  issued_at: column.nullableTimestamp,
  used_at: column.nullableTimestamp,
});
export type GrantRow = StoredRow<typeof oauthGrantSchema>;

/** The identities at OpenID providers that sign in to accounts. */
export const signInLinkSchema = table('sign_in_links', {
  id: column.generatedUuidKey,
  user_id: column.requiredUuid,
  issuer: column.requiredText,
  subject: column.requiredText,
  linked_at: column.requiredTimestamp,
});
