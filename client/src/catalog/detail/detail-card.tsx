import { type ReactNode, useEffect } from 'react';
import type { BoardRow } from '#domain/catalog/list-contract';
import type { Note } from '#domain/catalog/rows/notes';
import { canSearchWith } from '#domain/subscriptions/free-searches/free-search-rights';
import { loadCatalogStats } from '../../api/catalog-stats';
import { paths } from '../../site/paths';
import { useSearchAccess } from '../../site/session';
import { Card } from '../../ui/card';
import { classes } from '../../ui/classes';
import { CountWithNoun } from '../../ui/count';
import { Fact, FactList } from '../../ui/fact';
import { formatDate } from '../../ui/format';
import { EntityPicture } from '../../ui/picture/picture';
import { EntityLink } from '../entity-link';
import { Link } from 'wouter';
import rowLink from '../../ui/row-link.module.css';
import styles from './detail-card.module.css';

/** A card with a heading. */
const DetailCard = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
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

/** The boards of an influencer. */
export function OwnedBoards({ title, boards }: { readonly title: string; readonly boards: readonly BoardRow[] }) {
  if (boards.length === 0) return null;
  return (
    <DetailCard title={title}>
      <ul className={classes('pair', styles.entities)}>
        {boards.map((row) => (
          <li key={row._id} className="stack relative items-center line-above gap-3">
            <EntityPicture entity="board" row={row} width={40} />
            <EntityLink entity="board" id={row._id} className={classes('plain-link strong', rowLink.link, 'one-line')}>
              <bdi>{row.title}</bdi>
            </EntityLink>
            {row.follower_count !== null && (
              <span>
                <CountWithNoun value={row.follower_count} noun="follower" />
              </span>
            )}
          </li>
        ))}
      </ul>
    </DetailCard>
  );
}
