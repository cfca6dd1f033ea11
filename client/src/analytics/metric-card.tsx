import { useId, useState } from 'react';
import { growthPercent } from '#domain/analytics/growth';
import { Count } from '../ui/count';
import { Growth } from '../ui/growth';
import { Icon } from '../ui/icon';
import { Bone } from '../ui/skeleton';
import { Sparkline } from './sparkline';

interface MetricCardProps {
  readonly name: string;
  readonly value: number;
  readonly previous: number;
  /** True when `previous` was not counted. */
  readonly estimated: boolean;
  /** The last days, oldest first. */
  readonly points: readonly number[];
}

/** One figure of a period: its value, how it changed against the period before, and its last days as a line. */
export function MetricCard({ name, value, previous, estimated, points }: MetricCardProps) {
  return (
    <section className="card metric" aria-label={name} data-testid="metric-card">
      <h2 className="metric__name">{name}</h2>
      <p className="metric__value">{Number.isInteger(value) ? <Count value={value} /> : value.toFixed(1)}</p>
      <Sparkline points={points} />
      <div className="metric__change">
        <Growth percent={growthPercent(value, previous)} /> <span className="caption">vs prev</span>
        {estimated && <Estimated name={name} />}
      </div>
    </section>
  );
}

/** Says on demand that the period before was not counted. */
function Estimated({ name }: { readonly name: string }) {
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
export const MetricBones = () => (
  <div className="card metric">
    <Bone width={55} />
    <Bone width={40} height={32} />
    <Bone width={70} />
  </div>
);
