import { ALL_IN_NAME_SCORE, FIELD_BITS, FIELD_MASK, NAME_BIT, PHRASE_SCORE, weightsByFields } from '#domain/catalog/keywords/best-match';
import { filterConditions } from '#server/catalog/postgres/filter-sql';
import type { KeywordTerms, PageRequest, Statement } from '#server/catalog/postgres/list-statement';
import { termsCondition } from '#server/catalog/postgres/live-page-sql';
import { tablesOf } from '#server/database/catalog-tables';
import type { Variant } from '#domain/catalog/variants';

/** Where the terms occur in a row of `t`, as columns of `o`. The terms are in `$3` (all) and `$4` (any). */
function occurrencesSql({ all, any }: KeywordTerms): string {
  const ofTerm = (_: string, index: number) =>
    `coalesce(t.term_occurrences[array_position(t.terms, ($3::text[])[${index + 1}])], 0) o${index}`;
  const ofAny = `coalesce((select bit_or(u.occurrence) from unnest(t.terms, t.term_occurrences) u(term, occurrence)
    where u.term = any($4)), 0) o${all.length}`;
  return [...all.map(ofTerm), ...(any ? [ofAny] : [])].join(', ');
}

/** `matchScore` of the occurrences in `o`. */
function scoreSql({ all, any, phrase = [] }: KeywordTerms): string {
  const names = Array.from({ length: all.length + (any ? 1 : 0) }, (_, index) => `o.o${index}`);
  const weights = names.map((name) => `('{${weightsByFields.join(',')}}'::integer[])[(${name} & ${FIELD_MASK}) + 1]`);
  const starts = phrase.map(({ index, offset }) => `((o.o${index} >> ${FIELD_BITS}) >> ${offset})`);
  const isPhrase = starts.length === 0 ? 'false' : `${starts.join(' & ')} <> 0`;
  return `${weights.join(' + ')} + case when ${[...names, NAME_BIT].join(' & ')} = 0 then 0 when ${isPhrase} then ${PHRASE_SCORE} else ${ALL_IN_NAME_SCORE} end`;
}

/** Ids and exact total of a page by best match, from the tables. There is at least one term. */
export function liveMatchPage(variant: Variant, { order, offset, limit, filters }: PageRequest, terms: KeywordTerms): Statement {
  const { text: texts, metrics, scores } = tablesOf(variant);
  const { conditions, values } = filters ? filterConditions(variant, filters, 5) : { conditions: [], values: [] };
  const joinMetrics = filters ? `join ${metrics} m on m._id = t._id` : '';
  // `offset 0`: each occurrence is looked up once, not once for each place that names it.
  const text = `with hits as materialized (
      select t._id, ${order.expression} momentum, ${scoreSql(terms)} score from ${texts} t ${joinMetrics}
        left join ${scores} s on s._id = t._id cross join lateral (select ${occurrencesSql(terms)} offset 0) o
      where ${[...conditions, termsCondition(terms)].join(' and ')})
    select (select count(*)::int from hits) total,
      array(select _id from hits order by score desc, momentum desc nulls last, _id limit $1 offset $2) ids`;
  return { text, values: [limit, offset, terms.all, terms.any ?? [], ...values] };
}
