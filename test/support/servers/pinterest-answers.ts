import { z } from 'zod';

/** Pinterest's answers as its description of API v5 has them, written from there and not from our code. Nothing else may be in an answer. */
const scope = z.string().regex(/^[a-z_]+:[a-z_]+( [a-z_]+:[a-z_]+)*$/); // prettier-ignore

const tokens = z.strictObject({
  response_type: z.enum(['authorization_code', 'refresh_token']),
  access_token: z.string().regex(/^pina_/),
  token_type: z.literal('bearer'),
  expires_in: z.int().positive(),
  scope,
  refresh_token: z.string().regex(/^pinr_/),
  refresh_token_expires_in: z.int().positive(),
  refresh_token_expires_at: z.int().positive(),
});

const account = z.strictObject({
  id: z.string(),
  username: z.string(),
  account_type: z.enum(['PINNER', 'BUSINESS']),
  about: z.string(),
  profile_image: z.string().nullable(),
  website_url: z.string().nullable(),
  business_name: z.string().nullish(),
  board_count: z.int().min(0).nullish(), // prettier-ignore
  pin_count: z.int().min(0).nullish(), // prettier-ignore
  follower_count: z.int().min(0).nullish(), // prettier-ignore
  following_count: z.int().min(0).nullish(), // prettier-ignore
  monthly_views: z.int().nullish(),
});

/** The body of every answer that is no success. */
export const errorAnswer = z.strictObject({ code: z.int(), message: z.string() });

/** The body of a success by the path of its call. */
export const successAnswers: readonly (readonly [path: RegExp, schema: z.ZodType])[] = [
  [/^\/v5\/oauth\/token$/, tokens],
  [/^\/v5\/user_account$/, account],
];

/** The headers of every answer to a call that counts against a limit. */
export const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;
