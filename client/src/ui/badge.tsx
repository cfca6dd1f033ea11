import type { ReactNode } from 'react';
import { isOneJump } from '#domain/catalog/momentum';
import { classes } from './classes';
import { formatDay } from './format';
import styles from './badge.module.css';

/** A short status word; `plain` is the muted variant. */
export const Badge = ({ isPlain = false, children }: { readonly isPlain?: boolean; readonly children: ReactNode }) => (
  <span className={classes('tint strong nowrap text-sm pill', styles.badge, isPlain && 'muted raised')}>{children}</span>
);

/** On a row that its source no longer has. */
export const GoneBadge = ({ row: { is_gone: isGone } }: { readonly row: { readonly is_gone?: boolean } }) =>
  isGone && (
    <span title="No longer on Pinterest. These are the last figures we have.">
      <Badge isPlain>Gone</Badge>
    </span>
  );

interface Jump {
  readonly jump_share: number | null;
  readonly jumped_on: string | null;
}

interface JumpBadgeProps {
  readonly jump: Jump;
  /** What others show. */
  readonly fallback?: string;
}

/** `One jump, Nov 14` on a row whose gain came in one jump; by default nothing on others. */
export function JumpBadge({ jump: { jump_share: share, jumped_on: day }, fallback }: JumpBadgeProps) {
  if (!isOneJump(share)) return fallback ?? null;
  return (
    <span title="More than half of the gain over 90 days came on three days.">
      <Badge isPlain>One jump{day !== null && `, ${formatDay(day)}`}</Badge>
    </span>
  );
}
