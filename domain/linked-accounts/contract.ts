import { z } from 'zod';
import { oneOf } from '#domain/catalog/contract';
import type { Output } from '#domain/endpoint';
import { dayStatuses, MAX_RESULT_PINS, ownMetrics, ownSplits } from '#domain/linked-accounts/own-analytics';
import { trendAges, trendGenders, trendInterests, trendRegions, trendTypes } from '#domain/linked-accounts/trends';
import { lastingProblems, linkStates, temporaryProblems } from '#domain/linked-accounts/link-state';

const text = z.string('must be a text').min(1, 'must not be empty');

/** An empty body starts linking; with `code` and `state` it completes the return from the platform. */
export const Linking = z
  .strictObject({
    code: text.max(2_000, 'is too long').optional().describe('The code that the platform returned.'),
    state: text.max(200, 'is too long').optional().describe('The state that was sent to the platform; required with the code.'),
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

const count = z.number().nullable();
const values = { impressions: count, saves: count, pin_clicks: count, outbound_clicks: count, engagements: count };
const OwnValues = z.object(values satisfies Record<(typeof ownMetrics)[number], typeof count>).describe('Null where Pinterest gives none.');

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

export const OwnPinId = z
  .string()
  .regex(/^\d{1,32}$/, 'must be the id of a pin') // prettier-ignore
  .describe('The id of one of your pins at Pinterest.')
  .meta({ examples: ['314196511496629679'] });

export const OwnPinAnalytics = z
  .object({ days: z.array(OwnDay) })
  .meta({ id: 'OwnPinAnalytics', description: 'What Pinterest counts for one of your pins, by day; read live and not stored.' });
export type OwnPinAnalytics = Output<typeof OwnPinAnalytics>;

export const OwnBoards = z
  .object({
    boards: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        owner: z.string().nullable().describe('The username of its owner; another one for a group board.'),
        pin_count: z.int(),
        follower_count: z.int().nullable(),
        collaborator_count: z.int().nullable(),
        own_pins: z.int().describe('Your pins on it whose figures were read.'),
        outbound_clicks: z.int().nullable().describe('Those of your pins on it in 90 days; null without such a pin.'),
        outbound_share: z.number().nullable().describe('Its share of the outbound clicks of all your pins that were read, from 0 to 1.'),
      }),
    ),
    pins_read: z.int().describe('How many of your pins have figures that were read.'),
    pins: z.int().nullable().describe('How many pins you have; null if it is not known.'),
  })
  .meta({ id: 'OwnBoards', description: 'Your boards and group boards, with what your own pins on them did; read live and not stored.' });
export type OwnBoards = Output<typeof OwnBoards>;

export const ResearchResults = z
  .object({
    keywords: z
      .array(
        z.object({
          keyword: z.string(),
          pins: z
            .array(
              z.object({
                id: z.string(),
                title: z.string().nullable(),
                created_at: z.iso.datetime(),
                saves: z.int().nullable().describe('Of its first 30 days; null where Pinterest no longer reaches back to them.'),
              }),
            )
            .describe('Those whose saves were read, the newest first.'),
          total: z.int().describe('How many pins have it in their title.'),
        }),
      )
      .describe('The saved keywords that have such a pin.'),
    pins_unread: z.int().describe(`How many of these pins are left out of \`pins\`: the saves of at most ${MAX_RESULT_PINS} are read.`),
    pins_read: z.int().describe('How many of your pins were looked through, the newest.'),
    is_complete: z.boolean().describe('Whether those are all that you made since you saved the keywords.'),
  })
  .meta({ id: 'ResearchResults', description: 'Your pins about keywords that you saved before; read live and not stored.' });
export type ResearchResults = Output<typeof ResearchResults>;

export const TrendsQuery = z.object({
  region: oneOf(trendRegions).default('US').describe('Where people search.'),
  type: oneOf(trendTypes).default('growing').describe('`growing`: upward over the last quarter.'),
  interest: oneOf(trendInterests).optional(),
  gender: oneOf(trendGenders).optional(),
  age: oneOf(trendAges).optional(),
});
export type TrendsQuery = z.infer<typeof TrendsQuery>;

const growth = z.number().nullable().describe('In percent; 10001 means more than 10,000.');
export const Trends = z
  .object({
    trends: z.array(
      z.object({
        keyword: z.string(),
        week_growth: growth,
        month_growth: growth,
        year_growth: growth,
        weeks: z.array(z.object({ day: z.iso.date(), value: z.number() })).describe('From 0 to 100; a week ends on its day.'),
      }),
    ),
  })
  .meta({ id: 'Trends', description: 'Today’s trending keywords at Pinterest; read live and not stored.' });
export type Trends = Output<typeof Trends>;

export const Terms = z
  .object({ related: z.array(z.string()), suggested: z.array(z.string()) })
  .meta({ id: 'Terms', description: 'Terms that Pinterest relates to a term, and those it suggests for it; read live and not stored.' });
export type Terms = Output<typeof Terms>;

export const VolumesQuery = z.object({
  country: z
    .string('must be a text')
    .regex(/^[A-Z]{2}$/, 'must be a country code such as US')
    .default('US'),
  keywords: text
    .max(6_000, 'is too long')
    .transform((text) => [...new Set(text.split(',').map((one) => one.trim()))].filter((one) => one !== ''))
    .describe('Separated by commas.'),
});
export type VolumesQuery = z.infer<typeof VolumesQuery>;

export const Volumes = z
  .object({
    volumes: z.array(z.object({ keyword: z.string(), volume: z.string().nullable().describe('As Pinterest words it, such as `5M+`.') })),
    day: z.iso.date().describe('When it was read.'),
  })
  .meta({ id: 'Volumes', description: 'How often people of a country search for keywords at Pinterest; read live and not stored.' });
export type Volumes = Output<typeof Volumes>;
