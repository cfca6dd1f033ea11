import type { WatchedItem } from '#domain/watching/contract';

type Changed = Pick<WatchedItem, 'growth_last_90_days' | 'is_gone'>;

/** What has happened to the items of a list, such as `3 rising, 1 falling over 90 days; 2 not known yet; 1 gone.` */
export function changeSummary(items: readonly Changed[]): string {
  const count = (holds: (item: Changed) => boolean) => items.filter(holds).length;
  const rising = count(({ growth_last_90_days: growth }) => growth !== null && growth > 0);
  const falling = count(({ growth_last_90_days: growth }) => growth !== null && growth < 0);
  const unchanged = count(({ growth_last_90_days: growth }) => growth === 0);
  const gone = count(({ is_gone }) => is_gone);
  const unknown = items.length - rising - falling - unchanged - gone;
  const changes = [
    ...(rising > 0 ? [`${rising} rising`] : []),
    ...(falling > 0 ? [`${falling} falling`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
  ].join(', ');
  const parts = [
    ...(changes === '' ? [] : [`${changes} over 90 days`]),
    ...(unknown > 0 ? [changes === '' ? 'Growth over 90 days is not known yet' : `${unknown} not known yet`] : []),
    ...(gone > 0 ? [`${gone} gone`] : []),
  ];
  return `${parts.join('; ')}.`;
}
