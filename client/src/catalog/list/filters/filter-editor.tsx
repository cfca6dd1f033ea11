import { type ReactNode, useState } from 'react';
import type { FilterName } from '#domain/catalog/filters/filters';
import type { DaysFilter, Filter, RangeFilter, SetFilter } from '#domain/catalog/filters/filter-kinds';
import { checkRules } from '#domain/catalog/rows/checks';
import { entityOf, variantNouns } from '#domain/catalog/variants';
import { ChoiceFields, EndFields, type RangeEnds, endsOf, FilterForm, joinEnds, SideBySide } from '../../../ui/filters/filter-form';
import { plainNumber, typedNumber } from '../../../ui/filters/typed-numbers';
import { Field } from '../../../ui/form/field';
import { useSettled } from '../../../ui/form/use-settled';
import { useList } from '../use-list';
import { parseFilterText } from './filter-texts';
import { setValueLabel, unitOf } from './filter-words';
import { MomentumChoice } from './momentum-choice';
import { RangeHistogram } from './range-histogram';
import { formatCount } from '#domain/numbers';
import { useEndpoint } from '../../../api/resource';
import { listQuery } from '../list-search';
import styles from './filter-bar.module.css';

const COUNT_DEBOUNCE_MS = 300;

/** A window of a filter by days. */
export const withinDaysLabel = (days: number): string => `In the last ${days} days`;

/** The filter that is edited: its name, and its value in the address. */
interface EditedFilter {
  readonly name: FilterName;
  readonly filter: Filter;
  readonly text: string;
}

/** `1,234 boards`: what the list would show with this value; null while that is not known, and for a value that changes nothing. */
function useFilterCount({ name, filter, text }: EditedFilter, valueText: string): string | null {
  const { variant, search } = useList();
  const settled = useSettled(valueText, COUNT_DEBOUNCE_MS);
  const parsed = settled !== valueText ? null : settled === '' ? { text: null } : parseFilterText(filter, settled);
  const value = parsed && 'text' in parsed ? (parsed.text ?? '') : text;
  const { [name]: _before, ...others } = search.filters;
  const filters = value === '' ? others : { ...others, [name]: value };
  const query = { ...listQuery({ ...search, filters }), page: 1, per_page: 1 };
  const { data, error } = useEndpoint(`GET /${variant}`, { query }, { isEnabled: value !== text });
  if (value === text || data === null || error) return null;
  const { one, many } = variantNouns[variant];
  return formatCount(data.total, one, many);
}

interface EditorProps<F extends Filter> extends EditedFilter {
  readonly filter: F;
  /** Gets a valid value, or null for none. */
  readonly onApply: (text: string | null) => void;
}

/** The values of a filter, to choose or to type. */
export function FilterEditor({ filter, ...rest }: EditorProps<Filter>) {
  if (rest.name === 'checks') return <ChecksEditor {...rest} />;
  if (filter.kind === 'range') return <RangeEditor filter={filter} {...rest} />;
  if (filter.kind === 'days') return <DaysEditor filter={filter} {...rest} />;
  if (filter.kind === 'set') return filter.values ? <ChoiceEditor filter={filter} {...rest} /> : <TextsEditor filter={filter} {...rest} />;
  return null;
}

interface EditorFormProps {
  readonly editor: EditorProps<Filter>;
  readonly valueText: string;
  readonly children: (errorId?: string) => ReactNode;
}

/**
 * A form that applies a value if it is valid, and says what it must be otherwise. Its button says how many rows the list would have, once
 * they are counted.
 */
function EditorForm({ editor, valueText, children }: EditorFormProps) {
  const { filter, onApply } = editor;
  const count = useFilterCount(editor, valueText);
  const [reason, setReason] = useState<string | null>(null);
  const apply = () => {
    if (valueText === '') return onApply(null);
    const parsed = parseFilterText(filter, valueText);
    if ('reason' in parsed) setReason(parsed.reason);
    else onApply(parsed.text);
  };
  return (
    <>
      <FilterForm label={filter.label} reason={reason} onApply={apply} action={count === null ? 'Apply' : `Show ${count}`}>
        {children}
      </FilterForm>
      <output className="sr-only">{count}</output>
    </>
  );
}

