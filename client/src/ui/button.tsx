import type { ButtonHTMLAttributes } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` once per view at most; `quiet` has no border. */
  readonly kind?: 'primary' | 'plain' | 'quiet';
}

/** A button of ours; never submits a form unless told to. */
export function Button({ kind = 'plain', type = 'button', className = '', ...rest }: ButtonProps) {
  return <button type={type} className={`button button--${kind} ${className}`} {...rest} />;
}
