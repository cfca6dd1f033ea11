import type { WatchedItem } from '#domain/analytics/watching/contract';

/** What has happened to the items of a list, such as `3 rising, 1 falling over 90 days; 1 gone.` */
export function changeSummary(items: readonly WatchedItem[]): string {
  const rising = items.filter(({ growth_last_90_days: growth }) => growth !== null && growth > 0).length;
  const falling = items.filter(({ growth_last_90_days: growth }) => growth !== null && growth < 0).length;
  const gone = items.filter(({ is_gone }) => is_gone).length;
  const changed = [...(rising > 0 ? [`${rising} rising`] : []), ...(falling > 0 ? [`${falling} falling`] : [])].join(', ');
  return `${changed === '' ? 'Nothing changed' : changed} over 90 days${gone > 0 ? `; ${gone} gone` : ''}.`;
}
