import { useState } from 'react';
import { Field, type FieldProps } from './field';

/** A password under its label, hidden until one wants to see it. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'after'>) {
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
          className="field__show"
          aria-label={`${isVisible ? 'Hide' : 'Show'} ${fieldName}`}
          onClick={() => setIsVisible(!isVisible)}
        >
          {isVisible ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
