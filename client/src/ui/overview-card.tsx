import type { ReactNode } from 'react';
import { Card, CardHead } from './card';
import { LoadError } from './feedback/load-error';
import { SkeletonBar } from './feedback/skeleton';
import { Link } from 'wouter';

/** How many rows an overview shows. */
export const MAX_OVERVIEW_ROWS = 5;

interface OverviewCardProps {
  /** The id of its heading, and its test id. */
  readonly id: string;
  readonly title: string;
  /** The screen with all of it; left out while there is nothing. */
  readonly all: { readonly path: string; readonly label: string } | null;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  /** Null while it is loaded. */
  readonly children: ReactNode | null;
}

/** A card of the dashboard that sums up one thing, with a link to all of it. */
export const OverviewCard = ({ id, title, all, hasFailed, onRetry, children }: OverviewCardProps) => (
  <Card aria-labelledby={id} data-testid={id}>
    <CardHead>
      <h2 id={id}>{title}</h2>
      {all && <Link href={all.path}>{all.label}</Link>}
    </CardHead>
    {children ?? (hasFailed ? <LoadError onRetry={onRetry} /> : <SkeletonBar height={48} />)}
  </Card>
);
