import { type ReactNode, useEffect } from 'react';
import type { BoardRow, PinRow } from '#domain/catalog/list-contract';
import { canSearchWith } from '#domain/subscriptions/free-searches/free-search-rights';
import { loadCatalogStats } from '../../api/catalog-stats';
import { paths } from '../../site/paths';
import { useSearchAccess } from '../../site/session';
import { Card, CardTitle } from '../../ui/card';
import { classes } from '../../ui/classes';
import { Count } from '../../ui/count';
import { ExternalLink } from '../../ui/navigation/external-link';
import { EntityPicture } from '../../ui/picture/picture';
import { EntityLink } from '../entity-link';
import { Link } from 'wouter';
import rowLink from '../../ui/row-link.module.css';
import styles from './detail-card.module.css';
import text from '../../ui/text.module.css';

/** A card with a heading. */
export const DetailCard = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Card aria-label={title}>
    <CardTitle className={styles.title}>{title}</CardTitle>
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
  <ul className={styles.chips} aria-label={name}>
    {texts.map((text) => (
      <li key={text} className={styles.chip} dir="auto">
        {render ? render(text) : text}
      </li>
    ))}
  </ul>
);

/** The searches that a pin was found in; links for viewers who may search. */
export function SearchQueries({ queries }: { readonly queries: readonly string[] }) {
  const canSearch = canSearchWith(useSearchAccess());
  // Whether there are free searches is known from the stats.
  useEffect(() => void loadCatalogStats(), []);
  if (queries.length === 0) return null;
  const render = (query: string) => (canSearch ? <Link href={paths.search('pins', query)}>{query}</Link> : query);
  const title = 'Found in searches for';
  return (
    <DetailCard title={title}>
      <ChipList name={title} texts={queries} render={render} />
    </DetailCard>
  );
}

/** The websites of an influencer. */
export function SiteLinks({ sites }: { readonly sites: readonly string[] }) {
  if (sites.length === 0) return null;
  return (
    <DetailCard title="Links">
      <ul className={styles.links}>
        {sites.map((site) => (
          <li key={site}>
            <ExternalLink href={site}>{site.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}</ExternalLink>
          </li>
        ))}
      </ul>
    </DetailCard>
  );
}

type OwnedEntity = { readonly entity: 'board'; readonly row: BoardRow } | { readonly entity: 'pin'; readonly row: PinRow };

/** The boards or pins of an influencer. */
export function OwnedEntityList({ title, entities }: { readonly title: string; readonly entities: readonly OwnedEntity[] }) {
  if (entities.length === 0) return null;
  return (
    <DetailCard title={title}>
      <ul className={styles.entities}>
        {entities.map((owned) => (
          <li key={owned.row._id}>
            <EntityPicture entity={owned.entity} row={owned.row} width={owned.entity === 'pin' ? 32 : 40} />
            <EntityLink entity={owned.entity} id={owned.row._id} className={classes(rowLink.link, text.oneLine)}>
              <bdi>{owned.row.title}</bdi>
            </EntityLink>
            <OwnedEntityCount
              {...(owned.entity === 'board'
                ? { value: owned.row.follower_count, unit: 'follower' }
                : { value: owned.row.saves, unit: 'save' })}
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
    <span className={text.number}>
      <Count value={value} />
      <span className={text.small}> {value === 1 ? unit : `${unit}s`}</span>
    </span>
  );
}
