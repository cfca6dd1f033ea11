import { useState } from 'react';
import { formatCount } from '#domain/numbers';
import { paths } from '../site/paths';
import { Link } from 'wouter';
import { MAX_OVERVIEW_ROWS, OverviewCard } from '../ui/overview-card';
import { Row, RowList } from '../ui/row-list';
import { loadSavedViews, newRowsText, openView, useSavedViews, viewPath } from './saved-views';
import text from '../ui/text.module.css';

/** The saved searches that have new rows, those with the most first, for the dashboard. */
export function SavedSearchesCard() {
  const { data, hasFailed } = useSavedViews();
  const [now] = useState(() => new Date());
  const views = data ?? [];
  const withNewRows = views.filter(({ new_count: count }) => count !== null && count > 0);
  const shown = withNewRows.toSorted((a, b) => (b.new_count ?? 0) - (a.new_count ?? 0)).slice(0, MAX_OVERVIEW_ROWS);
  return (
    <OverviewCard
      id="searches-with-news"
      title="Saved searches"
      all={views.length > 0 ? { path: paths.watchlists, label: 'All saved searches' } : null}
      hasFailed={hasFailed}
      onRetry={() => void loadSavedViews()}
    >
      {data &&
        (shown.length > 0 ? (
          <RowList>
            {shown.map((view) => (
              <Row key={view._id}>
                <Link href={viewPath(view)} onClick={() => void openView(view)}>
                  <bdi>{view.name}</bdi>
                </Link>
                <span className={text.small}>{newRowsText(view, now)}</span>
              </Row>
            ))}
          </RowList>
        ) : (
          <p className={text.muted}>
            {views.length > 0
              ? `Nothing new in ${formatCount(views.length, 'saved search', 'saved searches')}.`
              : 'None yet. “Save view” above a list keeps its filters and order here.'}
          </p>
        ))}
    </OverviewCard>
  );
}
