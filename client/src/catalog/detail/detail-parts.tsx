import { useState } from 'react';
import type { Provenance } from '#domain/catalog/detail-contract';
import type { BoardRow, Owner } from '#domain/catalog/list-contract';
import { influencerTitle } from '#domain/catalog/title';
import { isStale } from '#domain/data-quality/issues';
import { formatCount } from '#domain/numbers';
import { formatUsername } from '../../ui/entity-names';
import { Notice } from '../../ui/feedback/notice';
import { formatDate } from '../../ui/format';
import { ExternalLink } from '../../ui/navigation/external-link';
import { EntityLink } from '../entity-link';

/** `by @mira_makes`, linked to the owner if the id is known. */
export function OwnerLine({ owner }: { readonly owner: Owner }) {
  const name = formatUsername(owner.username) ?? (owner._id === null ? null : influencerTitle(owner._id));
  if (name === null) return null;
  return (
    <p className="muted">
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

/** The websites that an influencer names, side by side. */
export const SiteLinks = ({ sites }: { readonly sites: readonly string[] }) =>
  sites.length === 0 ? null : (
    <ul className="cluster items-stretch gap-1 gap-x-5" aria-label="Links">
      {sites.map((site) => (
        <li key={site}>
          <ExternalLink href={site}>{site.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}</ExternalLink>
        </li>
      ))}
    </ul>
  );

interface DetailNoticesProps {
  readonly details: Provenance;
  /** False: the page says elsewhere of which day its figures are. */
  readonly saysStale?: boolean;
}

/** Warnings about the figures: deleted, never collected, or outdated. */
export function DetailNotices({ details, saysStale = true }: DetailNoticesProps) {
  const [now] = useState(() => new Date());
  const crawledAt = details.last_crawled_at === null ? null : new Date(details.last_crawled_at);
  return (
    <div className="stack hide-empty gap-2">
      {!details.searchable && <Notice isWarning>No longer on Pinterest. Showing the last figures we have.</Notice>}
      {details.last_crawled_at === null && <Notice>We haven't collected this yet; we only know it from a link.</Notice>}
      {saysStale && isStale(crawledAt, now) && (
        <Notice>Last updated {formatDate(details.last_crawled_at)}. Figures are from that day.</Notice>
      )}
    </div>
  );
}

interface FootLineProps {
  readonly details: Provenance & { readonly _id: string; readonly created_at: string | null };
  readonly createdName: string;
}

/** Dates, source, and id, at the end of a detail page; unknown ones are left out. */
export function FootLine({ details, createdName }: FootLineProps) {
  const created = details.created_at !== null && `${createdName} ${formatDate(details.created_at)}`;
  const parts = [
    created,
    details.last_crawled_at !== null && `${created ? 'updated' : 'Updated'} ${formatDate(details.last_crawled_at)}`,
    `source: ${details.source}`,
    `id: ${details._id}`,
  ];
  return (
    <p className="caption" data-testid="foot">
      {parts.filter((part) => part !== false).join(' · ')}
    </p>
  );
}

/** What kind of board it is, and when something last happened on it. */
export function BoardLineOfFacts({ board }: { readonly board: Pick<BoardRow, 'collaborator_count' | 'board_order_modified_at'> }) {
  const { collaborator_count: collaborators, board_order_modified_at: lastActivity } = board;
  const group =
    collaborators !== null && collaborators > 0 && `Group board, ${formatCount(collaborators, 'collaborator', 'collaborators')}`;
  const parts = [group, lastActivity !== null && `${group ? 'last' : 'Last'} activity ${formatDate(lastActivity)}`].filter(
    (part) => part !== false,
  );
  return parts.length === 0 ? null : <p className="muted">{parts.join(' · ')}</p>;
}
