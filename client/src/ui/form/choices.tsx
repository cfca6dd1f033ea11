import { classes } from '../classes';
import styles from './choices.module.css';

interface ChoicesProps<T extends string | number> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly name: string }[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

/** Buttons of which one is pressed. */
export const Choices = <T extends string | number>({ label, options, value, onChoose }: ChoicesProps<T>) => (
  <fieldset className={classes('row items-stretch scroll-x gap-1', styles.choices)} aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        className={classes('text-lg tap fixed ink', styles.choice)}
        aria-pressed={option.value === value}
        onClick={() => onChoose(option.value)}
      >
        {option.name}
      </button>
    ))}
  </fieldset>
);
