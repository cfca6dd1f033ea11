import { memo, useEffect } from 'react';
import { HOME_LIST_ROWS, type HomeKeywords, type HomeList, homeListSearch, MIN_HOME_LIST_ROWS } from '#domain/catalog/home-lists';
import type { BoardRow, PinnerRow } from '#domain/catalog/list-contract';
import { entityOf } from '#domain/catalog/variants';
import { canSearchWith } from '#domain/subscriptions/free-searches/free-search-rights';
import { api, endpointUrl } from '../../api/api';
import { CACHE_TTL_MS, useResource } from '../../api/resource';
import { useSettings } from '../../api/settings';
import { paths } from '../../site/paths';
import { useSearchAccess } from '../../site/session';
import { Card } from '../../ui/card';
import { classes } from '../../ui/classes';
import { Count } from '../../ui/count';
import { rowUsername, titleHint } from '../../ui/entity-names';
import { SkeletonBar, SkeletonPicture } from '../../ui/feedback/skeleton';
import { formatScore } from '../../ui/format';
import { EntityPicture } from '../../ui/picture/picture';
import { EntityLink } from '../entity-link';
import { Link } from 'wouter';
import rowLink from '../../ui/row-link.module.css';
import styles from './ranked-list.module.css';

const listHeadings = { boards: 'Group boards', pinners: 'Influencers' } as const;

type RankedEntity = BoardRow | PinnerRow;

export const homeListUrl = (list: HomeList): string => endpointUrl(`GET /${list.variant}`, { query: homeListSearch(list) });

async function fetchRows(list: HomeList, signal: AbortSignal): Promise<readonly RankedEntity[]> {
  const call = { query: homeListSearch(list), signal };
  return list.variant === 'boards' ? (await api('GET /boards', call)).boards : (await api('GET /pinners', call)).pinners;
}

interface FoundList {
  readonly keyword: string;
  readonly rows: readonly RankedEntity[];
}

/** The rows of a list, or of the first in its place where it is short and that one is not. */
async function fetchList(list: HomeList, others: HomeKeywords, signal: AbortSignal): Promise<FoundList> {
  const own = await fetchRows(list, signal);
  if (own.length < MIN_HOME_LIST_ROWS)
    for (const keyword of others[list.keyword] ?? []) {
      const rows = await fetchRows({ ...list, keyword }, signal);
      if (rows.length >= MIN_HOME_LIST_ROWS) return { keyword, rows };
    }
  return { keyword: list.keyword, rows: own };
}

/** What the rows of a list are ranked by: nothing where none of their followers are known. */
export type Ranking = 'momentum' | 'followers' | 'nothing';

const rankingNames = { momentum: 'Followers · 90-day momentum', followers: 'Followers', nothing: 'No follower counts yet' } as const;

function rankingOf(rows: readonly RankedEntity[]): Ranking {
  if (rows.some(({ momentum_score: score }) => typeof score === 'number')) return 'momentum';
  return rows.some(({ follower_count: count }) => count !== null) ? 'followers' : 'nothing';
}

function emptyText(rowCount: number, hasFailed: boolean): string {
  if (hasFailed) return "We couldn't load this list.";
  return rowCount === 0 ? 'No matches yet.' : 'No more matches yet.';
}

interface RankedListProps {
  readonly list: HomeList;
  readonly index: number;
  /** False until the lists before have settled. */
  readonly isEnabled: boolean;
  /** Called once the list has loaded or failed, with what its rows are ranked by. */
  readonly onSettled: (index: number, ranking: Ranking) => void;
}

/**
 * A ranked list of the home page, or the first one in its place that is not short; its height does not change while it loads. A list that
 * fails stays empty.
 */
