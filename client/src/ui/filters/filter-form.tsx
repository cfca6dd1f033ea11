import { classes } from '../classes';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from '../form/button';
import { Field } from '../form/field';
import { Form } from '../form/form';
import styles from './filter-form.module.css';

interface FilterFormProps {
  readonly label: string;
  /** What the typed value must be; null while nothing is wrong. */
  readonly reason: string | null;
  readonly onApply: () => void;
  /** The name of the button. */
  readonly action?: string;
  /** Gets the id of the reason for the fields that it is about. */
  readonly children: (errorId?: string) => ReactNode;
}

/** The values of a filter with a button that applies them, or the reason why they are none. */
export function FilterForm({ label, reason, onApply, action = 'Apply', children }: FilterFormProps) {
  const errorId = useId();
  return (
    <Form className={classes('stack gap-3', styles.form)} onSubmit={onApply} noValidate>
      {children(reason === null ? undefined : errorId)}
      {reason !== null && (
        <p id={errorId} className={classes('danger text-lg', styles.error)} role="alert">
          {label} {reason}.
        </p>
      )}
      <Button type="submit" kind="primary">
        {action}
      </Button>
    </Form>
  );
}

/** Two things side by side, such as the ends of a range. */
export const SideBySide = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes('stack gap-3', styles.ends)}>{children}</div>
);

/** The ends of a range as they are typed; an empty end is open. */
export type RangeEnds = readonly [from: string, to: string];

/** The ends that the text of a range names: `5..10`. */
export const endsOf = (text: string): RangeEnds => {
  const [from = '', to = ''] = text.split('..');
  return text.includes('..') ? [from, to] : ['', ''];
};

/** The text of a range; empty if both ends are open. */
export const joinEnds = ([from, to]: RangeEnds): string => (from + to === '' ? '' : `${from}..${to}`);

interface EndFieldsProps extends Pick<ComponentProps<typeof Field>, 'type' | 'inputMode' | 'autoComplete' | 'errorId'> {
  readonly ends: RangeEnds;
  readonly onType: (ends: RangeEnds) => void;
  readonly unit?: string;
}

/** The fields for the ends of a range. */
export const EndFields = ({ ends: [from, to], onType, unit = '', ...field }: EndFieldsProps) => (
  <SideBySide>
    <Field label={`From${unit}`} value={from} onChange={({ target }) => onType([target.value, to])} {...field} />
    <Field label={`To${unit}`} value={to} onChange={({ target }) => onType([from, target.value])} {...field} />
  </SideBySide>
);

interface ChoiceFieldsProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly chosen: readonly string[];
  readonly nameOf: (value: string) => string;
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** The values of a set to tick. */
export const ChoiceFields = ({ label, values, chosen, nameOf, onChoose }: ChoiceFieldsProps) => (
  <fieldset className={classes('stack', styles.choices)}>
    <legend className="sr-only">{label}</legend>
    {values.map((value) => {
      const isChosen = chosen.includes(value);
      return (
        <label key={value} className="row">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={() => onChoose(isChosen ? chosen.filter((one) => one !== value) : [...chosen, value])}
          />{' '}
          {nameOf(value)}
        </label>
      );
    })}
  </fieldset>
);
