import type { Email } from '#domain/mail/email';
import type { OptionalEmail } from '#domain/mail/optional-emails';
import * as column from '#server/database/schema/table';
import { type StoredRow, table } from '#server/database/schema/table';

/** The email outbox: an email is due while `due_at` is set. */
export const emailSchema = table('emails', {
  id: column.identityKey,
  recipient: column.requiredText,
  user_id: column.nullableUuid,
  kind: column.requiredText,
  content: column.nullableJson<Email>(),
  created_at: column.requiredTimestamp,
  due_at: column.nullableTimestamp,
  attempts: column.integerDefaultZero,
  sent_at: column.nullableTimestamp,
  given_up_at: column.nullableTimestamp,
  error: column.nullableText,
});
export type EmailRow = StoredRow<typeof emailSchema>;

/** The recipients of each campaign, by the hash of the token in their links. */
export const campaignReferralSchema = table('campaign_referrals', {
  referral_hash: column.binaryTextKey,
  campaign_id: column.requiredInteger,
  user_id: column.nullableUuid,
  created_at: column.requiredTimestamp,
});

export const campaignVisitSchema = table('campaign_visits', { referral_hash: column.binaryTextKey, day: column.integerKey });

/** Which optional emails users have switched on. */
export const emailChoiceSchema = table('email_choices', {
  user_id: column.uuidKey,
  kind: column.textKeyOf<OptionalEmail>(),
  is_on: column.requiredBoolean,
  changed_at: column.requiredTimestamp,
  token_hash: column.binaryText,
  handled_day: column.requiredInteger,
});
