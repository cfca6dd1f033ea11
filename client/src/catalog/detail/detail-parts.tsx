import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Metric } from '#domain/catalog/metrics';
import type { BoardRow, Owner, PinRow } from '#domain/catalog/list-contract';
import type { EntityAnalytics, Provenance } from '#domain/catalog/detail-contract';
import { isStale } from '#domain/data-quality/issues';
import { premiumSentences } from '#domain/subscriptions/entitlements';
import { paths } from '../../site/paths';
import { useEntitlement } from '../../site/session';
import { Count } from '../../ui/count';
import { GrowthPercent } from '../../ui/growth-percent';
import { ImageTile } from '../../ui/image-tile';
import { formatDate } from '../../ui/format';
import { EntityLink } from '../entity-link';
import { formatOwner, displayName } from '../list/list-row';

/** A fact of the head: its name above its value. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A count as a fact. */
export const CountFact = ({ name, value }: { readonly name: string; readonly value: number | null }) => (
  <Fact name={name}>
    <Count value={value} />
  </Fact>
);

/** Growth over 90 days as a fact; everybody may see it. */
export const GrowthFact = ({
  name,
  analytics,
  metric,
}: {
  readonly name: string;
  readonly analytics: EntityAnalytics;
  readonly metric: Metric;
}) => (
  <Fact name={name}>
    <GrowthPercent percent={analytics.growth[metric]?.['90_days']} /> <span className="fact__span">90 days</span>
  </Fact>
);

/** `by @mira_makes`, linked where the owner is known. */
export function OwnerLine({ owner }: { readonly owner: Owner }) {
  if (owner._id === null && owner.username === null) return null;
  const name = formatOwner(owner) ?? owner._id;
  return (
    <p className="detail__owner">
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

/** What must be known before the numbers are believed: gone, never crawled, crawled long ago, cut history. */
export function DetailNotices({ details }: { readonly details: Provenance & EntityAnalytics }) {
  const [now] = useState(() => new Date());
  const crawledAt = details.last_crawled_at === null ? null : new Date(details.last_crawled_at);
  return (
    <div className="detail__notes">
      {!details.searchable && <p className="notice notice--warning">No longer on Pinterest. These are the last numbers we have.</p>}
      {details.last_crawled_at === null && (
        <p className="notice">Never crawled: we know of this only because something else refers to it.</p>
      )}
      {isStale(crawledAt, now) && (
        <p className="notice">Not crawled since {formatDate(details.last_crawled_at)}: all numbers are of that day.</p>
      )}
      {details.history_limited && (
        <p className="notice">
          You see the last 90 days. {premiumSentences.full_analytics} <Link href={paths.premium}>See Premium</Link>
        </p>
      )}
    </div>
  );
}

/** Where the numbers come from, at the foot of a detail page. */
export function SourceLine({ provenance }: { readonly provenance: Provenance }) {
  return (
    <p className="caption detail__source">
      Source: {provenance.source}
      {provenance.last_crawled_at !== null && `, last crawled ${formatDate(provenance.last_crawled_at)}`}
    </p>
  );
}

/** A card with a heading; nothing at all when it would be empty. */
export function DetailCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="card part" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Topics as plain labels. */
export function Topics({ topics }: { readonly topics: readonly string[] }) {
  if (topics.length === 0) return null;
  return (
    <DetailCard title="Topics">
      <ul className="chips">
        {topics.map((topic) => (
          <li key={topic} className="chip">
            {topic}
          </li>
        ))}
      </ul>
    </DetailCard>
  );
}

/** The searches in which a pin was found: links for those who may search. */
export function SearchQueries({ queries }: { readonly queries: readonly string[] }) {
  const canSearch = useEntitlement('keyword_search');
  if (queries.length === 0) return null;
  return (
    <DetailCard title="Found by searching for">
      <ul className="chips">
        {queries.map((query) => (
          <li key={query} className="chip">
            {canSearch ? <Link href={paths.search('pins', query)}>{query}</Link> : query}
          </li>
        ))}
      </ul>
    </DetailCard>
  );
}

type OwnedEntity = { readonly entity: 'board'; readonly row: BoardRow } | { readonly entity: 'pin'; readonly row: PinRow };

/** The boards or pins of a pinner. */
export function OwnedEntityList({ title, entities }: { readonly title: string; readonly entities: readonly OwnedEntity[] }) {
  if (entities.length === 0) return null;
  return (
    <DetailCard title={title}>
      <ul className="works">
        {entities.map((owned) => (
          <li key={owned.row._id} className="works__row">
            <ImageTile id={owned.row._id} name={owned.row.name} image={owned.row.image_url} size={40} />
            <EntityLink entity={owned.entity} id={owned.row._id} className="works__link">
              {displayName(owned.row)}
            </EntityLink>
            <OwnedEntityCount
              {...(owned.entity === 'board'
                ? { value: owned.row.follower_count, unit: 'followers' }
                : { value: owned.row.saves, unit: 'saves' })}
            />
          </li>
        ))}
      </ul>
    </DetailCard>
  );
}

function OwnedEntityCount({ value, unit }: { readonly value: number | null; readonly unit: string }) {
  if (value === null) return null;
  return (
    <span className="works__count">
      <Count value={value} />
      <span className="works__unit"> {unit}</span>
    </span>
  );
}
