import { z } from 'zod';
import type { Output } from '#domain/endpoint';
import { dayStatuses, ownMetrics, ownSplits } from '#domain/linked-accounts/own-analytics';
import { lastingProblems, linkStates, temporaryProblems } from '#domain/linked-accounts/link-state';

/** An empty body starts linking; with `code` and `state` it completes the return from the platform. */
export const Linking = z
  .strictObject({
    code: z
      .string('must be a text')
      .min(1, 'must not be empty')
      .max(2_000, 'is too long')
      .optional()
      .describe('The code that the platform returned.'),
    state: z
      .string('must be a text')
      .min(1, 'must not be empty')
      .max(200, 'is too long')
      .optional()
      .describe('The state that was sent to the platform; required with the code.'),
    with_volumes: z
      .boolean('must be true or false')
      .optional()
      .describe('Whether to ask also for `ads:read`, which search volumes and terms need.'),
  })
  .superRefine(({ code, state }, context) => {
    if ((code === undefined) === (state === undefined)) return;
    context.addIssue({
      code: 'custom',
      path: [code === undefined ? 'code' : 'state'],
      message: 'is missing: code and state come together',
    });
  })
  .default({});
export type Linking = z.infer<typeof Linking>;

export const LinkedAccountId = z.uuid('must be the id of a linked account').describe('The `_id` of a linked account.');

export const LinkedAccount = z
  .object({
    _id: z.string(),
    username: z.string(),
    profile_image: z.string().nullable(),
    pin_count: z.int().nullable(),
    website_url: z.string().nullable(),
    needs_reconnect: z
      .boolean()
      .describe('True when the permission has ended on the platform, or soon will; linking the account again renews it.'),
    state: z
      .enum(linkStates)
      .describe('Whether we have access; `retrying` mends itself, `needs_you` is mended by linking the account again.'),
    reason: z
      .enum([...temporaryProblems, ...lastingProblems])
      .nullable()
      .describe('What is wrong; null while connected.'),
    since: z.iso.datetime().nullable().describe('Since when; null while connected, or if it is not known.'),
    ends_at: z.iso.datetime().describe('When the permission ends unless it is renewed.'),
    has_volumes: z.boolean().describe('Whether `ads:read` was granted too, which search volumes and terms need.'),
    linked_at: z.iso.datetime(),
  })
  .meta({ id: 'LinkedAccount', description: "One of the user's linked accounts, without its tokens." });
export type LinkedAccount = Output<typeof LinkedAccount>;

export const LinkingRedirect = z.object({ redirect_uri: z.string() }).meta({
  id: 'LinkingRedirect',
  description: "Where to send the browser to grant the platform's permission: a URL of the platform, or a path of the sandbox.",
});
export type LinkingRedirect = Output<typeof LinkingRedirect>;

export const OwnAnalyticsQuery = z.object({
  split: z
    .enum(ownSplits, `must be one of ${ownSplits.join(', ')}`)
    .default('none')
    .describe('What the figures are split by.'),
});
export type OwnAnalyticsQuery = z.infer<typeof OwnAnalyticsQuery>;

export const OwnTopPinsQuery = z.object({
  sort_by: z
    .enum(ownMetrics, `must be one of ${ownMetrics.join(', ')}`)
    .default('impressions')
    .describe('The metric of which they have the most.'),
});
export type OwnTopPinsQuery = z.infer<typeof OwnTopPinsQuery>;

const count = z.number().nullable();
const OwnValues = z
  .object({ impressions: count, saves: count, pin_clicks: count, outbound_clicks: count, engagements: count } satisfies Record<
    (typeof ownMetrics)[number],
    typeof count
  >)
  .describe('Null where Pinterest gives none.');

const OwnDay = z.object({
  day: z.iso.date(),
  status: z.enum(dayStatuses).describe('`processing`: not counted yet, `estimate`: may change, `missing`: Pinterest has none.'),
  values: OwnValues,
});

export const OwnAnalytics = z
  .object({
    split: z.enum(ownSplits),
    series: z.array(z.object({ name: z.string().describe('`all`, or Pinterest’s name of the part.'), days: z.array(OwnDay) })),
  })
  .meta({ id: 'OwnAnalytics', description: 'What Pinterest counts for one of your accounts, by day; read live and not stored.' });
export type OwnAnalytics = Output<typeof OwnAnalytics>;

export const OwnTopPins = z
  .object({
    metric: z.enum(ownMetrics),
    pins: z.array(
      z.object({
        id: z.string(),
        title: z.string().nullable(),
        image: z.string().nullable(),
        created_at: z.iso.datetime().nullable(),
        values: OwnValues,
      }),
    ),
  })
  .meta({ id: 'OwnTopPins', description: 'Your pins with the most of a metric in 90 days; read live and not stored.' });
export type OwnTopPins = Output<typeof OwnTopPins>;
