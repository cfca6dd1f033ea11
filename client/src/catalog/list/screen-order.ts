import { pickScreenOrder, type ScreenOrder, type SkippedOrder } from '#domain/catalog/default-order';
import { defaultOrder, type OrderBy, type Variant } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { catalogStats } from '../../api/catalog-stats';
import { variantNouns } from '../../ui/entity-names';

/** The order of a list whose address names none; the API's default until the stats of the catalog are loaded. */
export function screenOrder(variant: Variant): ScreenOrder {
  const { loaded: stats } = catalogStats;
  return stats ? pickScreenOrder(variant, stats[variant], stats.known[variant]) : { order: defaultOrder[variant], skipped: [] };
}

const orderSentences: Partial<Record<OrderBy, string>> = {
  repin_count: 'Sorted by repins.',
  follower_count: 'Sorted by followers.',
  profile_views: 'Sorted by monthly viewers.',
  created_at: 'Newest first.',
};

const valueNouns: Partial<Record<OrderBy, string>> = {
  saves: 'save counts',
  repin_count: 'repin counts',
  follower_count: 'follower counts',
  profile_views: 'monthly viewer counts',
  follower_growth_last_90_days: 'follower growth',
};

const nounOf = ({ order }: SkippedOrder): string => valueNouns[order] ?? 'values';

/** Says which order a list has instead of its default, and why: `Sorted by repins. This catalog has no save counts.` */
export function screenOrderSentence(variant: Variant, total: number, { order, skipped }: ScreenOrder): string | null {
  if (skipped.length === 0) return null;
  const missing = skipped.filter(({ knownRows }) => knownRows === 0).map(nounOf);
  const rare = skipped.filter(({ knownRows }) => knownRows > 0);
  const reasons = [
    ...(missing.length > 0 ? [`This catalog has no ${missing.join(' or ')}.`] : []),
    ...rare.map(
      (one) =>
        `Only ${wholeNumber(one.knownRows)} of ${wholeNumber(total)} ${variantNouns[variant].many} ${one.knownRows === 1 ? 'has' : 'have'} ${nounOf(one)}.`,
    ),
  ];
  return [orderSentences[order], ...reasons].join(' ');
}
