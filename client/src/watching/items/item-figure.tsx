import type { WatchedItem } from '#domain/watching/contract';
import { defaultMetric, metricNames } from '#domain/catalog/metrics';
import { sparklineHeights } from '#domain/catalog/rows/sparkline';
import { compactNumber, signedNumber } from '#domain/numbers';
import { Sparkline } from '../../ui/charts/sparkline';
import { Count, SpokenAs } from '../../ui/count';
import { formatDate, formatDay } from '../../ui/format';
import { ReadGrowth } from '../../ui/read-growth';
import { changeSinceAdded, type ItemColumn } from './item-sort';

/** A figure of an item; its column says what it is. */
export function ItemColumnFigure({ item, column }: { readonly item: WatchedItem; readonly column: ItemColumn | 'line' }) {
  switch (column) {
    case 'line':
      return item.sparkline !== null && <Sparkline points={sparklineHeights(item.sparkline)} isSmall />;
    case 'value':
      return (
        <span title={metricNames[defaultMetric[item.entity]]}>
          <Count value={item.value} />
        </span>
      );
    case 'growth':
      return <ReadGrowth percent={item.growth_last_90_days} readOn={item.read_on} days={90} />;
    case 'added':
      return <SinceAdded item={item} />;
    case 'momentum':
      return typeof item.momentum_score === 'number' ? Math.round(item.momentum_score) : <SpokenAs shown="–" spoken="unknown" />;
    default:
      return null;
  }
}

function SinceAdded({ item }: { readonly item: WatchedItem }) {
  const change = changeSinceAdded(item);
  return (
    <span title={`Watched since ${formatDate(item.added_on)}`}>
      {change === null ? (
        <SpokenAs shown="–" spoken="unknown" />
      ) : (
        <SpokenAs shown={`${change > 0 ? '+' : ''}${compactNumber(change)}`} spoken={signedNumber(change)} />
      )}
      <span className="caption"> {formatDay(item.added_on)}</span>
    </span>
  );
}
