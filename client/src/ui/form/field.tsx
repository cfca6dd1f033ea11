import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { classes } from '../classes';
import styles from './field.module.css';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode;
  /** A line of help under the input. */
  readonly hint?: ReactNode;
  /** The id of the element with the error of this input; undefined without an error. */
  readonly errorId?: string | undefined;
  /** Shown inside the input's frame. */
  readonly inputAddon?: ReactNode;
}

/** A text input under a visible label. */
export function Field({ label, hint, errorId, inputAddon, className, ...rest }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const describedBy = [errorId, hint === undefined ? undefined : hintId].filter((one) => one !== undefined).join(' ');
  return (
    <div className={classes('stack shrink gap-1', styles.field, className)}>
      <label htmlFor={id}>{label}</label>
      <div className={classes('row items-stretch relative', styles.box)}>
        <input
          id={id}
          {...(describedBy === '' ? {} : { 'aria-describedby': describedBy })}
          {...(errorId === undefined ? {} : { 'aria-invalid': true })}
          {...rest}
        />
        {inputAddon}
      </div>
      {hint !== undefined && (
        <p className="caption" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
