import { ALL_IN_NAME_SCORE, FIELD_BITS, FIELD_MASK, NAME_BIT, PHRASE_SCORE, weightsByFields } from '#domain/catalog/keywords/best-match';
import type { KeywordTerms } from '#server/catalog/postgres/lists/list-statement';

/** Where the terms occur in a row of `t`, as columns of `o`. The terms are in `$3` (all) and `$4` (any). */
export function occurrencesSql({ all, any }: KeywordTerms): string {
  const ofTerm = (_: string, index: number) =>
    `coalesce(t.term_occurrences[array_position(t.terms, ($3::text[])[${index + 1}])], 0) o${index}`;
  const ofAny = `coalesce((select bit_or(u.occurrence) from unnest(t.terms, t.term_occurrences) u(term, occurrence)
    where u.term = any($4)), 0) o${all.length}`;
  return [...all.map(ofTerm), ...(any ? [ofAny] : [])].join(', ');
}

/** `matchScore` of the occurrences in `o`. */
export function matchScoreSql({ all, any, phrase = [] }: KeywordTerms): string {
  const names = Array.from({ length: all.length + (any ? 1 : 0) }, (_, index) => `o.o${index}`);
  const weights = names.map((name) => `('{${weightsByFields.join(',')}}'::integer[])[(${name} & ${FIELD_MASK}) + 1]`);
  const starts = phrase.map(({ index, offset }) => `((o.o${index} >> ${FIELD_BITS}) >> ${offset})`);
  const isPhrase = starts.length === 0 ? 'false' : `${starts.join(' & ')} <> 0`;
  return `${weights.join(' + ')} + case when ${[...names, NAME_BIT].join(' & ')} = 0 then 0 when ${isPhrase} then ${PHRASE_SCORE} else ${ALL_IN_NAME_SCORE} end`;
}
