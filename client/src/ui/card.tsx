import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classes } from './classes';
import styles from './card.module.css';

interface CardProps extends Omit<ComponentPropsWithRef<'section'>, 'title'> {
  /** The id of the heading, for addresses that lead to it. */
  readonly id?: string;
  /** The heading. Without one, name the card with `aria-label`. */
  readonly title?: ReactNode;
  /** A link or a value beside the heading. */
  readonly side?: ReactNode;
}

/** A framed section of a screen. */
export function Card({ id, title, side, className, children, ...rest }: CardProps) {
  const ownId = useId();
  const titleId = id ?? ownId;
  const heading = title !== undefined && (
    <h2 id={titleId} dir="auto">
      {title}
    </h2>
  );
  return (
    <section className={classes('floating', styles.card, className)} {...(heading ? { 'aria-labelledby': titleId } : {})} {...rest}>
      {side === undefined ? (
        heading
      ) : (
        <CardHead>
          {heading}
          {side}
        </CardHead>
      )}
      {children}
    </section>
  );
}

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
