import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classes } from './classes';
import styles from './card.module.css';

interface CardProps extends Omit<ComponentPropsWithRef<'section'>, 'title'> {
  /** The id of the heading, for addresses that lead to it. */
  readonly id?: string;
  /** The heading, which also names the card, unless that has an `aria-label`. */
  readonly title?: ReactNode;
  /** True: a smaller heading, for one of many cards. */
  readonly hasSmallTitle?: boolean;
  /** A link, a value, or controls beside the heading. */
  readonly side?: ReactNode;
}

/** A framed section of a screen. */
export function Card({ id, title, hasSmallTitle = false, side, className, children, ...rest }: CardProps) {
  const ownId = useId();
  const titleId = id ?? ownId;
  const heading = title !== undefined && (
    <h2 id={titleId} className={hasSmallTitle ? 'text-xl' : undefined} dir="auto">
      {title}
    </h2>
  );
  return (
    <section
      className={classes('floating', styles.card, className)}
      aria-labelledby={heading && !rest['aria-label'] ? titleId : undefined}
      {...rest}
    >
      {side === undefined ? (
        heading
      ) : (
        <div className="cluster items-baseline between gap-1 gap-x-4">
          {heading}
          {side}
        </div>
      )}
      {children}
    </section>
  );
}
