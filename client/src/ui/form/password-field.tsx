import { classes } from '../classes';
import { type InvalidEvent, useState } from 'react';
import { passwordLengths } from '#domain/auth/account/password-rules';
import { Field, type FieldProps } from './field';
import styles from './field.module.css';

/** A password input with a button that shows what was typed. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'inputAddon'>) {
  const [isVisible, setIsVisible] = useState(false);
  const fieldName = typeof props.label === 'string' ? props.label.toLowerCase() : 'password';
  return (
    <Field
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      inputAddon={
        <button
          type="button"
          className={classes('bare strong text-md rounded', styles.toggle)}
          aria-label={`${isVisible ? 'Hide' : 'Show'} ${fieldName}`}
          onClick={() => setIsVisible(!isVisible)}
        >
          {isVisible ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}

interface NewPasswordFieldProps {
  readonly label: string;
  /** A sentence after the rule. */
  readonly extraHint?: string;
  readonly minLength?: number;
  readonly errorId: string | undefined;
}

/** A field for a new password with its length rule, in the place of the browser's bubble; the server checks the other rules. */
export function NewPasswordField({ label, extraHint, minLength = passwordLengths.user, errorId }: NewPasswordFieldProps) {
  const [isTooShort, setIsTooShort] = useState(false);
  const rule = `At least ${minLength} characters`;
  const refuseShort = (event: InvalidEvent<HTMLInputElement>) => {
    if (!event.currentTarget.validity.tooShort) return;
    event.preventDefault();
    setIsTooShort(true);
    event.currentTarget.focus();
  };
  const hint = extraHint === undefined ? rule : `${rule}. ${extraHint}`;
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      required
      minLength={minLength}
      maxLength={passwordLengths.max}
      hint={
        isTooShort ? (
          <span className="danger" role="alert">
            Use at least {minLength} characters.
          </span>
        ) : (
          hint
        )
      }
      errorId={errorId}
      onInvalid={refuseShort}
      onChange={() => setIsTooShort(false)}
    />
  );
}
