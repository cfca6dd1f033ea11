import type { ReactNode } from 'react';
import { classes } from './classes';
import { Count } from './count';
import styles from './fact.module.css';

/** A grid of facts. */
export const FactList = ({ className, children }: { readonly className?: string | undefined; readonly children: ReactNode }) => (
  <dl className={classes('stack gap-3 gap-x-6', styles.facts, className)} data-testid="facts">
    {children}
  </dl>
);

/** A name above its value. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={classes('stack at-top', styles.fact)}>
    <dt className="caption">{name}</dt>
    <dd className="number strong text-xl">{children}</dd>
  </div>
);

/** A count as a fact. */
export const CountFact = ({ name, value }: { readonly name: string; readonly value: number | null }) => (
  <Fact name={name}>
    <Count value={value} />
  </Fact>
);
