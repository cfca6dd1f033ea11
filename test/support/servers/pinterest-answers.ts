import { z } from 'zod';

/** Pinterest's calls as its description of API v5 has them, written from there and not from our code. Nothing else may be in a request or an answer. */
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

const metricName = z.enum([
  ...(['ENGAGEMENT', 'ENGAGEMENT_RATE', 'IMPRESSION', 'OUTBOUND_CLICK', 'OUTBOUND_CLICK_RATE'] as const),
  ...(['PIN_CLICK', 'PIN_CLICK_RATE', 'SAVE', 'SAVE_RATE'] as const),
]);
const metrics = z.partialRecord(metricName, z.number().min(0)); // prettier-ignore
const dataStatus = z.enum([
  ...(['PROCESSING', 'READY', 'ESTIMATE', 'BEFORE_BUSINESS_CREATED', 'BEFORE_DATA_RETENTION_PERIOD'] as const),
  ...(['BEFORE_PIN_DATA_RETENTION_PERIOD', 'BEFORE_METRIC_START_DATE', 'BEFORE_ACCOUNT_CLAIMED', 'BEFORE_PIN_CREATED'] as const),
]);

const analytics = z.record(
  z.string(),
  z.strictObject({
    summary_metrics: metrics,
    daily_metrics: z.array(z.strictObject({ date: z.iso.date(), data_status: dataStatus, metrics })),
  }),
);

const topPins = z.strictObject({
  date_availability: z.strictObject({ is_realtime: z.boolean(), latest_available_timestamp: z.int() }),
  pins: z.array(z.strictObject({ pin_id: z.string().regex(/^\d+$/), metrics, data_status: z.partialRecord(metricName, dataStatus) })).max(50), // prettier-ignore
  sort_by: z.enum(['ENGAGEMENT', 'IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE']),
});

const pin = z.strictObject({
  id: z.string().regex(/^\d+$/),
  title: z.string().max(100).nullable(), // prettier-ignore
  description: z.string().max(800).nullable(), // prettier-ignore
  link: z.string().max(2_048).nullable(), // prettier-ignore
  alt_text: z.string().max(500).nullable(), // prettier-ignore
  board_id: z.string().regex(/^\d+$/).nullable(),
  board_section_id: z.string().regex(/^\d+$/).nullable(),
  board_owner: z.strictObject({ username: z.string() }),
  created_at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/),
  creative_type: z.string(),
  dominant_color: z.string().nullable(),
  has_been_promoted: z.boolean(),
  is_owner: z.boolean(),
  is_standard: z.boolean(),
  parent_pin_id: z.string().nullable(),
  media: z.strictObject({
    media_type: z.enum(['image', 'video', 'multiple_images', 'multiple_videos', 'multiple_mixed']),
    images: z.partialRecord(
      z.enum(['150x150', '400x300', '600x', '1200x']),
      z.strictObject({ url: z.string(), width: z.int(), height: z.int() }),
    ),
  }),
  pin_metrics: z
    .strictObject({
      '90d': z.strictObject({ pin_click: z.int(), impression: z.int(), clickthrough: z.int() }),
      lifetime_metrics: z.strictObject({
        pin_click: z.int(),
        impression: z.int(),
        clickthrough: z.int(),
        reaction: z.int(),
        comment: z.int(),
      }),
    })
    .nullable(),
});
const pageOf = (item: z.ZodType) => z.strictObject({ items: z.array(item).max(250), bookmark: z.string().nullable() }); // prettier-ignore

const pinMetricName = z.enum(['IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE', 'SAVE_RATE', 'TOTAL_COMMENTS', 'TOTAL_REACTIONS']);
const pinMetrics = z.partialRecord(pinMetricName, z.number().min(0)); // prettier-ignore
const pinAnalytics = z.strictObject({
  all: z.strictObject({
    daily_metrics: z.array(z.strictObject({ date: z.iso.date(), data_status: dataStatus, metrics: pinMetrics })),
    lifetime_metrics: pinMetrics,
    summary_metrics: pinMetrics,
  }),
});

const board = z.strictObject({
  id: z.string().regex(/^\d+$/),
  name: z.string(),
  description: z.string().nullable(),
  owner: z.strictObject({ username: z.string() }),
  created_at: z.string(),
  board_pins_modified_at: z.string(),
  collaborator_count: z.int().min(0), // prettier-ignore
  follower_count: z.int().min(0), // prettier-ignore
  pin_count: z.int().min(0), // prettier-ignore
  privacy: z.enum(['PUBLIC', 'PROTECTED', 'SECRET']),
  is_ads_only: z.boolean(),
  media: z.strictObject({ image_cover_url: z.string().nullable(), pin_thumbnail_urls: z.array(z.string()) }),
});

