import { useState } from 'react';
import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { changeOf, comparePeriods, type OwnMetric } from '#domain/linked-accounts/own-analytics';
import { paths } from '../site/paths';
import { Card } from '../ui/card';
import { classes } from '../ui/classes';
import { Count } from '../ui/count';
import { Fact, FactList } from '../ui/fact';
import { EmptyText } from '../ui/feedback/empty-text';
import { SkeletonLine } from '../ui/feedback/skeleton';
import { Choices } from '../ui/form/choices';
import { formatDayRange } from '../ui/format';
import { GrowthPercent } from '../ui/growth-percent';
import { ExternalLink } from '../ui/navigation/external-link';
import { Row, RowList } from '../ui/row-list';
import { OwnFigures, ownMetricNames, percentOf, useOwnAnalytics, useOwnTopPins } from './figures';
import styles from './today-cards.module.css';
import { useOwnAccounts } from './use-own-accounts';

const SITE_TITLE = 'Your site at Pinterest';
const PINS_TITLE = 'Your pins at Pinterest';
const SITE_DAYS = 30;
const MAX_PINS = 5;
const siteMetrics: readonly OwnMetric[] = ['impressions', 'saves', 'outbound_clicks'];

/** What Pinterest counts for one of the user's accounts, on Today. Each card loads by itself, and one that fails says why. */
export function TodayCards() {
  const { data: accounts, error } = useOwnAccounts();
  const [chosenId, choose] = useState<string | null>(null);
  const account = accounts?.find(({ _id }) => _id === chosenId) ?? accounts?.[0];
  // The list of linked accounts on the same screen says why they could not be loaded.
  if (accounts === null) return error === null && <LoadingCards />;
  if (!account) return null;
  return (
    <>
      {accounts.length > 1 && (
        <Choices
          label="Account"
          options={accounts.map(({ _id, username }) => ({ value: _id, name: `@${username}` }))}
          value={account._id}
          onChoose={choose}
        />
      )}
      <SiteCard account={account} />
      <PinsCard account={account} />
    </>
  );
}

const SiteSkeleton = () => (
  <>
    <FactList>
      {siteMetrics.map((metric) => (
        <Fact key={metric} name={ownMetricNames[metric]}>
          <SkeletonLine width={50} />
        </Fact>
      ))}
    </FactList>
    <p className="caption">
      <SkeletonLine width={40} />
    </p>
  </>
);

const PinsSkeleton = () => (
  <>
    <RowList>
      {Array.from({ length: MAX_PINS }, (_, index) => (
        <Row key={index}>
          <span className={styles.title}>
            <SkeletonLine />
          </span>
          <span className={classes('small', styles.counts)}>
            <SkeletonLine />
          </span>
        </Row>
      ))}
    </RowList>
    <p className="caption">
      <SkeletonLine width={40} />
    </p>
  </>
);

const LoadingCards = () => (
  <>
    <Card title={SITE_TITLE} className="stack gap-3">
      <SiteSkeleton />
    </Card>
    <Card title={PINS_TITLE} className="stack gap-3">
      <PinsSkeleton />
    </Card>
  </>
);

interface CardProps {
  readonly account: LinkedAccount;
}

const AllFigures = ({ account: { _id, username } }: CardProps) => (
  <a href={paths.ownAccount(_id)} aria-label={`All figures of @${username}`}>
    All figures
  </a>
);

/** What came of pins that lead to the account's own site. */
function SiteCard({ account }: CardProps) {
  const analytics = useOwnAnalytics(account._id, 'site');
  return (
    <Card title={SITE_TITLE} side={<AllFigures account={account} />} className="stack gap-3" data-testid="today-site">
      <OwnFigures resource={analytics} isEmpty={({ series }) => !series.some(({ name }) => name === 'CLAIMED')} skeleton={<SiteSkeleton />}>
        {({ series }) => {
          const compared = comparePeriods(series.find(({ name }) => name === 'CLAIMED')?.days ?? [], SITE_DAYS);
          if (compared === null) return <EmptyText>Pinterest has no figures of your site yet.</EmptyText>;
          const { current, previous } = compared;
          return (
            <>
              <FactList>
                {siteMetrics.map((metric) => (
                  <Fact key={metric} name={ownMetricNames[metric]}>
                    <Count value={current.totals[metric]} />{' '}
                    <GrowthPercent percent={percentOf(changeOf(current.totals[metric], previous?.totals[metric]))} />
                  </Fact>
                ))}
              </FactList>
              <p className="caption">{formatDayRange(current.firstDay, current.lastDay)}, counted by Pinterest.</p>
            </>
          );
        }}
      </OwnFigures>
    </Card>
  );
}

/** The account's pins that are seen most. */
function PinsCard({ account }: CardProps) {
  const pins = useOwnTopPins(account._id, 'impressions');
  return (
    <Card title={PINS_TITLE} side={<AllFigures account={account} />} className="stack gap-3" data-testid="today-pins">
      <OwnFigures resource={pins} isEmpty={({ pins: rows }) => rows.length === 0} skeleton={<PinsSkeleton />}>
        {({ pins: rows }) => (
          <>
            <RowList>
              {rows.slice(0, MAX_PINS).map(({ id: pinId, title, values }) => (
                <Row key={pinId}>
                  <ExternalLink href={`https://www.pinterest.com/pin/${pinId}/`}>{title ?? `Pin ${pinId}`}</ExternalLink>
                  <span className="small">
                    <Count value={values.impressions} /> impressions, <Count value={values.saves} /> saves
                  </span>
                </Row>
              ))}
            </RowList>
            <p className="caption">The last 90 days, counted by Pinterest.</p>
          </>
        )}
      </OwnFigures>
    </Card>
  );
}
