import { type Scale, scales } from '#domain/analytics/growth/chart/compared-lines';
import { type ComparedItem, itemsText, parseItems } from '#domain/catalog/compare/compared-items';
import { navigate } from '../../site/navigation';
import { useMaxCompared, useEntitlement } from '../../site/session';
import { usePath, useSearchText } from '../../ui/navigation/use-path';
import { type DetailView, parseDetailView, withChoice } from '../detail/growth/detail-view';

/** What the address of a comparison chooses. */
export interface CompareView extends Pick<DetailView, 'period' | 'metric' | 'lockedPeriod'> {
  readonly items: readonly ComparedItem[];
  /** Items of the same kind beyond what the viewer may compare. */
  readonly lockedItems: readonly ComparedItem[];
  /** Items of another kind than the first one. */
  readonly otherKinds: readonly ComparedItem[];
  /** Null: the one that suits the lines. */
  readonly scale: Scale | null;
}

/** Parses the query string of a comparison. */
function parseCompareView(text: string, maxItems: number, hasFullAnalytics: boolean): CompareView {
  const params = new URLSearchParams(text);
  const { items, otherKinds } = parseItems(params.get('items') ?? '');
  const { period, metric, lockedPeriod } = parseDetailView(text, items[0]?.entity ?? 'board', hasFullAnalytics);
  return {
    items: items.slice(0, maxItems),
    lockedItems: items.slice(maxItems),
    otherKinds,
    period,
    metric,
    lockedPeriod,
    scale: scales.find((scale) => scale === params.get('scale')) ?? null,
  };
}

type Choice = Partial<Pick<CompareView, 'period' | 'metric' | 'scale' | 'items'>>;

/** A query string with a choice; defaults are left out. */
function withCompareChoice(text: string, { period, metric, scale, items }: Choice): string {
  const entity = parseItems(new URLSearchParams(text).get('items') ?? '').items[0]?.entity ?? 'board';
  const params = new URLSearchParams(
    withChoice(text, entity, { ...(period === undefined ? {} : { period }), ...(metric === undefined ? {} : { metric }) }),
  );
  if (scale === null) params.delete('scale');
  else if (scale !== undefined) params.set('scale', scale);
  if (items?.length === 0) params.delete('items');
  else if (items !== undefined) params.set('items', itemsText(items));
  // A colon and a comma need no encoding in a query.
  return params.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
}

/** What the address chooses, and a function that changes it in place. */
export function useCompareView(): readonly [CompareView, (choice: Choice) => void] {
  const path = usePath();
  const text = useSearchText();
  const maxItems = useMaxCompared();
  const hasFullAnalytics = useEntitlement('full_analytics');
  const choose = (choice: Choice) => {
    const query = withCompareChoice(text, choice);
    navigate(query === '' ? path : `${path}?${query}`, { replace: true });
  };
  return [parseCompareView(text, maxItems, hasFullAnalytics), choose];
}
