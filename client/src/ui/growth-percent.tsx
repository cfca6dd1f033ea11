import { isGrowthOld } from '#domain/analytics/growth/growth';
import { minGrowingPercent } from '#domain/analytics/growth/verdict/thresholds';
import { dayOf } from '#domain/days';
import { oneDecimal, percentLabel } from '#domain/numbers';
import { classes } from './classes';
import { SpokenAs } from './count';
import { formatDay, present } from './format';
import { Icon } from './icon';

const growth = 'inline-row items-baseline gap-1 number nowrap';

const directions = {
  up: { word: 'up', className: 'success' },
  down: { word: 'down', className: 'danger' },
  flat: { word: 'unchanged', className: 'muted' },
} as const;

interface DirectionLabelProps {
  readonly direction: keyof typeof directions;
  /** True: in muted color. */
  readonly isMuted?: boolean;
  readonly children: React.ReactNode;
}

/** An arrow and a label in the color of a direction; color alone never carries the meaning. */
export const DirectionLabel = ({ direction, isMuted = false, children }: DirectionLabelProps) => (
  <span className={classes(growth, isMuted ? 'muted' : directions[direction].className)}>
    <Icon name={direction} size={14} />
    {children}
  </span>
);

interface GrowthPercentProps {
  readonly percent: number | null | undefined;
  /** True: in muted color, for an estimate. */
  readonly isMuted?: boolean;
  /** The days of the growth, where a gain that verdicts do not call growing is in muted color. */
  readonly days?: number | null;
}

/** Growth in percent with an arrow, a sign, and a word for screen readers. */
export function GrowthPercent({ percent, isMuted = false, days = null }: GrowthPercentProps) {
  if (percent === null || percent === undefined) {
    return (
      <span className={growth}>
        <SpokenAs shown="–" spoken="unknown" />
      </span>
    );
  }
  const rounded = oneDecimal(percent);
  const direction = rounded > 0 ? 'up' : rounded < 0 ? 'down' : 'flat';
  return (
    <DirectionLabel direction={direction} isMuted={isMuted || (days !== null && rounded > 0 && rounded < minGrowingPercent(days))}>
      <span className="sr-only">{directions[direction].word} </span>
      {percentLabel(percent)}
    </DirectionLabel>
  );
}

export interface ReadGrowthProps {
  readonly percent: number | null | undefined;
  /** The day of the last reading. */
  readonly readOn: string | null;
  readonly days: number;
}

/** Whether nothing was read in the last `days` days. */
export const isReadBefore = (readOn: string | null, days: number): readOn is string =>
  readOn !== null && isGrowthOld(dayOf(new Date(readOn)), present.day, days);

/** Growth in percent; with no reading inside its period, it says of which day it is. */
export function ReadGrowth({ percent, readOn, days }: ReadGrowthProps) {
  if (percent === null || percent === undefined || !isReadBefore(readOn, days)) return <GrowthPercent percent={percent} days={days} />;
  return (
    <>
      <GrowthPercent percent={percent} isMuted /> <span className="caption one-line">as of {formatDay(readOn)}</span>
    </>
  );
}
