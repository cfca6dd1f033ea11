import { z } from 'zod';
import { cleanLink } from '#domain/catalog/import/links';
import { DAY_MS, SECOND_MS } from '#domain/durations';
import type { Profile, Tokens } from '#domain/linked-accounts/platform';

const DAY_SECONDS = DAY_MS / SECOND_MS;
/** The lifetime of a refresh token when the response does not state one (Pinterest: "60-day expiration"). */
const DEFAULT_REFRESH_LIFETIME_SECONDS = 60 * DAY_SECONDS;

const tokenText = z.string().regex(/^[\x21-\x7e]{1,2000}$/);
/** At most ten years. */
const lifetimeSeconds = z.number().int().min(1).max(3_650 * DAY_SECONDS); // prettier-ignore

const TokenResponse = z.object({
  access_token: tokenText,
  token_type: z.string().regex(/^bearer$/i),
  expires_in: lifetimeSeconds,
  refresh_token: tokenText.optional(),
  refresh_token_expires_in: lifetimeSeconds.optional(),
  scope: z.string().max(1_000).catch(''), // prettier-ignore
});

const ProfileResponse = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  username: z.string().regex(/^[\p{L}\p{N}_.-]{1,100}$/u),
  profile_image: z.string().nullish(),
  website_url: z.string().nullish(),
  pin_count: z.number().int().min(0).max(2_147_483_647).nullish(), // prettier-ignore
});

const ErrorResponse = z.object({ code: z.number().int(), message: z.string().catch('') });

const addSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * SECOND_MS);

/** Parses a response of `POST /oauth/token`: the tokens and what they are for; null when it is invalid. */
export function parseTokens(json: unknown, now: Date): { readonly tokens: Tokens; readonly scopes: readonly string[] } | null {
  const { data } = TokenResponse.safeParse(json);
  if (!data) return null;
  const tokens = {
    access: data.access_token,
    access_expires_at: addSeconds(now, data.expires_in),
    refresh: data.refresh_token ?? null,
    refresh_expires_at:
      data.refresh_token === undefined ? null : addSeconds(now, data.refresh_token_expires_in ?? DEFAULT_REFRESH_LIFETIME_SECONDS),
  };
  return { tokens, scopes: data.scope.split(/[\s,]+/).filter((scope) => /^[a-z_]+:[a-z_]+$/.test(scope)) };
}

/** Parses a response of `GET /user_account`; null when it is invalid. Unsafe links are dropped. */
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

/** Parses Pinterest's error code for the log. Its message is not logged, because it may echo our request. */
export const parseErrorCode = (json: unknown): number | null => ErrorResponse.safeParse(json).data?.code ?? null;

/** Parses Pinterest's error message, to tell kinds of refusals apart; it is neither logged nor shown. */
export const parseErrorText = (json: unknown): string => ErrorResponse.safeParse(json).data?.message ?? '';
