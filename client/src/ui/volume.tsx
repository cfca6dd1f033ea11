import { Count } from './count';
import { formatDate } from './format';

interface VolumeProps {
  /** A count, or a text as its source words it; null where the source has none. */
  readonly volume: number | string | null;
  readonly source: string;
  readonly region: string | null;
  /** When it was read or imported. */
  readonly date: string;
}

/** `12K PinClicks, US, Jul 9, 2026`: a search volume never stands without its source and its day. */
export const Volume = ({ volume, source, region, date }: VolumeProps) => (
  <span>
    {typeof volume === 'string' ? volume : <Count value={volume} />}{' '}
    <span className="small" dir="auto">
      {[source, region, formatDate(date)].filter((part) => part !== null).join(', ')}
    </span>
  </span>
);
