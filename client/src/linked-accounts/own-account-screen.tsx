import { useState } from 'react';
import type { LinkedAccount, OwnTopPins } from '#domain/linked-accounts/contract';
import { changeOf, comparePeriods, type OwnDay, type OwnMetric, ownMetrics, rateOf } from '#domain/linked-accounts/own-analytics';
import { saveCsv } from '../api/download';
import { entityIdFromPath, paths } from '../site/paths';
import { Card } from '../ui/card';
import { countColumn, ScrollTable, type TableColumn } from '../ui/data-table';
import { EmptyPanel } from '../ui/feedback/empty-panel';
import { EmptyText } from '../ui/feedback/empty-text';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Button, ButtonRow } from '../ui/form/button';
import { Choices } from '../ui/form/choices';
import { formatDate, formatDayRange } from '../ui/format';
import { GrowthPercent } from '../ui/growth-percent';
import { ExternalLink } from '../ui/navigation/external-link';
import { Screen } from '../ui/navigation/screen';
import { usePath } from '../ui/navigation/use-path';
import { Count } from '../ui/count';
import { BoardsCard } from './boards-card';
import { ConsentButton, LinkStateText } from './link-state';
import { OwnFigures, ownMetricNames, ownPeriods, percentOf, rateText, TallSkeleton, useOwnAnalytics, useOwnTopPins } from './figures';
import { dayText, OwnDaysChart } from './own-days-chart';
import { SplitCard } from './split-card';
import { useLinkedAccounts } from './use-own-accounts';
import styles from './own-account.module.css';

const TABLE_HEIGHT_PX = 440;

/** `/accounts/:id`: what Pinterest counts for one of the user's own accounts, read live. */
export function OwnAccountScreen() {
  const id = entityIdFromPath(usePath()) ?? '';
  const linked = useLinkedAccounts();
  const account = linked.data?.find(({ _id }) => _id === id) ?? null;
  if (linked.error && !linked.data)
    return (
      <Screen heading="Your account">
        <ErrorPanel title="We couldn't load your account." error={linked.error} onRetry={linked.reload} />
      </Screen>
    );
  if (linked.data && !account)
    return (
      <Screen heading="Your account">
        <EmptyPanel title="This account isn't linked." label="Not linked" testId="account-missing">
          <p>
            <a href={paths.dashboard}>Link it on your dashboard</a>
          </p>
        </EmptyPanel>
      </Screen>
    );
  return (
    <Screen
      title={account ? `@${account.username}` : 'Your account'}
      heading={account ? `@${account.username}` : 'Your account'}
      isReady={account !== null}
      className="stack gap-4"
    >
      <p className="muted">
        What Pinterest counts for your account, read from Pinterest when you open this page and shown to you alone.{' '}
        <a href={`${paths.trends}?${new URLSearchParams({ account: id })}`}>Trends at Pinterest</a>
      </p>
      {account && <LinkStateText account={account} />}
      {account?.needs_reconnect && <ConsentButton label="Reconnect" withVolumes={account.has_volumes} />}
      {account ? <AccountCards account={account} /> : <TallSkeleton />}
    </Screen>
  );
}

function AccountCards({ account }: { readonly account: LinkedAccount }) {
  const [metric, setMetric] = useState<OwnMetric>('impressions');
  const [period, setPeriod] = useState<(typeof ownPeriods)[number]>(30);
  return (
    <>
      <ButtonRow>
        <Choices
          label="Metric"
          options={ownMetrics.map((value) => ({ value, name: ownMetricNames[value] }))}
          value={metric}
          onChoose={setMetric}
        />
        <Choices
          label="Period"
          options={ownPeriods.map((value) => ({ value, name: `${value} days` }))}
          value={period}
          onChoose={setPeriod}
        />
      </ButtonRow>
      <FiguresCard account={account} metric={metric} period={period} />
      <SplitCard accountId={account._id} metric={metric} period={period} />
      <TopPinsCard accountId={account._id} metric={metric} />
      <BoardsCard accountId={account._id} username={account.username} />
      <VolumesPermissionCard account={account} />
    </>
  );
}

interface FiguresProps {
  readonly account: LinkedAccount;
  readonly metric: OwnMetric;
  readonly period: number;
}

function FiguresCard({ account: { _id: id, username }, metric, period }: FiguresProps) {
  const analytics = useOwnAnalytics(id);
  return (
    <Card title="Your figures" className="stack gap-3" data-testid="own-figures">
      <OwnFigures resource={analytics} isEmpty={({ series }) => series.every(({ days }) => days.length === 0)}>
        {({ series }) => <FiguresBody username={username} days={series[0]?.days ?? []} metric={metric} period={period} />}
      </OwnFigures>
    </Card>
  );
}

interface FiguresBodyProps {
  readonly username: string;
  readonly days: readonly OwnDay[];
  readonly metric: OwnMetric;
  readonly period: number;
}

