import { useState } from 'react';
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
          className={styles.toggle}
          aria-label={`${isVisible ? 'Hide' : 'Show'} ${fieldName}`}
          onClick={() => setIsVisible(!isVisible)}
        >
          {isVisible ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