export const RankedList = memo(function RankedList({ list, index, isEnabled, onSettled }: RankedListProps) {
  const others = useSettings().home_keywords;
  const { data: found, error } = useResource(homeListUrl(list), (signal) => fetchList(list, others, signal), {
    isEnabled,
    keptMs: CACHE_TTL_MS,
  });
  const { keyword, rows: data } = found ?? { keyword: list.keyword, rows: null };
  const canSearch = canSearchWith(useSearchAccess());
  const isLoading = data === null && error === null;
  const heading = listHeadings[list.variant];
  const rowCount = data?.length ?? 0;
  const ranking = data ? rankingOf(data) : 'momentum';
  useEffect(() => {
    if (!isLoading) onSettled(index, ranking);
  }, [isLoading, index, ranking, onSettled]);
  return (
    <Card className={styles.list} data-testid={`home-list-${index}`} aria-label={`${heading} for “${keyword}”`} aria-busy={isLoading}>
      <h2 className={classes('text-xl', styles.title)}>
        {heading} <span className="muted normal">“{keyword}”</span>
      </h2>
      <ol className={classes(styles.rows, !isLoading && rowCount < MIN_HOME_LIST_ROWS && styles.short)}>
        {isLoading &&
          Array.from({ length: HOME_LIST_ROWS }, (_, rowIndex) => (
            <PlaceholderRow key={rowIndex} variant={list.variant} index={rowIndex} />
          ))}
        {data?.map((row, rowIndex) => (
          <RankedRow key={row._id} row={row} variant={list.variant} rank={rowIndex + 1} isEager={index === 0} />
        ))}
        {!isLoading && rowCount < MIN_HOME_LIST_ROWS && (
          <li className={classes('stack muted gap-1', styles.empty)}>
            <span>{emptyText(rowCount, error !== null)}</span>
            <Link href={paths[list.variant]}>Browse all {heading.toLowerCase()}</Link>
          </li>
        )}
      </ol>
      {(isLoading || rowCount > 0) && (
        <p className={classes('row between tap line-above', styles.footer)}>
          <span className="caption">{rankingNames[ranking]}</span>
          {canSearch ? (
            <Link href={paths.search(list.variant, keyword)} className="inline-row tap strong nowrap">
              See all{' '}
              <span className="sr-only">
                {heading.toLowerCase()} for {keyword}
              </span>
            </Link>
          ) : (
            <Link href={paths.keyword(keyword)} className="inline-row tap strong nowrap">
              Look it up <span className="sr-only">“{keyword}”</span>
            </Link>
          )}
        </p>
      )}
    </Card>
  );
});

interface RankedRowProps {
  readonly row: RankedEntity;
  readonly variant: HomeList['variant'];
  readonly rank: number;
  readonly isEager: boolean;
}

function RankedRow({ row, variant, rank, isEager }: RankedRowProps) {
  const username = rowUsername(row);
  return (
    <li className={classes('stack relative rounded items-center hover gap-3', styles.row)}>
      <span className="muted number text-md text-center" aria-hidden="true">
        {rank}
      </span>
      <EntityPicture entity={entityOf[variant]} row={row} width={40} isEager={isEager} />
      <span className="stack shrink" dir="auto">
        <EntityLink
          entity={entityOf[variant]}
          id={row._id}
          title={titleHint(row)}
          className={classes('plain-link strong', rowLink.link, 'one-line')}
        >
          {row.title}
        </EntityLink>
        {username !== null && (
          <span className="small one-line">
            <bdi>{username}</bdi>
          </span>
        )}
      </span>
      <span className={classes('stack', styles.numbers)}>
        {row.follower_count !== null && (
          <span className="strong">
            <Count value={row.follower_count} />
            <span className="sr-only"> followers</span>
          </span>
        )}
        {typeof row.momentum_score === 'number' && (
          <span className="small number" title="Momentum, 0 to 100: how fast followers are growing">
            <span className={styles.word}>Momentum </span>
            {formatScore(row.momentum_score)}
          </span>
        )}
      </span>
    </li>
  );
}

function PlaceholderRow({ variant, index }: { readonly variant: HomeList['variant']; readonly index: number }) {
  return (
    <li className={classes('stack relative rounded items-center hover gap-3', styles.row)} data-testid="placeholder-row">
      <span className="muted number text-md text-center" aria-hidden="true">
        {index + 1}
      </span>
      <SkeletonPicture entity={entityOf[variant]} width={40} />
      <span className={classes('stack shrink', styles.placeholder)}>
        <SkeletonBar width={80 - index * 9} />
        <SkeletonBar width={35} height={10} />
      </span>
      <span className={classes('stack', styles.numbers)}>
        <SkeletonBar />
      </span>
    </li>
  );
}
