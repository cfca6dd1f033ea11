import * as column from '#server/database/schema/table';
import { type StoredRow, table } from '#server/database/schema/table';

/** Accounts of the platform that users linked; tokens are encrypted. */
export const linkedAccountSchema = table('linked_accounts', {
  _id: column.generatedUuidKey,
  user_id: column.requiredUuid,
  platform: column.requiredText,
  external_id: column.binaryText,
  username: column.requiredText,
  profile_image: column.nullableText,
  pin_count: column.nullableInteger,
  website_url: column.nullableText,
  access_token: column.requiredBytes,
  refresh_token: column.nullableBytes,
  key_id: column.requiredText,
  access_expires_at: column.requiredTimestamp,
  refresh_expires_at: column.nullableTimestamp,
  needs_reconnect: column.booleanDefaultFalse,
  warned_at: column.nullableTimestamp,
  linked_at: column.requiredTimestamp,
  renewed_at: column.requiredTimestamp,
  read_at: column.requiredTimestamp,
  renewing_until: column.nullableTimestamp,
  problem: column.nullableText,
  problem_since: column.nullableTimestamp,
  scopes: column.textArray,
});
export type LinkedAccountRow = StoredRow<typeof linkedAccountSchema>;

/** Pending authorizations, each for one session and one use; a used one keeps the hash of its code until it expires. */
export const linkingStateSchema = table('linking_states', {
  state_hash: column.binaryTextKey,
  session_hash: column.binaryText,
  user_id: column.requiredUuid,
  expires_at: column.requiredTimestamp,
  code_hash: column.nullableBinaryText,
});
export type LinkingStateRow = StoredRow<typeof linkingStateSchema>;
