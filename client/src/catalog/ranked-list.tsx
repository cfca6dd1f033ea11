import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { BoardRow } from '#domain/catalog/board';
import { HOME_LIST_ROWS, type HomeList } from '#domain/catalog/home-lists';
import type { PinnerRow } from '#domain/catalog/pinner';
import { entityOf } from '#domain/catalog/variants';
import { paths } from '../app/paths';
import { useMay } from '../session';
import { Count } from '../ui/count';
import { ImageTile } from '../ui/image-tile';
import { Bone, TileBone } from '../ui/skeleton';
import { EntityLink } from './entity-link';
import { home } from './home';
import { ownerName, scoreName, titleOf } from './rows';

const headings = { boards: 'Group boards', pinners: 'Influencers' } as const;

/** One of the home page's four lists: five rows, of the same height before and after they came. */
export function RankedList({ list, index }: { readonly list: HomeList; readonly index: number }) {
  const state = useSnapshot(home).lists[index];
  const maySearch = useMay('keyword_search');
  if (!state) return null;
  const isComing = state.status === 'waiting' || state.status === 'loading';
  const all = maySearch ? paths.search(list.variant, list.keyword) : paths[list.variant];
  return (
    <section
      className="card ranked"
      data-testid={`home-list-${index}`}
      aria-label={`${headings[list.variant]} for “${list.keyword}”`}
      aria-busy={isComing}
    >
      <h2 className="ranked__title">
        {headings[list.variant]} <span className="ranked__keyword">“{list.keyword}”</span>
      </h2>
      <ol className="ranked__rows">
        {isComing && Array.from({ length: HOME_LIST_ROWS }, (_, place) => <Placeholder key={place} place={place} />)}
        {state.rows.map((row, place) => (
          <RankedRow key={row._id} row={row} variant={list.variant} place={place + 1} />
        ))}
        {!isComing && state.rows.length === 0 && <li className="ranked__nothing">Nothing to show right now.</li>}
      </ol>
      <p className="ranked__foot">
        <span className="caption">Followers and momentum, 90 days</span>
        <Link href={all}>
          See all
          <span className="sr-only">
            {' '}
            {headings[list.variant].toLowerCase()}
            {maySearch ? ` for ${list.keyword}` : ''}
          </span>
        </Link>
      </p>
    </section>
  );
}

interface RankedRowProps {
  readonly row: BoardRow | PinnerRow;
  readonly variant: HomeList['variant'];
  readonly place: number;
}

function RankedRow({ row, variant, place }: RankedRowProps) {
  const entity = entityOf[variant];
  const owner = 'pinner' in row ? ownerName(row.pinner) : row.username && row.name ? `@${row.username}` : null;
  const name = row.name ?? ('username' in row ? row.username : null);
  return (
    <li className="ranked__row">
      <span className="ranked__place" aria-hidden="true">
        {place}
      </span>
      <ImageTile id={row._id} name={name} image={row.image_url} size={40} />
      <span className="ranked__name">
        <EntityLink entity={entity} id={row._id} className="ranked__link">
          {titleOf(row)}
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
          {scoreName(row.momentum_score)}
        </span>
      </span>
    </li>
  );
}

function Placeholder({ place }: { readonly place: number }) {
  return (
    <li className="ranked__row" data-testid="placeholder-row">
      <span className="ranked__place" aria-hidden="true">
        {place + 1}
      </span>
      <TileBone size={40} />
      <span className="ranked__name">
        <Bone width={80 - place * 9} />
        <Bone width={35} height={10} />
      </span>
      <span className="ranked__numbers">
        <Bone />
      </span>
    </li>
  );
}
