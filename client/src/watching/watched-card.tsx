import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import { paths } from '../site/paths';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { GrowthPercent } from '../ui/growth-percent';
import { Link } from 'wouter';
import { MAX_OVERVIEW_ROWS, OverviewCard } from '../ui/overview-card';
import { Row, RowList } from '../ui/row-list';
import { changeSummary } from './change-summary';
import { ItemHead } from './watched-items';
import { loadWatching, useWatching } from './watching';
import stack from '../ui/stack.module.css';
import text from '../ui/text.module.css';

/** What the user watches, for the dashboard: the items of the first list that changed most. */
export function WatchedCard() {
  const { data, hasFailed } = useWatching();
  const list = data?.watchlists.find(({ items }) => items.length > 0);
  return (
    <OverviewCard
      id="watched"
      title="Watched"
      all={list ? { path: paths.watchlists, label: 'All watchlists' } : null}
      hasFailed={hasFailed}
      onRetry={() => void loadWatching()}
    >
      {data &&
        (list ? (
          <Movers listId={list._id} />
        ) : (
          <p>
            Nothing here yet. Star a <Link href={paths.boards}>board</Link>, an <Link href={paths.pinners}>influencer</Link>, or a{' '}
            <Link href={paths.pins}>pin</Link> to follow it.
          </p>
        ))}
    </OverviewCard>
  );
}

function Movers({ listId }: { readonly listId: string }) {
  const { data, error, reload } = useResource(`watched ${listId}`, (signal) =>
    api('GET /users/me/watchlists/:id', { params: { id: listId }, signal }),
  );
  if (error) return <LoadError onRetry={() => void reload()} />;
  if (!data) return <SkeletonBar height={120} />;
  const change = (growth: number | null) => Math.abs(growth ?? 0);
  const movers = data.items.toSorted((a, b) => change(b.growth_last_90_days) - change(a.growth_last_90_days)).slice(0, MAX_OVERVIEW_ROWS);
  return (
    <div className={stack.tight}>
      <p className={text.muted}>{changeSummary(data.items)}</p>
      <RowList>
        {movers.map((item) => (
          <Row key={item._id}>
            <ItemHead item={item} />
            {!item.is_gone && <GrowthPercent percent={item.growth_last_90_days} />}
          </Row>
        ))}
      </RowList>
    </div>
  );
}
