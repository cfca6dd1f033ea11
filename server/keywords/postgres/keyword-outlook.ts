import { type KeywordOutlook, outlookOf } from '#domain/keywords/interest/outlook';
import type { StoredInterest } from '#domain/keywords/interest/search-interest';
import type { Day } from '#domain/days';
import type { Postgres } from '#server/database/postgres';

const KEYWORDS_PER_BATCH = 500;

const storeSql = `
  insert into keyword_outlook as known (keyword, volume, volume_source, volume_region, volume_day, season, season_weeks, season_region,
    season_source, curve_to, rise, publish_by, interest)
  select * from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::integer[], $8::text[], $9::text[],
    $10::integer[], $11::integer[], $12::integer[], $13::text[])
  on conflict (keyword) do update
  set volume = excluded.volume, volume_source = excluded.volume_source, volume_region = excluded.volume_region,
    volume_day = excluded.volume_day, season = excluded.season, season_weeks = excluded.season_weeks,
    season_region = excluded.season_region, season_source = excluded.season_source, curve_to = excluded.curve_to,
    rise = excluded.rise, publish_by = excluded.publish_by, interest = excluded.interest, refreshed_at = now()
  where (known.volume, known.volume_source, known.volume_region, known.volume_day, known.season, known.season_weeks, known.season_region,
      known.season_source, known.curve_to, known.rise, known.publish_by, known.interest)
    is distinct from (excluded.volume, excluded.volume_source, excluded.volume_region, excluded.volume_day, excluded.season,
      excluded.season_weeks, excluded.season_region, excluded.season_source, excluded.curve_to, excluded.rise, excluded.publish_by, excluded.interest)`;

const nextKeywordsSql = `
  select keyword from (
    (select distinct keyword from search_interest where keyword > $1 order by keyword limit ${KEYWORDS_PER_BATCH})
    union
    (select distinct keyword from keyword_volumes where keyword > $1 order by keyword limit ${KEYWORDS_PER_BATCH})
  ) found order by keyword limit ${KEYWORDS_PER_BATCH}`;

const removeGoneSql = `
  delete from keyword_outlook o
  where not exists (select 1 from search_interest i where i.keyword = o.keyword)
    and not exists (select 1 from keyword_volumes v where v.keyword = o.keyword)`;

/** Reads the curves and volumes of some keywords, by key. */
type ReadInterest = (keys: readonly string[]) => Promise<ReadonlyMap<string, StoredInterest>>;

async function storeOutlooks(postgres: Postgres, outlooks: readonly (readonly [key: string, outlook: KeywordOutlook])[]): Promise<void> {
  const column = <T>(valueOf: (outlook: KeywordOutlook) => T) => outlooks.map(([, outlook]) => valueOf(outlook) ?? null);
  await postgres.jobPool.query(storeSql, [
    outlooks.map(([key]) => key),
    column(({ volume }) => volume?.volume),
    column(({ volume }) => volume?.source),
    column(({ volume }) => volume?.region),
    column(({ volume }) => volume?.day),
    column(({ season }) => season?.state),
    column(({ season }) => season?.weeks),
    column(({ season }) => season?.region),
    column(({ season }) => season?.source),
    column(({ season }) => season?.curveTo),
    column(({ season }) => season?.rise),
    column(({ season }) => season?.publishBy),
    column(({ season }) => season?.weekly),
  ]);
}

/** Derives what lists show of these keywords from their curves and volumes, as of a day. */
export async function refreshOutlooks(
  postgres: Postgres,
  read: ReadInterest,
  keys: readonly string[],
  today: Day,
  leadDays: number,
): Promise<void> {
  const interests = await read(keys);
  await storeOutlooks(
    postgres,
    [...interests].map(([key, interest]) => [key, outlookOf(interest, today, leadDays)] as const),
  );
}

/** Derives what lists show of all keywords, and removes those without curve and volume. */
export async function refreshAllOutlooks(postgres: Postgres, read: ReadInterest, today: Day, leadDays: number): Promise<void> {
  await postgres.jobPool.query(removeGoneSql);
  for (let after = ''; ;) {
    const { rows } = await postgres.jobPool.query<{ keyword: string }>(nextKeywordsSql, [after]);
    const keys = rows.map(({ keyword }) => keyword);
    if (keys.length === 0) return;
    await refreshOutlooks(postgres, read, keys, today, leadDays);
    after = keys.at(-1)!;
  }
}
