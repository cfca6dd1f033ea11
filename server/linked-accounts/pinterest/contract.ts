import { z } from 'zod';
import { cleanLink } from '#domain/catalog/import/links';
import { DAY_MS, SECOND_MS } from '#domain/durations';
import type { Permission, Profile } from '#domain/linked-accounts/platform';

const DAY_SECONDS = DAY_MS / SECOND_MS;
/** The lifetime of a refresh token when the response does not state one (Pinterest: "60-day expiration"). */
const DEFAULT_REFRESH_LIFETIME_SECONDS = 60 * DAY_SECONDS;

const tokenText = z.string().regex(/^[\x21-\x7e]{1,2000}$/);
/** At most ten years. */
const lifetimeSeconds = z.number().int().min(1).max(3_650 * DAY_SECONDS); // prettier-ignore

const addSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * SECOND_MS);

/** A response of `POST /oauth/token` that comes now: the tokens and what they are for. */
export const grantedTokens = (now: Date) =>
  z
    .object({
      access_token: tokenText,
      token_type: z.string().regex(/^bearer$/i),
      expires_in: lifetimeSeconds,
      refresh_token: tokenText.optional(),
      refresh_token_expires_in: lifetimeSeconds.default(DEFAULT_REFRESH_LIFETIME_SECONDS),
      scope: z.string().max(1_000).catch(''), // prettier-ignore
    })
    .transform(({ access_token, expires_in, refresh_token = null, refresh_token_expires_in, scope }): Omit<Permission, 'profile'> => ({
      tokens: {
        access: access_token,
        access_expires_at: addSeconds(now, expires_in),
        refresh: refresh_token,
        refresh_expires_at: refresh_token === null ? null : addSeconds(now, refresh_token_expires_in),
      },
      scopes: scope.split(/[\s,]+/).filter((each) => /^[a-z_]+:[a-z_]+$/.test(each)),
    }));

/** The https URL of an image; null for any other. */
export function imageLink(url: string | null | undefined): string | null {
  const link = cleanLink(url);
  return link?.startsWith('https:') ? link : null;
}

/** A response of `GET /user_account`. Unsafe links are dropped. */
export const AccountProfile = z
  .object({
    id: z.string().regex(/^[\w-]{1,64}$/),
    username: z.string().regex(/^[\p{L}\p{N}_.-]{1,100}$/u),
    profile_image: z.string().nullish(),
    website_url: z.string().nullish(),
    pin_count: z.number().int().min(0).max(2_147_483_647).nullish(), // prettier-ignore
  })
  .transform(({ id, username, profile_image, pin_count = null, website_url }): Profile => ({
    external_id: id,
    username,
    profile_image: imageLink(profile_image),
    pin_count,
    website_url: cleanLink(website_url),
  }));

const ErrorResponse = z.object({ code: z.number().int(), message: z.string().catch('') });

/** Pinterest's error. Its message tells kinds of refusals apart; it is neither logged nor shown, because it may echo our request. */
export const parseError = (json: unknown): { readonly code?: number; readonly message?: string } =>
  ErrorResponse.safeParse(json).data ?? {};
