import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { DaysFilter, Filter, RangeFilter, SetFilter } from '#domain/catalog/filters/filters';
import { checkRules } from '#domain/catalog/rows/checks';
import { entityOf } from '#domain/catalog/variants';
import { Button } from '../../../ui/form/button';
import { Field } from '../../../ui/form/field';
import { lists } from '../list-state';
import { parseFilterText } from './filter-texts';
import { setValueLabel, unitOf } from './filter-words';
import { MomentumChoice } from './momentum-choice';
import { RangeHistogram } from './range-histogram';
import { type EditedFilter, useFilterCount } from './use-filter-count';
import { withinDaysLabel } from './within-days-label';
import styles from './filter-bar.module.css';
import texts from '../../../ui/text.module.css';

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
  const errorId = useId();
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    if (valueText === '') return onApply(null);
    const parsed = parseFilterText(filter, valueText);
    if ('reason' in parsed) setReason(parsed.reason);
    else onApply(parsed.text);
  };
  return (
    <form className={styles.editor} onSubmit={apply} noValidate>
      {children(reason === null ? undefined : errorId)}
      {reason !== null && (
        <p id={errorId} className={styles.error} role="alert">
          {filter.label} {reason}.
        </p>
      )}
      <Button type="submit" kind="primary">
        {count === null ? 'Apply' : `Show ${count}`}
      </Button>
      <output className={texts.srOnly}>{count}</output>
    </form>
  );
}

const endsOf = (text: string): readonly [string, string] => {
  const [from = '', to = ''] = text.split('..');
  return text.includes('..') ? [from, to] : ['', ''];
};

const joinEnds = (from: string, to: string): string => (from + to === '' ? '' : `${from}..${to}`);

/** Digits may be typed in groups: `1,000`. */
const plainNumber = (text: string): string => text.replace(/[\s,%]/g, '');

/** Text that is no number is in no range. */
const endNumber = (text: string): number | null => (text === '' ? null : Number(text));

function RangeEditor(editor: EditorProps<RangeFilter>) {
  const { variant, name, filter, text } = editor;
  const { metric, period } = useSnapshot(lists)[variant].search;
  const [[from, to], setEnds] = useState(endsOf(text));
  const unit = unitOf(filter);
  const [min, max] = [plainNumber(from), plainNumber(to)];
  return (
    <EditorForm editor={editor} valueText={joinEnds(min, max)}>
      {(errorId) => (
        <>
          {name === 'momentum' && (
            <div className={styles.ends}>
              <MomentumChoice variant={variant} />
            </div>
          )}
          {/* The histogram of momentum is that of the default metric and period. */}
          {(name !== 'momentum' || (metric ?? period) === undefined) && (
            <RangeHistogram variant={variant} name={name} filter={filter} range={{ min: endNumber(min), max: endNumber(max) }} />
          )}
          <div className={styles.ends}>
            <Field
              label={`From${unit}`}
              inputMode="decimal"
              autoComplete="off"
              value={from}
              errorId={errorId}
              onChange={({ target }) => setEnds([target.value, to])}
            />
            <Field
              label={`To${unit}`}
              inputMode="decimal"
              autoComplete="off"
              value={to}
              errorId={errorId}
              onChange={({ target }) => setEnds([from, target.value])}
            />
          </div>
        </>
      )}
    </EditorForm>
  );
}

/** The least numbers of checks that are offered. */
const LEAST_CHECKS = [3, 4, 5] as const;

function ChecksEditor({ variant, text, onApply }: Omit<EditorProps<Filter>, 'filter'>) {
  const count = checkRules[entityOf[variant]].length;
  return (
    <ul className={styles.menu}>
      {LEAST_CHECKS.filter((least) => least <= count).map((least) => (
        <li key={least}>
          <button type="button" aria-pressed={text === `${least}..`} onClick={() => onApply(`${least}..`)}>
            {least === count ? `All ${count}` : `At least ${least}`}
          </button>
        </li>
      ))}
    </ul>
  );
}

function DaysEditor(editor: EditorProps<DaysFilter>) {
  const { filter, text, onApply } = editor;
  const [[from, to], setEnds] = useState(endsOf(text));
  return (
    <>
      <ul className={styles.menu}>
        {filter.windows.map((days) => (
          <li key={days}>
            <button type="button" aria-pressed={text === `${days}d`} onClick={() => onApply(`${days}d`)}>
              {withinDaysLabel(days)}
            </button>
          </li>
        ))}
      </ul>
      {filter.acceptsDays && (
        <EditorForm editor={editor} valueText={joinEnds(from, to)}>
          {(errorId) => (
            <div className={styles.ends}>
              <Field label="From" type="date" value={from} errorId={errorId} onChange={({ target }) => setEnds([target.value, to])} />
              <Field label="To" type="date" value={to} errorId={errorId} onChange={({ target }) => setEnds([from, target.value])} />
            </div>
          )}
        </EditorForm>
      )}
    </>
  );
}

function ChoiceEditor(editor: EditorProps<SetFilter>) {
  const { filter, text } = editor;
  const [chosen, setChosen] = useState<readonly string[]>(text.split(',').filter(Boolean));
  const toggle = (value: string) => setChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <EditorForm editor={editor} valueText={chosen.join(',')}>
      {() => (
        <fieldset className={styles.choices}>
          <legend>{filter.label}</legend>
          {filter.values?.map((value) => (
            <label key={value}>
              <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} /> {setValueLabel(filter, value)}
            </label>
          ))}
        </fieldset>
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
          hint="Several with commas between them: any of them matches."
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
