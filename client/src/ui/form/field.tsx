import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode;
  /** What is asked for, in a line under the input. */
  readonly hint?: ReactNode;
  /** The element that says what is wrong with what was typed; undefined while nothing is. */
  readonly errorId?: string | undefined;
  /** Beside the input, inside its frame. */
  readonly inputAddon?: ReactNode;
}

/** A text input under its visible label. */
export function Field({ label, hint, errorId, inputAddon, className = '', ...rest }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const describedBy = [errorId, hint === undefined ? undefined : hintId].filter((one) => one !== undefined).join(' ');
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <div className="field__box">
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
