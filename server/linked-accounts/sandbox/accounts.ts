import { createHash } from 'node:crypto';

/** A stable digest of an account's name and a purpose, from which its fictional content is derived. */
export const digestOf = (username: string, purpose = ''): Buffer =>
  createHash('sha256')
    .update(username.toLowerCase() + (purpose === '' ? '' : `\n${purpose}`))
    .digest();

/** The profile of a fictional account, as `GET /user_account` returns it. */
export function sandboxProfile(username: string): Readonly<Record<string, unknown>> {
  const digest = digestOf(username);
  const site =
    username
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^-+|-+$/g, '') || 'site';
  return {
    id: digest.toString('hex').slice(0, 18),
    username,
    account_type: 'BUSINESS',
    about: 'A fictional account of the sandbox.',
    profile_image: null,
    website_url: `https://${site}.example`,
    business_name: username,
    board_count: 3 + ((digest[2] ?? 0) % 12),
    pin_count: digest.readUInt16BE(0) % 5_000,
    follower_count: digest.readUInt16BE(4) % 20_000,
    following_count: (digest[6] ?? 0) % 200,
    monthly_views: digest.readUInt32BE(8) % 400_000,
  };
}

/** For how many days Pinterest has counted an account: one of the sandbox's is new. */
export const accountStartDays = (username: string): number => (username === 'tiny_garden_days' ? 40 : 1_000);
