import { type KeywordOutlook, outlookOf } from '#domain/keywords/interest/outlook';
import type { StoredInterest } from '#domain/keywords/interest/search-interest';
import type { Day } from '#domain/days';
import type { Postgres } from '#server/database/postgres';

const KEYWORDS_PER_BATCH = 500;

/** What a row of `keyword_outlook` says about its keyword. */
const toRow = ({ volume, season }: KeywordOutlook) => ({
  volume: volume?.volume,
  volume_source: volume?.source,
  volume_region: volume?.region,
  volume_day: volume?.day,
  season: season?.state,
  season_weeks: season?.weeks,
  season_region: season?.region,
  season_source: season?.source,
  curve_to: season?.curveTo,
  rise: season?.rise,
  publish_by: season?.publishBy,
  interest: season?.weekly,
});

const columns = Object.keys(toRow({ volume: null, season: null }));
const valuesOf = (table: string): string => columns.map((column) => `${table}.${column}`).join(', ');

const storeSql = `
  insert into keyword_outlook as known (keyword, ${columns.join(', ')})
  select given.keyword, ${valuesOf('given')} from jsonb_populate_recordset(null::keyword_outlook, $1) given
  on conflict (keyword) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}, refreshed_at = now()
  where (${valuesOf('known')}) is distinct from (${valuesOf('excluded')})`;

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

/** Derives what lists show of these keywords from their curves and volumes, as of a day. */
export async function refreshOutlooks(
  postgres: Postgres,
  read: ReadInterest,
  keys: readonly string[],
  today: Day,
  leadDays: number,
): Promise<void> {
  const interests = await read(keys);
  const rows = [...interests].map(([keyword, interest]) => ({ keyword, ...toRow(outlookOf(interest, today, leadDays)) }));
  await postgres.jobPool.query(storeSql, [JSON.stringify(rows)]);
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
