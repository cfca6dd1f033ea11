import { z } from 'zod';
import { type Day, dayLabel, dayOf } from '#domain/days';
import { trendAges, trendGenders, trendInterests, trendRegions, trendTypes } from '#domain/linked-accounts/trends';
import { MAX_VOLUMES_PER_REQUEST } from '#domain/linked-accounts/volumes';
import { digestOf, listParameter } from '#server/linked-accounts/sandbox/accounts';
import { call } from '#server/linked-accounts/sandbox/calls';

const WEEK_COUNT = 52;
/** Saturday, counted from the first day of 1970, a Thursday. */
const WEEK_END = 2;
const WEEK_DAYS = 7;

const words = ['winter outfits', 'cozy cabin', 'cranberry bread', 'advent calendar', 'balcony garden', 'paper flowers', 'nail ideas'];
const kinds = ['ideas', 'for beginners', 'aesthetic', 'easy', 'diy'];
const buckets = ['100+', '1K+', '10K+', '250K+', '1M+', '5M+'];
const suggestedEnds = ['', ' 2027', ' board', ' party', ' men', ' women', ' decor', ' recipe', ' list', ' small'];

const text = z.string().min(1).max(100); // prettier-ignore
const trendsPath = z.object({ region: z.enum(trendRegions), type: z.enum(trendTypes) });

function timeSeries(seed: string, today: Day): Readonly<Record<string, number>> {
  const lastWeek = today - ((((today - WEEK_END) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS);
  const weeks = Array.from({ length: WEEK_COUNT }, (_, index) => lastWeek - (WEEK_COUNT - 1 - index) * WEEK_DAYS);
  return Object.fromEntries(
    weeks.map((day, index) => [
      dayLabel(day),
      Math.min(100, Math.round((index / WEEK_COUNT) * 70) + ((digestOf(seed, dayLabel(day))[0] ?? 0) % 31)),
    ]),
  );
}

const adAccountIdOf = (username: string): string => String(digestOf(username, 'ad account').readUIntBE(0, 6)); // prettier-ignore
const adsCall = { scopes: ['ads:read'], rateClass: 'ads_read' } as const;

/** The calls about trends, search volumes, and terms. */
export const keywordCalls = [
  call(
    {
      part: 'trends',
      path: /^trends\/keywords\/(?<region>[^/]+)\/top\/(?<type>\w+)$/,
      scopes: ['user_accounts:read'],
      rateClass: 'trends_read',
    },
    {
      interests: listParameter(z.enum(trendInterests)),
      genders: listParameter(z.enum(trendGenders)),
      ages: listParameter(z.enum(trendAges)),
      include_keywords: listParameter(text),
      normalize_against_group: z.enum(['true', 'false']).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(50), // prettier-ignore
    },
    (query, { params, nowMs }) => {
      const path = trendsPath.safeParse(params).data;
      if (!path) return null;
      const seed = JSON.stringify([path, query.interests, query.genders, query.ages]);
      const trends = kinds
        .flatMap((kind) => words.map((word) => `${word} ${kind}`))
        .filter((keyword) => query.include_keywords?.some((included) => keyword.includes(included)) ?? true)
        .toSorted((one, other) => digestOf(seed, one).compare(digestOf(seed, other)))
        .slice(0, Math.min(query.limit, 12));
      return {
        trends: trends.map((keyword, index) => ({
          keyword,
          pct_growth_wow: ((digestOf(seed, keyword)[1] ?? 0) % 60) - 20,
          pct_growth_mom: (digestOf(seed, keyword)[2] ?? 0) * 2,
          // Pinterest's way to say: more than 10,000 percent.
          pct_growth_yoy: index === 0 ? 10_001 : ((digestOf(seed, keyword)[3] ?? 0) % 300) - 50,
          time_series: timeSeries(`${seed} ${keyword}`, dayOf(new Date(nowMs))),
        })),
      };
    },
  ),
  call(
    { part: 'ad accounts', path: /^ad_accounts$/, ...adsCall },
    {
      include_shared_accounts: z.enum(['true', 'false']).optional(),
      page_size: z.coerce.number().int().min(1).max(250).optional(), // prettier-ignore
      bookmark: z.string().optional(),
      order: z.enum(['ASCENDING', 'DESCENDING']).optional(),
    },
    (_, { username }) => {
      const account = {
        id: adAccountIdOf(username),
        name: `Ads of ${username}`,
        owner: { id: digestOf(username).toString('hex').slice(0, 18), username },
        country: 'US',
        currency: 'USD',
        permissions: ['OWNER'],
        created_time: 1_700_000_000,
        updated_time: 1_700_000_000,
      };
      // One account has none.
      return { items: username === 'slow_travel_notes' ? [] : [account], bookmark: null };
    },
  ),
  call(
    { part: 'volumes', path: /^ad_accounts\/(?<id>\d{1,18})\/keywords\/metrics$/, ...adsCall },
    {
      country_code: z.string().regex(/^[A-Z]{2}$/),
      keywords: z
        .string()
        .transform((keywords) => keywords.split(','))
        .pipe(z.array(text).min(1).max(MAX_VOLUMES_PER_REQUEST)),
    },
    ({ country_code, keywords }, { username, id }) => {
      if (id !== adAccountIdOf(username)) return undefined;
      const seeds = keywords.map((keyword) => ({ keyword, seed: digestOf(country_code, keyword)[0] ?? 0 }));
      // Pinterest leaves out keywords that it does not know.
      const known = seeds.filter(({ seed }) => seed % 7 > 0);
      return { data: known.map(({ keyword, seed }) => ({ keyword, metrics: { keyword_query_volume: buckets[seed % buckets.length] } })) };
    },
  ),
  call({ part: 'related terms', path: /^terms\/related$/, ...adsCall }, { terms: listParameter(text) }, ({ terms = [] }) => ({
    id: digestOf(terms.join(',')).toString('hex').slice(0, 12),
    related_term_count: terms.length * kinds.length,
    related_terms_list: terms.map((term) => ({ term, related_terms: kinds.map((kind) => `${term} ${kind}`) })),
  })),
  call(
    { part: 'suggested terms', path: /^terms\/suggested$/, ...adsCall },
    { term: text, limit: z.coerce.number().int().min(1).max(10).default(4) }, // prettier-ignore
    ({ term, limit }) => suggestedEnds.slice(0, limit).map((end) => `${term}${end}`),
  ),
];
