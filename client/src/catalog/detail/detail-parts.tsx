import { useState } from 'react';
import type { Metric } from '#domain/catalog/metrics';
import type { EntityAnalytics, Pin, Provenance } from '#domain/catalog/detail-contract';
import type { BoardRow, Owner, PinRow, PinnerRow } from '#domain/catalog/list-contract';
import { untitled } from '#domain/catalog/title';
import { isStale } from '#domain/data-quality/issues';
import { premiumSentences } from '#domain/subscriptions/entitlements';
import { JumpBadge } from '../../ui/badge';
import { formatUsername } from '../../ui/entity-names';
import { SeePremium } from '../../ui/navigation/see-premium';
import { Fact } from '../../ui/fact';
import { Notice } from '../../ui/feedback/notice';
import { formatDate } from '../../ui/format';
import { GrowthPercent } from '../../ui/growth-percent';
import { EntityLink } from '../entity-link';
import styles from './detail-parts.module.css';
import text from '../../ui/text.module.css';

interface GrowthFactProps {
  readonly name: string;
  readonly analytics: EntityAnalytics;
  readonly metric: Metric;
  /** How the metric grew, for the default one. */
  readonly jump?: BoardRow | PinnerRow | PinRow;
}

/** Growth over 90 days as a fact. */
export const GrowthFact = ({ name, analytics, metric, jump }: GrowthFactProps) => (
  <Fact name={name}>
    <GrowthPercent percent={analytics.growth[metric]?.['90_days']} /> <span className={styles.period}>90 days</span>{' '}
    {jump && <JumpBadge jump={jump} />}
  </Fact>
);

/** `by @mira_makes`, linked to the owner if the id is known. */
export function OwnerLine({ owner }: { readonly owner: Owner }) {
  if (owner._id === null && owner.username === null) return null;
  const name = formatUsername(owner.username) ?? untitled.pinner;
  return (
    <p className={text.muted}>
      by{' '}
      {owner._id === null ? (
        name
      ) : (
        <EntityLink entity="pinner" id={owner._id}>
          {name}
        </EntityLink>
      )}
    </p>
  );
}

/** `on Etsy sellers unite`, linked to the board of a pin. */
export const BoardLine = ({ board }: { readonly board: NonNullable<Pin['board']> }) => (
  <p className={text.muted}>
    on{' '}
    <EntityLink entity="board" id={board._id}>
      <bdi>{board.title}</bdi>
    </EntityLink>
  </p>
);

/** `@mira_makes` below a display name. */
export const UsernameLine = ({ username }: { readonly username: string }) => <p className={text.muted}>@{username}</p>;

/** Warnings about the figures: deleted, never collected, outdated, or limited history. */
export function DetailNotices({ details }: { readonly details: Provenance & EntityAnalytics }) {
  const [now] = useState(() => new Date());
  const crawledAt = details.last_crawled_at === null ? null : new Date(details.last_crawled_at);
  return (
    <div className={styles.notices}>
      {!details.searchable && <Notice isWarning>No longer on Pinterest. Showing the last figures we have.</Notice>}
      {details.last_crawled_at === null && <Notice>We haven't collected this yet; we only know it from a link.</Notice>}
      {isStale(crawledAt, now) && <Notice>Last updated {formatDate(details.last_crawled_at)}. Figures are from that day.</Notice>}
      {details.history_limited && (
        <Notice>
          Showing 90 days. {premiumSentences.full_analytics} <SeePremium />
        </Notice>
      )}
    </div>
  );
}

/** The source of the figures, at the end of a detail page. */
export function SourceLine({ provenance }: { readonly provenance: Provenance }) {
  return (
    <p className={text.caption}>
      Source: {provenance.source}
      {provenance.last_crawled_at !== null && `, updated ${formatDate(provenance.last_crawled_at)}`}
    </p>
  );
}
