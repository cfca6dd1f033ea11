import { classes } from '../classes';
import { useId } from 'react';
import styles from './field.module.css';

interface SelectProps<T extends string | number> {
  readonly label: string;
  /** True: the label is for screen readers only, where what is beside the select says the same. */
  readonly isLabelHidden?: boolean;
  readonly value: T;
  readonly options: readonly { readonly name: string; readonly value: T; readonly isDisabled?: boolean }[];
  readonly onChange: (value: T) => void;
}

/** A select under its label. */
export function Select<T extends string | number>({ label, isLabelHidden = false, value, options, onChange }: SelectProps<T>) {
  const id = useId();
  return (
    <div className={classes('stack shrink gap-1', styles.field)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : undefined}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const selected = options.find((option) => String(option.value) === target.value);
          if (selected) onChange(selected.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}