const growth = z.int().min(-10_000).max(10_001); // prettier-ignore
const trends = z.strictObject({
  trends: z
    .array(
      z.strictObject({
        keyword: z.string(),
        pct_growth_wow: growth,
        pct_growth_mom: growth,
        pct_growth_yoy: growth,
        time_series: z.record(z.iso.date(), z.int().min(0).max(100)), // prettier-ignore
      }),
    )
    .max(50), // prettier-ignore
});

const adAccount = z.strictObject({
  id: z.string().regex(/^\d{1,18}$/), // prettier-ignore
  name: z.string(),
  owner: z.strictObject({ id: z.string(), username: z.string() }),
  country: z.string(),
  currency: z.string(),
  permissions: z.array(z.string()),
  created_time: z.int(),
  updated_time: z.int(),
});
const volumes = z.strictObject({
  data: z.array(z.strictObject({ keyword: z.string(), metrics: z.strictObject({ keyword_query_volume: z.string() }) })),
});
const relatedTerms = z.strictObject({
  id: z.string(),
  related_term_count: z.int(),
  related_terms_list: z.array(z.strictObject({ term: z.string(), related_terms: z.array(z.string()) })),
});
const suggestedTerms = z.array(z.string()).max(10); // prettier-ignore

/** The body of every answer that is no success. */
export const errorAnswer = z.strictObject({ code: z.int(), message: z.string() });

const accountMetrics = metricName.options;
const someOf = (...values: readonly string[]) => z.string().refine((text) => text.split(',').every((one) => values.includes(one)));
const dates = { start_date: z.iso.date(), end_date: z.iso.date() };
const acting = { ad_account_id: z.string().regex(/^\d{1,18}$/).optional() }; // prettier-ignore
const filters = {
  ...acting,
  from_claimed_content: z.enum(['OTHER', 'CLAIMED', 'BOTH']).optional(),
  app_types: z.enum(['ALL', 'MOBILE', 'TABLET', 'WEB']).optional(),
  content_type: z.enum(['ALL', 'PAID', 'ORGANIC']).optional(),
  source: z.enum(['ALL', 'YOUR_PINS', 'OTHER_PINS']).optional(),
  metric_types: someOf(...accountMetrics).optional(),
};
const page = { page_size: z.string().regex(/^([1-9]\d?|1\d\d|2[0-4]\d|250)$/).optional(), bookmark: z.string().min(1).optional() }; // prettier-ignore
const term = z.string().min(1).max(100); // prettier-ignore
const interests = [
  ...(['animals', 'architecture', 'art', 'beauty', 'childrens_fashion', 'design', 'diy_and_crafts', 'education'] as const),
  ...(['electronics', 'entertainment', 'event_planning', 'finance', 'food_and_drinks', 'gardening', 'health', 'home_decor'] as const),
  ...(['mens_fashion', 'parenting', 'quotes', 'sport', 'travel', 'vehicles', 'wedding', 'womens_fashion'] as const),
];
const REGIONS =
  'US|CA|DE|FR|ES|IT|DE\\+AT\\+CH|GB\\+IE|IT\\+ES\\+PT\\+GR\\+MT|PL\\+RO\\+HU\\+SK\\+CZ|SE\\+DK\\+FI\\+NO|NL\\+BE\\+LU|AR|BR|CO|MX|MX\\+AR\\+CO\\+CL|AU\\+NZ';

