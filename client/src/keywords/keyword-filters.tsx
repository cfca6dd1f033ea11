import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { KeywordPage } from '#domain/keywords/contract';
import { type KeywordFilterName, keywordFilters, namedKeywordFilters } from '#domain/keywords/keyword-filters';
import { formatFilterValue, parseFilterValue } from '#domain/catalog/filters/filter-values';
import type { FilterValue, NumberRange } from '#domain/catalog/filters/filter-kinds';
import { KEYWORD_COUNT_TIME } from '#domain/keywords/keywords';
import { api } from '../api/api';
import { navigate } from '../site/navigation';
import { EmptyPanel } from '../ui/feedback/empty-panel';
import { FilterChip } from '../ui/filters/filter-chip';
import { ChoiceFields, EndFields, endsOf, FilterForm, joinEnds } from '../ui/filters/filter-form';
import { FilterGroup } from '../ui/filters/filter-group';
import { choiceLabel, rangeLabel } from '../ui/filters/filter-labels';
import { NoHits } from '../ui/filters/no-hits';
import { plainNumber } from '../ui/filters/typed-numbers';
import { ButtonLink } from '../ui/form/button';
import { Popover } from '../ui/form/popover';
import { keywordListQuery, keywordsUrl, type KeywordsView } from './keyword-view';
import { monthNames } from './month-names';

/** The filters by a number. */
type RangeName = 'pins' | 'volume';
const isRange = (name: KeywordFilterName): name is RangeName => keywordFilters[name].kind === 'range';

const windowNames: Readonly<Record<string, string>> = { now: 'Now', '30_days': 'Within 30 days', '90_days': 'Within 90 days' };

/** The name of a value of a set on screen. */
const choiceName = (name: KeywordFilterName, value: string): string =>
  name === 'peak_month'
    ? (monthNames[Number(value) - 1] ?? value)
    : name === 'publish_by'
      ? (windowNames[value] ?? value)
      : choiceLabel(value);

/** `Competition: Open, Contested`: a filter with its value. */
function keywordFilterLabel(name: KeywordFilterName, value: FilterValue): string {
  const { label } = keywordFilters[name];
  if (isRange(name)) return `${label} ${rangeLabel(value as NumberRange)}`;
  if (name === 'season') return SEASON_LABEL;
  const chosen = keywordFilters[name].values.filter((one) => (value as readonly string[]).includes(one));
  return `${label}: ${chosen.map((one) => choiceName(name, one)).join(', ')}`;
}

const SEASON_LABEL = 'Has a season';

/** The filters of the list as chips: those that are set with their values, and an offer of each other one; on narrow screens behind a button. */
export function KeywordFilters({ view }: { readonly view: KeywordsView }) {
  const [openName, setOpenName] = useState<KeywordFilterName | null>(null);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const changed = useRef<KeywordFilterName>(null);
  useLayoutEffect(() => {
    // The offer of a filter and its chip take each other's place, with the button that had the focus.
    const place = 1 + namedKeywordFilters.findIndex(([name]) => name === changed.current);
    changed.current = null;
    if (place === 0 || document.activeElement !== document.body) return;
    const item = document.querySelector('[data-testid="filter-bar"]')?.children[place - 1];
    (item instanceof HTMLButtonElement ? item : item?.querySelector('button'))?.focus();
  });
  const apply = (name: KeywordFilterName, value: FilterValue | undefined) => {
    changed.current = name;
    setOpenName(null);
    navigate(keywordsUrl({ ...view, filters: { ...view.filters, [name]: value }, page: 1 }));
  };
  return (
    <FilterGroup setCount={Object.keys(view.filters).length} isUnfolded={isUnfolded} onFold={setIsUnfolded}>
      {namedKeywordFilters.map(([name, { label }]) => {
        const value = view.filters[name];
        const remove = () => apply(name, undefined);
        const chipLabel = value === undefined ? (name === 'season' ? SEASON_LABEL : label) : keywordFilterLabel(name, value);
        if (name === 'season')
          return (
            <FilterChip key={name} label={chipLabel} isSet={value !== undefined} onToggle={value ? remove : () => apply(name, true)} />
          );
        return (
          <Popover
            key={name}
            label={label}
            isOpen={openName === name}
            onToggle={(isOpen) => setOpenName(isOpen ? name : null)}
            renderButton={(edit) => <FilterChip label={chipLabel} isSet={value !== undefined} onToggle={remove} edit={edit} />}
          >
            {isRange(name) ? (
              <RangeEditor name={name} range={view.filters[name]} onApply={(range) => apply(name, range)} />
            ) : (
              <ChoiceEditor name={name} chosen={view.filters[name] ?? []} onApply={(values) => apply(name, values)} />
            )}
          </Popover>
        );
      })}
    </FilterGroup>
  );
}

