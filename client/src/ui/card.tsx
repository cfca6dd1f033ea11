import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from './classes';
import styles from './card.module.css';

/** A framed section of a screen; name it with `aria-label` or `aria-labelledby`. */
export const Card = ({ className, ...rest }: ComponentPropsWithRef<'section'>) => (
  <section className={classes('floating', styles.card, className)} {...rest} />
);

/** The heading of a card. */
export const CardTitle = ({ className, children, ...rest }: ComponentPropsWithRef<'h2'>) => (
  <h2 className={classes('text-xl', className)} {...rest}>
    {children}
  </h2>
);

/** The heading of a card, with a link or a value beside it. */
export const CardHead = ({ children }: { readonly children: ReactNode }) => (
  <div className="cluster items-baseline between gap-1 gap-x-4">{children}</div>
);
