import { type SubmitEvent, useId, useState } from 'react';
import { competitionNames } from '#domain/analytics/keywords/competition';
import { type KeywordFilterName, keywordFilters, namedKeywordFilters } from '#domain/analytics/keywords/keyword-filters';
import { formatFilterValue, parseFilterValue } from '#domain/catalog/filters/filter-values';
import type { FilterValue, NumberRange, SetFilter } from '#domain/catalog/filters/filters';
import { wholeNumber } from '#domain/numbers';
import { navigate } from '../site/navigation';
import { FilterChip } from '../ui/filter-chip';
import { Button } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { Popover } from '../ui/form/popover';
import { Icon } from '../ui/icon';
import { useIsNarrow } from '../ui/use-media';
import { keywordsUrl, type KeywordsView } from './keyword-view';
import { monthNames } from './month-names';
import styles from './keyword-filters.module.css';

const choiceNames: Readonly<Record<string, string>> = { ...competitionNames, cjk: 'Chinese, Japanese, Korean' };

/** The name of a value of a set on screen. */
const choiceName = (name: KeywordFilterName, value: string): string =>
  name === 'peak_month' ? (monthNames[Number(value) - 1] ?? value) : (choiceNames[value] ?? value.charAt(0).toUpperCase() + value.slice(1));

function rangeLabel({ min, max }: NumberRange): string {
  if (min === null) return `up to ${wholeNumber(max ?? 0)}`;
  return max === null ? `${wholeNumber(min)} or more` : `${wholeNumber(min)} to ${wholeNumber(max)}`;
}

/** `Competition: Open, Contested`: a filter with its value. */
function filterLabel(name: KeywordFilterName, value: FilterValue): string {
  const { label } = keywordFilters[name];
  if (name === 'pins') return `${label} ${rangeLabel(value as NumberRange)}`;
  if (name === 'season') return SEASON_LABEL;
  const chosen = keywordFilters[name].values.filter((one) => (value as readonly string[]).includes(one));
  return `${label}: ${chosen.map((one) => choiceName(name, one)).join(', ')}`;
}

const SEASON_LABEL = 'Has a season';

/** The filters of the list as chips: those that are set with their values, and an offer of each other one; on narrow screens behind a button. */
export function KeywordFilters({ view }: { readonly view: KeywordsView }) {
  const [openName, setOpenName] = useState<KeywordFilterName | null>(null);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isNarrow = useIsNarrow();
  const setCount = Object.keys(view.filters).length;
  const apply = (name: KeywordFilterName, value: FilterValue | undefined) => {
    setOpenName(null);
    navigate(keywordsUrl({ ...view, filters: { ...view.filters, [name]: value }, page: 1 }));
  };
  return (
    <>
      {isNarrow && (
        <Button
          className={styles.fold}
          aria-expanded={isUnfolded}
          aria-controls="keyword-filters"
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          Filters{setCount > 0 && ` (${setCount})`}
          <Icon name="open" size={16} />
        </Button>
      )}
      {/* A fieldset would need a legend, which takes space. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id="keyword-filters" role="group" aria-label="Filters" className={styles.bar} hidden={isNarrow && !isUnfolded}>
        {namedKeywordFilters.map(([name, { label }]) => {
          const value = view.filters[name];
          const remove = () => apply(name, undefined);
          const chipLabel = value === undefined ? (name === 'season' ? SEASON_LABEL : label) : filterLabel(name, value);
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
              renderButton={(edit) =>
                value === undefined ? (
                  <FilterChip label={chipLabel} isSet={false} edit={edit} />
                ) : (
                  <FilterChip label={chipLabel} isSet onToggle={remove} edit={edit} />
                )
              }
            >
              {name === 'pins' ? (
                <PinsEditor range={view.filters.pins} onApply={(range) => apply(name, range)} />
              ) : (
                <ChoiceEditor name={name} chosen={view.filters[name] ?? []} onApply={(values) => apply(name, values)} />
              )}
            </Popover>
          );
        })}
      </div>
    </>
  );
}

interface ChoiceEditorProps {
  readonly name: Exclude<KeywordFilterName, 'pins' | 'season'>;
  readonly chosen: readonly string[];
  readonly onApply: (values: readonly string[] | undefined) => void;
}

function ChoiceEditor({ name, chosen, onApply }: ChoiceEditorProps) {
  const { label, values }: SetFilter = keywordFilters[name];
  const [checked, setChecked] = useState(chosen);
  const toggle = (value: string) => setChecked(checked.includes(value) ? checked.filter((one) => one !== value) : [...checked, value]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onApply(checked.length === 0 ? undefined : checked.toSorted());
  };
  return (
    <form className={styles.editor} onSubmit={submit}>
      <fieldset className={styles.choices}>
        <legend>{label}</legend>
        {values?.map((value) => (
          <label key={value}>
            <input type="checkbox" checked={checked.includes(value)} onChange={() => toggle(value)} /> {choiceName(name, value)}
          </label>
        ))}
      </fieldset>
      <Button type="submit" kind="primary">
        Apply
      </Button>
    </form>
  );
}

interface PinsEditorProps {
  readonly range: NumberRange | undefined;
  readonly onApply: (range: FilterValue | undefined) => void;
}

function PinsEditor({ range, onApply }: PinsEditorProps) {
  const [before = '', after = ''] = range ? formatFilterValue(range).split('..') : [];
  const [[from, to], setEnds] = useState<readonly [string, string]>([before, after]);
  const [reason, setReason] = useState<string | null>(null);
  const errorId = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const ends = [from, to].map((end) => end.replace(/[\s,]/g, ''));
    if (ends.join('') === '') return onApply(undefined);
    const parsed = parseFilterValue(keywordFilters.pins, ends.join('..'));
    if ('reason' in parsed) setReason(parsed.reason);
    else onApply(parsed.value);
  };
  const field = (label: string, value: string, onType: (typed: string) => void) => (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      errorId={reason === null ? undefined : errorId}
      onChange={({ target }) => onType(target.value)}
    />
  );
  return (
    <form className={styles.editor} onSubmit={submit} noValidate>
      <div className={styles.ends}>
        {field('From', from, (typed) => setEnds([typed, to]))}
        {field('To', to, (typed) => setEnds([from, typed]))}
      </div>
      {reason !== null && (
        <p id={errorId} className={styles.error} role="alert">
          Pins {reason}.
        </p>
      )}
      <Button type="submit" kind="primary">
        Apply
      </Button>
    </form>
  );
}
