import { type ReactNode, useState } from 'react';
import type { Provenance } from '#domain/catalog/detail-contract';
import type { Owner } from '#domain/catalog/list-contract';
import type { Note } from '#domain/catalog/rows/notes';
import { influencerTitle } from '#domain/catalog/title';
import { isStale } from '#domain/data-quality/issues';
import { Card } from '../../ui/card';
import { classes } from '../../ui/classes';
import { formatUsername } from '../../ui/entity-names';
import { Fact, FactList } from '../../ui/fact';
import { Notice } from '../../ui/feedback/notice';
import { formatDate } from '../../ui/format';
import { EntityLink } from '../entity-link';
import styles from './detail-parts.module.css';

/** A card with a heading. */
export const DetailCard = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Card hasSmallTitle title={title} className={styles.card}>
    {children}
  </Card>
);

interface ChipListProps {
  readonly name: string;
  readonly texts: readonly string[];
  /** Undefined: plain text. */
  readonly render?: (text: string) => ReactNode;
}

/** Short texts side by side. */
export const ChipList = ({ name, texts, render }: ChipListProps) => (
  <ul className="cluster items-stretch gap-2" aria-label={name}>
    {texts.map((text) => (
      <li key={text} className={classes('text-lg pill raised', styles.chip)} dir="auto">
        {render ? render(text) : text}
      </li>
    ))}
  </ul>
);

/** What other tools say: never without their name and the day. */
export const ForeignNotes = ({ notes }: { readonly notes: readonly Note[] }) =>
  notes.length === 0 ? null : (
    <DetailCard title="From other tools">
      {notes.map(({ source, date, values }) => (
        <section key={source} className="stack gap-2">
          <h3 className="text-md" dir="auto">
            {source}, {formatDate(date)}
          </h3>
          <FactList>
            {values.map(({ name, value }) => (
              <Fact key={name} name={name}>
                <span dir="auto">{value}</span>
              </Fact>
            ))}
          </FactList>
        </section>
      ))}
      <p className="caption">As imported. None of it takes part in growth, momentum, or ranks.</p>
    </DetailCard>
  );

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