function FiguresBody({ username, days, metric, period }: FiguresBodyProps) {
  const [showsTable, setShowsTable] = useState(false);
  const compared = comparePeriods(days, period);
  if (compared === null) return <EmptyText>Pinterest has no figures for this account yet.</EmptyText>;
  const { current, previous } = compared;
  const shownDays = days.filter(({ day }) => day >= current.firstDay);
  const columns: readonly TableColumn<OwnMetric>[] = [
    { name: 'Metric', render: (one) => ownMetricNames[one] },
    countColumn('Total', (one) => current.totals[one]),
    countColumn('Before', (one) => previous?.totals[one] ?? null),
    {
      name: 'Change',
      isNumber: true,
      render: (one) => <GrowthPercent percent={percentOf(changeOf(current.totals[one], previous?.totals[one]))} />,
    },
    { name: 'Rate', hint: 'Of the impressions', isNumber: true, render: (one) => rateText(rateOf(current.totals, one)) },
  ];
  return (
    <>
      <p className="caption">
        {formatDayRange(current.firstDay, current.lastDay)}
        {previous
          ? `, compared with ${formatDayRange(previous.firstDay, previous.lastDay)}`
          : '; Pinterest keeps 90 days, so there is no previous period'}
        {current.daysWithout > 0 && `. ${current.daysWithout} of these days have no figures.`}
      </p>
      <ScrollTable name="Totals" columns={columns} rows={ownMetrics} keyOf={(one) => one} rowTestId="total-row" />
      <OwnDaysChart name={ownMetricNames[metric]} metric={metric} days={shownDays} />
      <ButtonRow>
        <Button kind="quiet" aria-expanded={showsTable} onClick={() => setShowsTable(!showsTable)}>
          {showsTable ? 'Hide table' : 'Show as table'}
        </Button>
        <Button onClick={() => saveDays(username, days)}>Save CSV</Button>
      </ButtonRow>
      {showsTable && (
        <ScrollTable
          name={`${ownMetricNames[metric]} per day`}
          columns={[
            { name: 'Day (UTC)', render: ({ day }) => formatDate(day) },
            { name: ownMetricNames[metric], isNumber: true, render: (day) => dayText(day, metric) },
          ]}
          rows={shownDays.toReversed()}
          keyOf={({ day }) => day}
        />
      )}
    </>
  );
}

/** All days as they came, with their status; the file stays with the user. */
const saveDays = (username: string, days: readonly OwnDay[]): void =>
  saveCsv(
    `${username}-pinterest-${days.at(-1)?.day ?? 'days'}.csv`,
    ['Day', 'Status', ...ownMetrics.map((metric) => ownMetricNames[metric])],
    days.map(({ day, status, values }) => [day, status, ...ownMetrics.map((metric) => values[metric])]),
  );

const pinColumns = (metric: OwnMetric): readonly TableColumn<OwnTopPins['pins'][number]>[] => [
  {
    name: 'Pin',
    className: styles.pin,
    render: ({ id, title, created_at }) => (
      <>
        <ExternalLink href={`https://www.pinterest.com/pin/${id}/`}>{title ?? `Pin ${id}`}</ExternalLink>
        {created_at !== null && <span className="caption block">{formatDate(created_at)}</span>}
      </>
    ),
  },
  { name: ownMetricNames[metric], isNumber: true, render: ({ values }) => <Count value={values[metric]} /> },
  ...ownMetrics
    .filter((one) => one !== metric)
    .map((one) => countColumn<OwnTopPins['pins'][number]>(ownMetricNames[one], ({ values }) => values[one])),
];

function TopPinsCard({ accountId: id, metric }: { readonly accountId: string; readonly metric: OwnMetric }) {
  const pins = useOwnTopPins(id, metric);
  return (
    <Card title={`Your pins with the most ${ownMetricNames[metric].toLowerCase()}`} className="stack gap-3" data-testid="own-pins">
      <p className="caption">In the last 90 days.</p>
      <OwnFigures resource={pins} isEmpty={({ pins: rows }) => rows.length === 0} height={TABLE_HEIGHT_PX}>
        {({ pins: rows }) => (
          <ScrollTable name="Your pins" columns={pinColumns(metric)} rows={rows} keyOf={({ id: pinId }) => pinId} rowTestId="own-pin" />
        )}
      </OwnFigures>
    </Card>
  );
}

/** Asks for the permission that search volumes need, or says that it was given. */
function VolumesPermissionCard({ account: { username, has_volumes } }: { readonly account: LinkedAccount }) {
  return (
    <Card title="Search volumes" className="stack gap-3" data-testid="volumes-permission">
      {has_volumes ? (
        <p>You have allowed search volumes and related terms. To take that back, unlink @{username} on your dashboard and link it again.</p>
      ) : (
        <>
          <p>
            Pinterest tells how often people search for a keyword, and which terms are related, only to accounts that let us read their ad
            account. We read volumes and terms with it, never your ads, and we can’t change or spend anything. Everything else works without
            it.
          </p>
          <ConsentButton label="Allow search volumes" withVolumes />
        </>
      )}
    </Card>
  );
}
