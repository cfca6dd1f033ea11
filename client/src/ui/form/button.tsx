import type { ComponentPropsWithRef } from 'react';
import { classes } from '../classes';
import { Icon, type IconName } from '../icon';
import { Link } from 'wouter';
import styles from './button.module.css';

/** `primary` at most once per view; `quiet` has no border; `danger` cannot be undone. */
type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

const kindClasses: Readonly<Record<ButtonKind, string | undefined>> = {
  primary: styles.primary,
  plain: undefined,
  quiet: styles.quiet,
  danger: styles.danger,
};

/** The class names that make a link look like a button. */
export const buttonClass = (kind: ButtonKind = 'plain', className?: string): string => classes(styles.button, kindClasses[kind], className);

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly kind?: ButtonKind;
}

/** A button; submits a form only with `type="submit"`. */
export const Button = ({ kind, type = 'button', className, ...rest }: ButtonProps) => (
  <button type={type} className={buttonClass(kind, className)} {...rest} />
);

interface ButtonLinkProps {
  readonly href: string;
  readonly kind?: ButtonKind;
  readonly children: React.ReactNode;
}

/** A link to another screen that looks like a button. */
export const ButtonLink = ({ href, kind, children }: ButtonLinkProps) => (
  <Link href={href} className={buttonClass(kind)}>
    {children}
  </Link>
);

/** A button that looks like a link. */
export const TextButton = ({ className, ...rest }: ComponentPropsWithRef<'button'>) => (
  <button type="button" className={classes(styles.text, className)} {...rest} />
);

/** Buttons side by side, with texts beside them if needed. */
export const ButtonRow = ({ children }: { readonly children: React.ReactNode }) => <div className="cluster gap-2 gap-x-3">{children}</div>;

interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  readonly icon: IconName;
  readonly iconSize?: number;
  readonly 'aria-label': string;
}

/** A square button with an icon; its `aria-label` says what it does. */
export const IconButton = ({ icon, iconSize, className, ...rest }: IconButtonProps) => (
  <button type="button" className={classes(styles.icon, className)} {...rest}>
    <Icon name={icon} {...(iconSize === undefined ? {} : { size: iconSize })} />
  </button>
);
