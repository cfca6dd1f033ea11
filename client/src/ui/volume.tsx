import { formatDay } from './format';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** `United States` for `US`. */
export const countryName = (country: string): string => countryNames.of(country) ?? country;

interface VolumeProps {
  /** As its source words it; null where the source has none. */
  readonly volume: string | null;
  readonly source: string;
  /** When it was read or imported. */
  readonly day: string;
  /** The country it is about, as a code; null where the source does not say. */
  readonly country: string | null;
}

/** A search volume with where it is from: `1M+  Pinterest, Nov 23, United States`. */
export const Volume = ({ volume, source, day, country }: VolumeProps) => (
  <>
    <span className="strong">{volume ?? 'none known'}</span>{' '}
    <span className="caption">
      {source}, {formatDay(day)}
      {country !== null && `, ${countryName(country)}`}
    </span>
  </>
);