interface ChoiceEditorProps {
  readonly name: Exclude<KeywordFilterName, RangeName | 'season'>;
  readonly chosen: readonly string[];
  readonly onApply: (values: readonly string[] | undefined) => void;
}

function ChoiceEditor({ name, chosen: before, onApply }: ChoiceEditorProps) {
  const { label, values } = keywordFilters[name];
  const [chosen, setChosen] = useState(before);
  return (
    <FilterForm label={label} reason={null} onApply={() => onApply(chosen.length === 0 ? undefined : chosen.toSorted())}>
      {() => (
        <ChoiceFields label={label} values={values} chosen={chosen} nameOf={(value) => choiceName(name, value)} onChoose={setChosen} />
      )}
    </FilterForm>
  );
}

interface RangeEditorProps {
  readonly name: RangeName;
  readonly range: NumberRange | undefined;
  readonly onApply: (range: FilterValue | undefined) => void;
}

function RangeEditor({ name, range, onApply }: RangeEditorProps) {
  const [ends, setEnds] = useState(endsOf(range ? formatFilterValue(range) : ''));
  const [reason, setReason] = useState<string | null>(null);
  const apply = () => {
    const text = joinEnds([plainNumber(ends[0]), plainNumber(ends[1])]);
    if (text === '') return onApply(undefined);
    const parsed = parseFilterValue(keywordFilters[name], text);
    if ('reason' in parsed) setReason(parsed.reason);
    else onApply(parsed.value);
  };
  return (
    <FilterForm label={keywordFilters[name].label} reason={reason} onApply={apply}>
      {(errorId) => <EndFields ends={ends} onType={setEnds} inputMode="numeric" autoComplete="off" errorId={errorId} />}
    </FilterForm>
  );
}

interface NoKeywordsProps {
  readonly data: KeywordPage;
  readonly view: KeywordsView;
}

/** A list without keywords: why, and the way out. */
export function NoKeywords({ data, view }: NoKeywordsProps) {
  if (data.as_of === null)
    return (
      <EmptyPanel
        title={`No keywords yet. They are counted every night at ${KEYWORD_COUNT_TIME} UTC.`}
        label="No keywords yet"
        testId="keywords-empty"
      />
    );
  const hasFilters = Object.keys(view.filters).length > 0;
  const showAll = (view.query !== '' || view.page > 1) && (
    <ButtonLink href={keywordsUrl({ ...view, query: '', page: 1 })}>Show all</ButtonLink>
  );
  if (data.total === 0 && hasFilters) return <FiltersToRemove view={view}>{showAll}</FiltersToRemove>;
  const title =
    data.total > 0
      ? 'There are no more pages.'
      : view.query === ''
        ? 'No topic, search, or word is on five pins yet.'
        : `No keyword has a word that begins with “${view.query}”.`;
  return (
    <EmptyPanel title={title} label="No keywords" testId="keywords-empty">
      {showAll}
    </EmptyPanel>
  );
}

interface FiltersToRemoveProps {
  readonly view: KeywordsView;
  readonly children: ReactNode;
}

/** A view whose filters leave nothing: which of them to remove. */
function FiltersToRemove({ view, children }: FiltersToRemoveProps) {
  const applied = namedKeywordFilters.flatMap(([name]) => {
    const value = view.filters[name];
    return value === undefined ? [] : [{ name, label: keywordFilterLabel(name, value) }];
  });
  return (
    <NoHits
      title="No keyword passes these filters."
      url={keywordsUrl(view)}
      applied={applied}
      testId="keywords-empty"
      countWithout={async (names, signal) => {
        const query = { ...keywordListQuery(without(view, names)), per_page: 1 };
        return (await api('GET /keywords', { query, signal })).total;
      }}
      onRemove={(names) => navigate(keywordsUrl(without(view, names)))}
    >
      {children}
    </NoHits>
  );
}

/** The first page of a view without some of its filters. */
const without = (view: KeywordsView, names: readonly KeywordFilterName[]): KeywordsView => ({
  ...view,
  filters: Object.fromEntries(Object.entries(view.filters).filter(([name]) => !names.some((removed) => removed === name))),
  page: 1,
});
