import { isGrowthOld } from '#domain/analytics/growth/growth';
import { dayOf } from '#domain/days';
import { formatDay, present } from './format';
import { GrowthPercent } from './growth-percent';

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
