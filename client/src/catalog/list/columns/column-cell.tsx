import { sparklineHeights } from '#domain/catalog/rows/sparkline';
import { MomentumBar } from '../../../ui/charts/momentum-bar';
import { Sparkline } from '../../../ui/charts/sparkline';
import { Count } from '../../../ui/count';
import { formatDate } from '../../../ui/format';
import { GrowthPercent } from '../../../ui/growth-percent';
import type { AnyRow } from '../list-row';
import type { ColumnKey } from './list-columns';

/** The value of a row in a column. */
export function ColumnCell({ row, column }: { readonly row: AnyRow; readonly column: ColumnKey }) {
  switch (column) {
    case 'sparkline':
      // What it shows is in the column of growth, in words.
      return row.sparkline ? <Sparkline points={sparklineHeights(row.sparkline)} isSmall /> : null;
    case 'growth':
      return <GrowthPercent percent={'saves' in row ? row.saves_growth_last_90_days : row.follower_growth_last_90_days} days={90} />;
    case 'growth_30':
      return <GrowthPercent percent={row.growth_last_30_days} days={30} />;
    case 'momentum':
      return <MomentumBar score={row.momentum_score} />;
    case 'collaborator_growth':
      return <GrowthPercent percent={'collaborator_count' in row ? row.collaborator_growth_last_90_days : null} days={90} />;
    case 'viewer_growth':
      return <GrowthPercent percent={'profile_views' in row ? row.viewer_growth_last_90_days : null} days={90} />;
    case 'pins':
      return <Count value={'pin_count' in row ? row.pin_count : null} />;
    case 'active':
      return formatDate('board_order_modified_at' in row ? row.board_order_modified_at : null);
    default:
      return formatDate(row.created_at);
  }
}
