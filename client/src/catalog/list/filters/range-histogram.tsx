import { classes } from '../../../ui/classes';
import type { FilterName } from '#domain/catalog/filters/filters';
import type { NumberRange, RangeFilter } from '#domain/catalog/filters/filter-kinds';
import { type HistogramBin, overlapsRange } from '#domain/catalog/filters/histogram';
import { type Variant, variantNouns } from '#domain/catalog/variants';
import { formatCount, wholeNumber } from '#domain/numbers';
import { CACHE_TTL_MS, useEndpoint } from '../../../api/resource';
import { useList } from '../use-list';
import { unitOf } from './filter-words';
import styles from './range-histogram.module.css';

interface RangeHistogramProps {
  readonly name: FilterName;
  readonly filter: RangeFilter;
  /** The range that is typed. */
  readonly range: NumberRange;
  /** True: the most common numbers are also a sentence on screen. */
  readonly isSentenceShown?: boolean;
}

/** How many rows of the whole list have which numbers. Left out if that is not known: the fields need no histogram. */
export function RangeHistogram({ name, filter, range, isSentenceShown = false }: RangeHistogramProps) {
  const { variant } = useList();
  const params = { variant, filter: name };
  const { data, error } = useEndpoint('GET /histograms/:variant/:filter', { params }, { keptMs: CACHE_TTL_MS });
  if (error || data?.bins.length === 0) return null;
  const sentence = data && mostCommonSentence(variant, filter, data.bins);
  return (
    <>
      {/* An empty box until it is loaded, so that the fields stay where they are. */}
      <div className={classes('stack gap-1', styles.histogram)}>{data && <Bars filter={filter} range={range} bins={data.bins} />}</div>
      <p className={isSentenceShown ? 'muted' : 'sr-only'}>{sentence}</p>
    </>
  );
}

interface BarsProps extends Pick<RangeHistogramProps, 'filter' | 'range'> {
  readonly bins: readonly HistogramBin[];
}

function Bars({ filter, range, bins }: BarsProps) {
  const highest = Math.max(...bins.map(({ rows }) => rows));
  return (
    <>
      <div className={classes('row items-end', styles.bars)} aria-hidden="true" data-testid="histogram">
        {bins.map((bin) => (
          <span
            key={bin.from}
            className={overlapsRange(bin, range) ? styles.chosen : styles.other}
            style={{ height: `${(100 * bin.rows) / highest}%`, minHeight: bin.rows > 0 ? 2 : 0 }}
          />
        ))}
      </div>
      <div className="caption row items-stretch between" aria-hidden="true">
        <span>{numberLabel(filter, bins[0]!.from)}</span>
        <span>{lastLabel(filter, bins.at(-1)!)}</span>
      </div>
    </>
  );
}

const numberLabel = (filter: RangeFilter, value: number): string => `${wholeNumber(value)}${unitOf(filter)}`;

/** The largest number of a bin: counts are whole. */
const endLabel = (filter: RangeFilter, to: number): string => numberLabel(filter, filter.decimals === 0 ? to - 1 : to);

const lastLabel = (filter: RangeFilter, { from, to }: HistogramBin): string =>
  to === null ? `${numberLabel(filter, from)} or more` : endLabel(filter, to);

/** `Most common: 100 to 299, in 412 of 1,234 boards.` */
function mostCommonSentence(variant: Variant, filter: RangeFilter, bins: readonly HistogramBin[]): string {
  const most = bins.reduce((one, other) => (other.rows > one.rows ? other : one));
  const total = bins.reduce((sum, { rows }) => sum + rows, 0);
  const { one, many } = variantNouns[variant];
  return `Most common: ${binLabel(filter, most)}, in ${wholeNumber(most.rows)} of ${formatCount(total, one, many)}.`;
}

function binLabel(filter: RangeFilter, bin: HistogramBin): string {
  const first = numberLabel(filter, bin.from);
  const last = lastLabel(filter, bin);
  return bin.to === null || first === last ? last : `${first} to ${last}`;
}
