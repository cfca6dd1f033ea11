import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { BoardRow, PinnerRow } from '#domain/catalog/list-contract';
import { HOME_LIST_ROWS, type HomeList } from '#domain/catalog/home-lists';
import { entityOf } from '#domain/catalog/variants';
import { paths } from '../../site/paths';
import { useEntitlement } from '../../site/session';
import { Count } from '../../ui/count';
import { ImageTile } from '../../ui/image-tile';
import { SkeletonBar, SkeletonTile } from '../../ui/feedback/skeleton';
import { EntityLink } from '../entity-link';
import { homeState } from './home-state';
import { formatOwner, formatScore, displayName } from '../list/list-row';

const listHeadings = { boards: 'Group boards', pinners: 'Influencers' } as const;

/** One of the home page's four lists: five rows, of the same height before and after they came. */
export function RankedList({ list, index }: { readonly list: HomeList; readonly index: number }) {
  const state = useSnapshot(homeState).lists[index];
  const canSearch = useEntitlement('keyword_search');
  if (!state) return null;
  const isLoading = state.status === 'waiting' || state.status === 'loading';
  const seeAllUrl = canSearch ? paths.search(list.variant, list.keyword) : paths[list.variant];
  return (
    <section
      className="card ranked"
      data-testid={`home-list-${index}`}
      aria-label={`${listHeadings[list.variant]} for “${list.keyword}”`}
      aria-busy={isLoading}
    >
      <h2 className="ranked__title">
        {listHeadings[list.variant]} <span className="ranked__keyword">“{list.keyword}”</span>
      </h2>
      <ol className="ranked__rows">
        {isLoading && Array.from({ length: HOME_LIST_ROWS }, (_, rowIndex) => <PlaceholderRow key={rowIndex} index={rowIndex} />)}
        {state.rows.map((row, rowIndex) => (
          <RankedRow key={row._id} row={row} variant={list.variant} rank={rowIndex + 1} />
        ))}
        {!isLoading && state.rows.length === 0 && <li className="ranked__nothing">Nothing to show right now.</li>}
      </ol>
      <p className="ranked__foot">
        <span className="caption">Followers and momentum, 90 days</span>
        <Link href={seeAllUrl}>
          See all
          <span className="sr-only">
            {' '}
            {listHeadings[list.variant].toLowerCase()}
            {canSearch ? ` for ${list.keyword}` : ''}
          </span>
        </Link>
      </p>
    </section>
  );
}

interface RankedRowProps {
  readonly row: BoardRow | PinnerRow;
  readonly variant: HomeList['variant'];
  readonly rank: number;
}

function RankedRow({ row, variant, rank }: RankedRowProps) {
  const entity = entityOf[variant];
  const owner = 'pinner' in row ? formatOwner(row.pinner) : row.username && row.name ? `@${row.username}` : null;
  const name = row.name ?? ('username' in row ? row.username : null);
  return (
    <li className="ranked__row">
      <span className="ranked__place" aria-hidden="true">
        {rank}
      </span>
      <ImageTile id={row._id} name={name} image={row.image_url} size={40} />
      <span className="ranked__name">
        <EntityLink entity={entity} id={row._id} className="ranked__link">
          {displayName(row)}
        </EntityLink>
        {owner !== null && <span className="ranked__owner">{owner}</span>}
      </span>
      <span className="ranked__numbers">
        <span className="ranked__count">
          <Count value={row.follower_count} />
          <span className="sr-only"> followers</span>
        </span>
        <span className="ranked__score" title="Momentum, 0 to 100: how fast the followers grow">
          <span className="ranked__word">Momentum </span>
          {formatScore(row.momentum_score)}
        </span>
      </span>
    </li>
  );
}

function PlaceholderRow({ index }: { readonly index: number }) {
  return (
    <li className="ranked__row" data-testid="placeholder-row">
      <span className="ranked__place" aria-hidden="true">
        {index + 1}
      </span>
      <SkeletonTile size={40} />
      <span className="ranked__name">
        <SkeletonBar width={80 - index * 9} />
        <SkeletonBar width={35} height={10} />
      </span>
      <span className="ranked__numbers">
        <SkeletonBar />
      </span>
    </li>
  );
}
