import { formatDate } from './format';
import { compactNumber, wholeNumber } from '#domain/numbers';

/** A text for the screen with another one for screen readers. */
export const SpokenAs = ({ shown, spoken }: { readonly shown: string; readonly spoken: string }) => (
  <>
    <span aria-hidden="true">{shown}</span>
    <span className="sr-only">{spoken}</span>
  </>
);

/** A count in compact form (12.4K); the full value shows on hover and is read by screen readers. */
export function Count({ value }: { readonly value: number | null | undefined }) {
  const isUnknown = value === null || value === undefined;
  const compact = isUnknown ? '–' : compactNumber(value);
  const whole = isUnknown ? 'unknown' : wholeNumber(value);
  return (
    <span className="number" data-testid="count" title={isUnknown || compact === whole ? undefined : whole}>
      {compact === whole ? whole : <SpokenAs shown={compact} spoken={whole} />}
    </span>
  );
}

/** `67K saves`: a count with what it counts, whose plural ends in "s". */
export const CountWithNoun = ({ value, noun }: { readonly value: number | null; readonly noun: string }) => (
  <>
    <Count value={value} /> <span className="small normal">{value === 1 ? noun : `${noun}s`}</span>
  </>
);

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
