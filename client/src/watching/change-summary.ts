import type { WatchedItem } from '#domain/watching/contract';
import { countChanges } from '#domain/watching/today/today';
import { dayOf } from '#domain/days';
import { present } from '../ui/format';

type Changed = Pick<WatchedItem, 'growth_last_90_days' | 'read_on' | 'is_gone'>;

/** What has happened to the items of a list, such as `3 rising, 1 falling over 90 days; 2 not known yet; 1 gone.` */
export function changeSummary(items: readonly Changed[]): string {
  const grown = items.map(({ growth_last_90_days: growth, read_on, is_gone }) => ({
    change: null,
    growth,
    read_on: read_on === null ? null : dayOf(new Date(read_on)),
    is_gone,
  }));
  const { rising, falling, unchanged, unknown, old, gone } = countChanges(grown, present.day);
  const changes = [
    ...(rising > 0 ? [`${rising} rising`] : []),
    ...(falling > 0 ? [`${falling} falling`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
  ].join(', ');
  const parts = [
    ...(changes === '' ? [] : [`${changes} over 90 days`]),
    ...(unknown > 0 ? [changes === '' ? 'Growth over 90 days is not known yet' : `${unknown} not known yet`] : []),
    ...(old > 0 ? [`${old} not read in 90 days`] : []),
    ...(gone > 0 ? [`${gone} gone`] : []),
  ];
  return `${parts.join('; ')}.`;
}
