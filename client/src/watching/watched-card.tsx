import { Link } from 'wouter';
import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import { paths } from '../site/paths';
import { Card, CardHead } from '../ui/card';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { GrowthPercent } from '../ui/growth-percent';
import { Row, RowList } from '../ui/row-list';
import { changeSummary } from './change-summary';
import { ItemHead } from './watched-items';
import { loadWatching, useWatching } from './watching';
import stack from '../ui/stack.module.css';
import text from '../ui/text.module.css';

const MAX_SHOWN_ITEMS = 5;

/** What the user watches, for the dashboard: the items of the first list that changed most. */
export function WatchedCard() {
  const { data, hasFailed } = useWatching();
  const list = data?.watchlists.find(({ items }) => items.length > 0);
  return (
    <Card aria-labelledby="watched" data-testid="watched">
      <CardHead>
        <h2 id="watched">Watched</h2>
        {list && <Link href={paths.watchlists}>All watchlists</Link>}
      </CardHead>
      {!data && (hasFailed ? <LoadError onRetry={() => void loadWatching()} /> : <SkeletonBar height={120} />)}
      {data && !list && (
        <p>
          Nothing here yet. Star a <Link href={paths.boards}>board</Link>, an <Link href={paths.pinners}>influencer</Link>, or a{' '}
          <Link href={paths.pins}>pin</Link> to follow it.
        </p>
      )}
      {list && <Movers listId={list._id} />}
    </Card>
  );
}

function Movers({ listId }: { readonly listId: string }) {
  const { data, error, reload } = useResource(`watched ${listId}`, (signal) =>
    api('GET /users/me/watchlists/:id', { params: { id: listId }, signal }),
  );
  if (error) return <LoadError onRetry={() => void reload()} />;
  if (!data) return <SkeletonBar height={120} />;
  const change = (growth: number | null) => Math.abs(growth ?? 0);
  const movers = data.items.toSorted((a, b) => change(b.growth_last_90_days) - change(a.growth_last_90_days)).slice(0, MAX_SHOWN_ITEMS);
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
