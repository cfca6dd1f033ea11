import type { ButtonHTMLAttributes } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` once per view at most; `quiet` has no border; `danger` cannot be undone. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
}

/** A button of ours; never submits a form unless told to. */
export function Button({ kind = 'plain', type = 'button', className = '', ...rest }: ButtonProps) {
  return <button type={type} className={`button button--${kind} ${className}`} {...rest} />;
}
