import type { HeldOptions, ImportPreview } from '#domain/catalog/intake/contract';
import { sharePercent } from '#domain/catalog/intake/preview';
import { metricNames } from '#domain/catalog/metrics';
import type { FileKind } from '#domain/catalog/import/import-row';
import { Select } from '../ui/form/select';

const entityOptions = [
  { name: 'As each line says', value: 'line' },
  { name: 'Boards', value: 'board' },
  { name: 'Influencers', value: 'pinner' },
  { name: 'Pins', value: 'pin' },
] as const;

type SeriesMetric = NonNullable<HeldOptions['metric']>;

const metrics = Object.entries(metricNames).map(([value, name]) => ({ name, value: value as SeriesMetric }));

const shareOptions = [0, 0.05, 0.2, 0.5, 1] as const;

interface OptionsProps {
  readonly preview: ImportPreview;
  /** Whether rows of the file were rejected, also after those of the preview. */
  readonly hasRejects: boolean;
  readonly onChange: (changes: Partial<HeldOptions>) => void;
}

/** What no column says: whose numbers series are, and how many rows may be left out. */
export function HeldFileOptions({ preview: { kind, options }, hasRejects, onChange }: OptionsProps) {
  const shares = [...new Set([...shareOptions, options.max_bad])].toSorted((one, other) => one - other);
  return (
    <div className="cluster gap-4">
      {kind === 'series' && (
        <>
          <Select
            label="Whose numbers they are"
            value={options.as ?? 'line'}
            options={entityOptions}
            onChange={(as) => onChange({ as: as === 'line' ? null : as })}
          />
          <Select
            label="What they count"
            value={options.metric ?? 'line'}
            options={[{ name: 'As each line says', value: 'line' }, ...metrics]}
            onChange={(metric) => onChange({ metric: metric === 'line' ? null : metric })}
          />
        </>
      )}
      {hasRejects && (
        <Select
          label="Rows that may be left out"
          value={options.max_bad}
          options={shares.map((share) => ({
            name: share === 1 ? 'All' : share === 0 ? 'None' : `Up to ${sharePercent(share, 1)}`,
            value: share,
          }))}
          onChange={(share) => onChange({ max_bad: share })}
        />
      )}
    </div>
  );
}

/** What a file may have, as it is named on screen. */
export const fileKindOptions: readonly { readonly name: string; readonly value: FileKind }[] = [
  { name: 'Boards', value: 'boards' },
  { name: 'Influencers', value: 'pinners' },
  { name: 'Pins', value: 'pins' },
  { name: 'Readings (series)', value: 'series' },
  { name: 'Search interest of keywords', value: 'interest' },
];

/** The name of what a file has. */
export const fileKindName = (kind: FileKind | null): string | undefined => fileKindOptions.find(({ value }) => value === kind)?.name;
