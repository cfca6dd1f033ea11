import { useState } from 'react';
import type { OwnSeries } from '#domain/linked-accounts/account-reader';
import { comparePeriods, type OwnMetric, type OwnSplit, rateOf } from '#domain/linked-accounts/own-analytics';
import { Card } from '../ui/card';
import { countColumn, ScrollTable, type TableColumn } from '../ui/data-table';
import { Choices } from '../ui/form/choices';
import { formatShare } from '../ui/format';
import { OwnFigures, ownMetricNames, rateText, useOwnAnalytics } from './figures';

const splits = [
  { value: 'source', name: 'Source' },
  { value: 'site', name: 'Own site' },
  { value: 'format', name: 'Format' },
  { value: 'device', name: 'Device' },
  { value: 'content', name: 'Organic or paid' },
] as const satisfies readonly { readonly value: OwnSplit; readonly name: string }[];
type Split = (typeof splits)[number]['value'];

const TABLE_HEIGHT_PX = 160;

/** Pinterest's names of parts in words; a name that it adds later is shown as it came, without its underscores. */
const partNames: Readonly<Record<string, string>> = {
  YOUR_PINS: 'Your pins',
  OTHER_PINS: 'Pins of others',
  CLAIMED: 'Your site',
  OTHER: 'Other sites',
  WEB: 'Web',
};
const partName = (name: string): string =>
  partNames[name] ?? (name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()).replaceAll('_', ' ');

interface SplitCardProps {
  readonly accountId: string;
  readonly metric: OwnMetric;
  readonly period: number;
}

/** What one metric consists of. */
export function SplitCard({ accountId: id, metric, period }: SplitCardProps) {
  const [split, setSplit] = useState<Split>('source');
  const analytics = useOwnAnalytics(id, split);
  return (
    <Card title={`${ownMetricNames[metric]} by part`} className="stack gap-3" data-testid="own-parts">
      <Choices label="Split by" options={splits} value={split} onChoose={setSplit} />
      <OwnFigures resource={analytics} isEmpty={({ series }) => series.length === 0} height={TABLE_HEIGHT_PX}>
        {({ series }) => <PartTable series={series} metric={metric} period={period} />}
      </OwnFigures>
    </Card>
  );
}

function PartTable({ series, metric, period }: Omit<SplitCardProps, 'accountId'> & { readonly series: readonly OwnSeries[] }) {
  const parts = series.map(({ name, days }) => ({ name, totals: comparePeriods(days, period)?.current.totals ?? null }));
  const known = parts.flatMap(({ totals }) => totals?.[metric] ?? []);
  const sum = known.reduce((total, value) => total + value, 0);
  const rate: TableColumn<(typeof parts)[number]> = {
    name: 'Rate',
    hint: 'Of the impressions',
    isNumber: true,
    render: ({ totals }) => rateText(totals && rateOf(totals, metric)),
  };
  const columns: readonly TableColumn<(typeof parts)[number]>[] = [
    { name: 'Part', render: ({ name }) => partName(name) },
    countColumn(ownMetricNames[metric], ({ totals }) => totals?.[metric]),
    {
      name: 'Share',
      isNumber: true,
      render: ({ totals }) => (sum === 0 || totals?.[metric] === null || !totals ? '–' : formatShare((totals[metric] ?? 0) / sum)),
    },
    ...(metric === 'impressions' ? [] : [rate]),
  ];
  return (
    <ScrollTable
      areaName="Parts"
      name={`${ownMetricNames[metric]} by part`}
      columns={columns}
      rows={parts}
      keyOf={({ name }) => name}
      rowTestId="part-row"
    />
  );
}
