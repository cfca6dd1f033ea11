import { z } from 'zod';
import { cleanLink } from '#domain/catalog/links';
import type { Profile, Tokens } from '#domain/linked-accounts/platform';

const DAY = 86_400;
/** What a refresh token lives where the answer does not say (Pinterest: "60-day expiration"). */
const REFRESH_LIFE = 60 * DAY;

const token = z.string().regex(/^[\x21-\x7e]{1,2000}$/);
/** Whole seconds, at most ten years. */
const life = z.number().int().min(1).max(3_650 * DAY); // prettier-ignore

const TokenAnswer = z.object({
  access_token: token,
  token_type: z.string().regex(/^bearer$/i),
  expires_in: life,
  refresh_token: token.optional(),
  refresh_token_expires_in: life.optional(),
});

const ProfileAnswer = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  username: z.string().regex(/^[\p{L}\p{N}_.-]{1,100}$/u),
  profile_image: z.string().nullish(),
  website_url: z.string().nullish(),
  pin_count: z.number().int().min(0).max(2_147_483_647).nullish(), // prettier-ignore
});

const FaultAnswer = z.object({ code: z.number().int() });

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000);

/** The tokens of an answer of `POST /oauth/token`; null when it is none. */
export function tokensOf(json: unknown, now: Date): Tokens | null {
  const { data } = TokenAnswer.safeParse(json);
  if (!data) return null;
  return {
    access: data.access_token,
    access_expires_at: after(now, data.expires_in),
    refresh: data.refresh_token ?? null,
    refresh_expires_at: data.refresh_token === undefined ? null : after(now, data.refresh_token_expires_in ?? REFRESH_LIFE),
  };
}

/** The account of an answer of `GET /user_account`; null when it is none. Links nobody should follow are left out. */
export function profileOf(json: unknown): Profile | null {
  const { data } = ProfileAnswer.safeParse(json);
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
export const faultOf = (json: unknown): number | null => FaultAnswer.safeParse(json).data?.code ?? null;
