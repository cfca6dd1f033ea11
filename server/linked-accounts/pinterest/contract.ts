import { z } from 'zod';
import { cleanLink } from '#domain/catalog/import/links';
import type { Profile, Tokens } from '#domain/linked-accounts/platform';

const DAY_SECONDS = 86_400;
/** What a refresh token lives where the answer does not say (Pinterest: "60-day expiration"). */
const DEFAULT_REFRESH_LIFETIME_SECONDS = 60 * DAY_SECONDS;

const tokenText = z.string().regex(/^[\x21-\x7e]{1,2000}$/);
/** Whole seconds, at most ten years. */
const lifetimeSeconds = z.number().int().min(1).max(3_650 * DAY_SECONDS); // prettier-ignore

const TokenResponse = z.object({
  access_token: tokenText,
  token_type: z.string().regex(/^bearer$/i),
  expires_in: lifetimeSeconds,
  refresh_token: tokenText.optional(),
  refresh_token_expires_in: lifetimeSeconds.optional(),
});

const ProfileResponse = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  username: z.string().regex(/^[\p{L}\p{N}_.-]{1,100}$/u),
  profile_image: z.string().nullish(),
  website_url: z.string().nullish(),
  pin_count: z.number().int().min(0).max(2_147_483_647).nullish(), // prettier-ignore
});

const ErrorResponse = z.object({ code: z.number().int() });

const addSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000);

/** The tokens of an answer of `POST /oauth/token`; null when it is none. */
export function parseTokens(json: unknown, now: Date): Tokens | null {
  const { data } = TokenResponse.safeParse(json);
  if (!data) return null;
  return {
    access: data.access_token,
    access_expires_at: addSeconds(now, data.expires_in),
    refresh: data.refresh_token ?? null,
    refresh_expires_at:
      data.refresh_token === undefined ? null : addSeconds(now, data.refresh_token_expires_in ?? DEFAULT_REFRESH_LIFETIME_SECONDS),
  };
}

/** The account of an answer of `GET /user_account`; null when it is none. Links nobody should follow are left out. */
export function parseProfile(json: unknown): Profile | null {
  const { data } = ProfileResponse.safeParse(json);
  if (!data) return null;
  const image = cleanLink(data.profile_image);
  return {
    external_id: data.id,
    username: data.username,
    profile_image: image?.startsWith('https:') ? image : null,
    pin_count: data.pin_count ?? null,
    website_url: cleanLink(data.website_url),
  };
}

/** Pinterest's own number of a fault, for the log; its words are not kept, since they may repeat what we sent. */
export const parseErrorCode = (json: unknown): number | null => ErrorResponse.safeParse(json).data?.code ?? null;