/** Text that is no number is in no range. */
const endNumber = (text: string): number | null => (text === '' ? null : Number(text));

function RangeEditor(editor: EditorProps<RangeFilter>) {
  const { name, filter, text } = editor;
  const { metric, period } = useList().search;
  const [from, to] = endsOf(text);
  const [ends, setEnds] = useState<RangeEnds>([typedNumber(from), typedNumber(to)]);
  const [min, max] = [plainNumber(ends[0]), plainNumber(ends[1])];
  return (
    <EditorForm editor={editor} valueText={joinEnds([min, max])}>
      {(errorId) => (
        <>
          {name === 'momentum' && (
            <SideBySide>
              <MomentumChoice />
            </SideBySide>
          )}
          {/* The histogram of momentum is that of the default metric and period. */}
          {(name !== 'momentum' || (metric ?? period) === undefined) && (
            <RangeHistogram name={name} filter={filter} range={{ min: endNumber(min), max: endNumber(max) }} />
          )}
          <EndFields ends={ends} onType={setEnds} unit={unitOf(filter)} inputMode="decimal" autoComplete="off" errorId={errorId} />
        </>
      )}
    </EditorForm>
  );
}

/** The least numbers of checks that are offered. */
const LEAST_CHECKS = [3, 4, 5] as const;

function ChecksEditor({ text, onApply }: Omit<EditorProps<Filter>, 'filter'>) {
  const { variant } = useList();
  const count = checkRules[entityOf[variant]].length;
  return (
    <ul className="stack">
      {LEAST_CHECKS.filter((least) => least <= count).map((least) => (
        <li key={least}>
          <button type="button" className={styles.option} aria-pressed={text === `${least}..`} onClick={() => onApply(`${least}..`)}>
            {least === count ? `All ${count}` : `At least ${least}`}
          </button>
        </li>
      ))}
    </ul>
  );
}

function DaysEditor(editor: EditorProps<DaysFilter>) {
  const { filter, text, onApply } = editor;
  const [ends, setEnds] = useState(endsOf(text));
  return (
    <>
      <ul className="stack">
        {filter.windows.map((days) => (
          <li key={days}>
            <button type="button" className={styles.option} aria-pressed={text === `${days}d`} onClick={() => onApply(`${days}d`)}>
              {withinDaysLabel(days)}
            </button>
          </li>
        ))}
      </ul>
      {filter.acceptsDays && (
        <EditorForm editor={editor} valueText={joinEnds(ends)}>
          {(errorId) => <EndFields ends={ends} onType={setEnds} type="date" errorId={errorId} />}
        </EditorForm>
      )}
    </>
  );
}

function ChoiceEditor(editor: EditorProps<SetFilter>) {
  const { filter, text } = editor;
  const [chosen, setChosen] = useState<readonly string[]>(text.split(',').filter(Boolean));
  return (
    <EditorForm editor={editor} valueText={chosen.join(',')}>
      {() => (
        <ChoiceFields
          label={filter.label}
          values={filter.values ?? []}
          chosen={chosen}
          nameOf={(value) => setValueLabel(filter, value)}
          onChoose={setChosen}
        />
      )}
    </EditorForm>
  );
}

/** Adds a space after each comma between values; `\,` is a comma within one. */
const spacedValues = (text: string): string => text.replace(/\\.|,/gsu, (match) => (match === ',' ? ', ' : match));

function TextsEditor(editor: EditorProps<SetFilter>) {
  const { filter, text } = editor;
  const [typed, setTyped] = useState(spacedValues(text));
  return (
    <EditorForm editor={editor} valueText={typed.trim()}>
      {(errorId) => (
        <Field
          label={filter.label}
          hint="Separate values with commas; rows match any of them."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          errorId={errorId}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </EditorForm>
  );
}
