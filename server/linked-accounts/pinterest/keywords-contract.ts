import { z } from 'zod';
import type { PinterestVolume, TrendingKeyword } from '#domain/linked-accounts/account-reader';

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
const growth = z.number().nullable().catch(null);
const Trend = z
  .object({
    keyword: term,
    pct_growth_wow: growth,
    pct_growth_mom: growth,
    pct_growth_yoy: growth,
    time_series: z.record(z.string(), z.number().min(0).max(100).nullable().catch(null)).catch({}), // prettier-ignore
  })
  .transform(({ keyword, pct_growth_wow, pct_growth_mom, pct_growth_yoy, time_series }): TrendingKeyword => ({
    keyword,
    week_growth: pct_growth_wow,
    month_growth: pct_growth_mom,
    year_growth: pct_growth_yoy,
    weeks: Object.entries(time_series)
      .flatMap(([day, value]) => (value !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? [{ day, value }] : []))
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
  }));

/** A response of `GET /trends/keywords/…`. */
export const Trends = z.object({ trends: listOfValid(Trend) }).transform(({ trends }) => trends);

const AdAccount = z.object({ id: z.string().regex(/^\d{1,18}$/) }); // prettier-ignore

/** A response of `GET /ad_accounts`: the first one that is valid, or none where there is none. */
export const FirstAdAccount = z
  .object({ items: z.array(z.unknown()) })
  .transform(({ items }) =>
    items.length === 0 ? { id: null } : items.map((item) => AdAccount.safeParse(item).data).find((account) => account !== undefined),
  )
  .pipe(z.object({ id: z.string().nullable() }));

const Volume = z
  .object({ keyword: term, metrics: z.object({ keyword_query_volume: z.string().trim().max(40).nullable().catch(null) }) }) // prettier-ignore
  .transform(({ keyword, metrics }): PinterestVolume => ({ keyword, volume: metrics.keyword_query_volume || null }));

/** A response of `GET /ad_accounts/{id}/keywords/metrics`. Keywords that Pinterest does not know are missing. */
export const Volumes = z.object({ data: listOfValid(Volume) }).transform(({ data }) => data);

/** A response of `GET /terms/related` for one term. */
export const RelatedTerms = z
  .object({ related_terms_list: listOfValid(z.object({ related_terms: listOfValid(term) })) })
  .transform(({ related_terms_list }) => related_terms_list.flatMap(({ related_terms }) => related_terms));

/** A response of `GET /terms/suggested`. */
export const SuggestedTerms = listOfValid(term);