/** The parameters of a call by its path; of the token call, the fields of its form. */
export const requestParameters: readonly (readonly [path: RegExp, schema: z.ZodType])[] = [
  [
    /^\/v5\/oauth\/token$/,
    z.discriminatedUnion('grant_type', [
      z.strictObject({
        grant_type: z.literal('authorization_code'),
        code: z.string().min(1),
        redirect_uri: z.url(),
        continuous_refresh: z.literal('true').optional(),
      }),
      z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: z.string().min(1), scope: z.string().optional() }),
    ]),
  ],
  [/^\/v5\/user_account$/, z.strictObject(acting)],
  [
    /^\/v5\/user_account\/analytics$/,
    z.strictObject({
      ...dates,
      ...filters,
      split_field: z.enum(['NO_SPLIT', 'APP_TYPE', 'OWNED_CONTENT', 'SOURCE', 'PIN_FORMAT']).optional(),
    }),
  ],
  [
    /^\/v5\/user_account\/analytics\/top_pins$/,
    z.strictObject({
      ...dates,
      ...filters,
      sort_by: z.enum(['ENGAGEMENT', 'IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE']),
      num_of_pins: z.string().regex(/^([1-9]|[1-4]\d|50)$/).optional(), // prettier-ignore
      created_in_last_n_days: z.literal('30').optional(),
    }),
  ],
  [/^\/v5\/pins$/, z.strictObject({ ...acting, ...page, pin_metrics: z.enum(['true', 'false']).optional() })],
  [/^\/v5\/pins\/\d+$/, z.strictObject({ ...acting, pin_metrics: z.enum(['true', 'false']).optional() })],
  [
    /^\/v5\/pins\/\d+\/analytics$/,
    z.strictObject({
      ...acting,
      ...dates,
      metric_types: someOf('IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE', 'SAVE_RATE', 'USER_FOLLOW', 'PROFILE_VISIT'),
      app_types: filters.app_types,
      split_field: z.enum(['NO_SPLIT', 'APP_TYPE']).optional(),
    }),
  ],
  [
    /^\/v5\/boards$/,
    z.strictObject({ ...acting, ...page, privacy: z.enum(['ALL', 'PUBLIC', 'PROTECTED', 'SECRET', 'PUBLIC_AND_SECRET']).optional() }),
  ],
  [
    new RegExp(`^/v5/trends/keywords/(${REGIONS})/top/(growing|monthly|yearly|seasonal)$`),
    z.strictObject({
      interests: z.enum(interests).optional(),
      genders: z.enum(['female', 'male', 'unknown']).optional(),
      ages: z.enum(['18-24', '25-34', '35-44', '45-49', '50-54', '55-64', '65+']).optional(),
    }),
  ],
  [/^\/v5\/ad_accounts$/, z.strictObject({ ...page, include_shared_accounts: z.enum(['true', 'false']).optional() })],
  [
    /^\/v5\/ad_accounts\/\d{1,18}\/keywords\/metrics$/,
    z.strictObject({
      country_code: z.string().regex(/^[A-Z]{2}$/),
      keywords: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(term).min(1).max(2_000)), // prettier-ignore
    }),
  ],
  [/^\/v5\/media$/, z.strictObject({ ...page })],
  [/^\/v5\/media\/\d+$/, z.strictObject({})],
  [/^\/v5\/terms\/related$/, z.strictObject({ terms: term })],
  [/^\/v5\/terms\/suggested$/, z.strictObject({ term, limit: z.string().regex(/^([1-9]|10)$/).optional() })], // prettier-ignore
];

const digits = z.string().regex(/^\d+$/);
const mediaStatus = z.enum(['registered', 'processing', 'succeeded', 'failed']);
const media = z.strictObject({ media_id: digits, media_type: z.literal('video'), status: mediaStatus });

/** The body of a success by the path of its call. */
export const successAnswers: readonly (readonly [path: RegExp, schema: z.ZodType])[] = [
  [/^\/v5\/oauth\/token$/, tokens],
  [/^\/v5\/user_account$/, account],
  [/^\/v5\/user_account\/analytics$/, analytics],
  [/^\/v5\/user_account\/analytics\/top_pins$/, topPins],
  [/^\/v5\/pins$/, pageOf(pin)],
  [/^\/v5\/pins\/\d+$/, pin],
  [/^\/v5\/pins\/\d+\/analytics$/, pinAnalytics],
  [/^\/v5\/boards$/, pageOf(board)],
  [/^\/v5\/trends\/keywords\/[^/]+\/top\/\w+$/, trends],
  [/^\/v5\/ad_accounts$/, pageOf(adAccount)],
  [/^\/v5\/ad_accounts\/\d+\/keywords\/metrics$/, volumes],
  [/^\/v5\/terms\/related$/, relatedTerms],
  [/^\/v5\/terms\/suggested$/, suggestedTerms],
  [/^\/v5\/media$/, pageOf(media)],
  [/^\/v5\/media\/\d+$/, media],
];

/** The body of what was created by the path of its call. */
export const createdAnswers: readonly (readonly [path: RegExp, schema: z.ZodType])[] = [
  [/^\/v5\/pins$/, pin],
  [/^\/v5\/boards\/\d+\/sections$/, z.strictObject({ id: digits, name: z.string().min(1).max(180) })], // prettier-ignore
  [
    /^\/v5\/media$/,
    z.strictObject({
      media_id: digits,
      media_type: z.literal('video'),
      upload_url: z.url(),
      upload_parameters: z.strictObject({
        'Content-Type': z.string(),
        key: z.string(),
        policy: z.string(),
        'x-amz-algorithm': z.string(),
        'x-amz-credential': z.string(),
        'x-amz-date': z.string(),
        'x-amz-security-token': z.string(),
        'x-amz-signature': z.string(),
      }),
    }),
  ],
];

/** The headers of every answer to a call that counts against a limit. */
export const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;
