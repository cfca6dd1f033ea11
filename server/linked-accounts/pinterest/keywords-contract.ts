import { z } from 'zod';
import type { TrendingKeyword } from '#domain/linked-accounts/trends';
import type { PinterestVolume } from '#domain/linked-accounts/volumes';

/** A list whose items are read one by one: what is not as documented is left out. */
export const listOfValid = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .max(2_000) // prettier-ignore
    .transform((items) =>
      items.flatMap((one): z.output<Item>[] => {
        const parsed = item.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      }),
    );

const term = z.string().trim().min(1).max(200); // prettier-ignore
const growth = z.number().nullish().catch(null);

const TrendsResponse = z.object({
  trends: listOfValid(
    z.object({
      keyword: term,
      pct_growth_wow: growth,
      pct_growth_mom: growth,
      pct_growth_yoy: growth,
      time_series: z.record(z.string(), z.number().min(0).max(100).nullable().catch(null)).catch({}), // prettier-ignore
    }),
  ),
});
const AdAccountsResponse = z.object({ items: z.array(z.unknown()) });
const AdAccount = z.object({ id: z.string().regex(/^\d{1,18}$/) }); // prettier-ignore
const VolumesResponse = z.object({
  data: listOfValid(
    z.object({ keyword: term, metrics: z.object({ keyword_query_volume: z.string().trim().max(40).nullish().catch(null) }) }), // prettier-ignore
  ),
});
const RelatedTermsResponse = z.object({ related_terms_list: listOfValid(z.object({ related_terms: listOfValid(term) })) });
const SuggestedTermsResponse = listOfValid(term);

/** Parses a response of `GET /trends/keywords/…`; null when it is invalid. */
export function parseTrends(json: unknown): readonly TrendingKeyword[] | null {
  const { data } = TrendsResponse.safeParse(json);
  if (!data) return null;
  return data.trends.map(({ keyword, pct_growth_wow, pct_growth_mom, pct_growth_yoy, time_series }) => ({
    keyword,
    week_growth: pct_growth_wow ?? null,
    month_growth: pct_growth_mom ?? null,
    year_growth: pct_growth_yoy ?? null,
    weeks: Object.entries(time_series)
      .flatMap(([day, value]) => (value !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? [{ day, value }] : []))
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
  }));
}

/** Parses a response of `GET /ad_accounts`: the first one that is valid, or none where there is none; null when it is invalid. */
export function parseFirstAdAccount(json: unknown): { readonly id: string | null } | null {
  const { data } = AdAccountsResponse.safeParse(json);
  if (data?.items.length === 0) return { id: null };
  return data?.items.map((item) => AdAccount.safeParse(item).data).find((account) => account !== undefined) ?? null;
}

/** Parses a response of `GET /ad_accounts/{id}/keywords/metrics`; null when it is invalid. Keywords that Pinterest does not know are missing. */
export function parseVolumes(json: unknown): readonly PinterestVolume[] | null {
  const { data } = VolumesResponse.safeParse(json);
  return data?.data.map(({ keyword, metrics }) => ({ keyword, volume: metrics.keyword_query_volume || null })) ?? null;
}

/** Parses a response of `GET /terms/related` for one term; null when it is invalid. */
export const parseRelatedTerms = (json: unknown): readonly string[] | null =>
  RelatedTermsResponse.safeParse(json).data?.related_terms_list.flatMap(({ related_terms }) => related_terms) ?? null;

/** Parses a response of `GET /terms/suggested`; null when it is invalid. */
export const parseSuggestedTerms = (json: unknown): readonly string[] | null => SuggestedTermsResponse.safeParse(json).data ?? null;
