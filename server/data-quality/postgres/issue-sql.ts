import { countsOf } from '#domain/catalog/metrics';
import { flagBit } from '#domain/analytics/growth/momentum-flags';
import { ownScoreColumnCount } from '#domain/analytics/growth/scores';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { appliesTo, type IssueName, STALE_DAYS } from '#domain/data-quality/issues';
import { tablesOf } from '#server/database/catalog-tables';

/** All known counts are 0 and at least one is known: `greatest` and `least` ignore nulls. Must match the partial index's expression. */
function allCountsZeroSql(entity: EntityType): string {
  const counts = countsOf[entity].map((count) => `m.${count}`).join(', ');
  return `greatest(${counts}) = 0 and least(${counts}) = 0`;
}

/** One of the entity's own flags is set. Must match the partial index's expression. */
const spamSql = (entity: EntityType): string =>
  `(${Array.from({ length: ownScoreColumnCount(entity) }, (_, scoreColumn) => `s.flags[${scoreColumn + 1}]`).join(' | ')}) & ${flagBit.confirmed_step} <> 0`;

const crawledAllZeroSql = (entity: EntityType): string => `m.last_crawled_at is not null and ${allCountsZeroSql(entity)}`;

/** The condition of each issue over `t` (texts), `m` (metrics) and `s` (scores); `now` is the placeholder of the current time. */
const issueConditions: Readonly<Record<IssueName, (entity: EntityType, now: string) => string>> = {
  never_crawled: () => 'm.last_crawled_at is null',
  not_searchable: () => 'not t.searchable',
  all_zero_metrics: crawledAllZeroSql,
  zero_followers: () => 'm.follower_count = 0',
  stale_90_days: (_, now) => `m.last_crawled_at < ${now}::timestamptz - interval '${STALE_DAYS * 24} hours'`,
  suspicious: crawledAllZeroSql,
  spam: spamSql,
};

/** The condition of an issue over `t`, `m` and `s`; null where it does not apply to the type. */
export const issueConditionSql = (issue: IssueName, entity: EntityType, now: string): string | null =>
  appliesTo(issue, entity) ? issueConditions[issue](entity, now) : null;

/** The number of entities that have an issue, as a subquery that its partial index answers. */
export function issueCountSql(issue: IssueName, entity: EntityType, now: string): string {
  const { text, metrics, scores } = tablesOf(variantOf[entity]);
  const condition = issueConditionSql(issue, entity, now);
  if (condition === null) return '0';
  const [table, alias] = issue === 'not_searchable' ? [text, 't'] : issue === 'spam' ? [scores, 's'] : [metrics, 'm'];
  return `(select count(*) from ${table} ${alias} where ${condition})`;
}

/** The tables and the condition that find the rows of an issue that can be cleaned up. `lead` is the table whose index finds them. */
export function issueRowsSql(issue: IssueName, entity: EntityType): { from: string; where: string; lead: 't' | 'm' } {
  const { text, metrics } = tablesOf(variantOf[entity]);
  // No such issue depends on the current time.
  const where = issueConditionSql(issue, entity, 'null') ?? 'false';
  return { from: `${metrics} m join ${text} t on t._id = m._id`, where, lead: issue === 'not_searchable' ? 't' : 'm' };
}
