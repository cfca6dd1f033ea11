import { useId, useState } from 'react';
import { growthPercent } from '#domain/analytics/growth/growth';
import { Count } from '../../ui/count';
import { GrowthPercent } from '../../ui/growth-percent';
import { Icon } from '../../ui/icon';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Sparkline } from '../../ui/charts/sparkline';

interface FigureCardProps {
  readonly name: string;
  readonly value: number;
  readonly previous: number;
  /** True when `previous` was not counted. */
  readonly isEstimated: boolean;
  /** The last days, oldest first. */
  readonly points: readonly number[];
}

/** One figure of a period: its value, how it changed against the period before, and its last days as a line. */
export function FigureCard({ name, value, previous, isEstimated, points }: FigureCardProps) {
  return (
    <section className="card metric" aria-label={name} data-testid="metric-card">
      <h2 className="metric__name">{name}</h2>
      <p className="metric__value">{Number.isInteger(value) ? <Count value={value} /> : value.toFixed(1)}</p>
      <Sparkline points={points} />
      <div className="metric__change">
        <GrowthPercent percent={growthPercent(value, previous)} /> <span className="caption">vs prev</span>
        {isEstimated && <EstimateNote name={name} />}
      </div>
    </section>
  );
}

/** Says on demand that the period before was not counted. */
function EstimateNote({ name }: { readonly name: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="icon-button metric__info"
        aria-label={`About the change of ${name}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="info" size={16} />
      </button>
      <p id={id} className="caption metric__note" hidden={!open}>
        Estimated: we have no data from before this period yet.
      </p>
    </>
  );
}

/** The card's room while its figure is on its way. */
export const FigureCardSkeleton = () => (
  <div className="card metric">
    <SkeletonBar width={55} />
    <SkeletonBar width={40} height={32} />
    <SkeletonBar width={70} />
  </div>
);
