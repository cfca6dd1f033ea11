import { useState } from 'react';
import { Link } from 'wouter';
import type { SavedSearch } from '#domain/watching/contract';
import { formatCount } from '#domain/numbers';
import { savedSearchPath } from '#domain/watching/saved-searches';
import { paths } from '../site/paths';
import { Card } from '../ui/card';
import { Row, RowList } from '../ui/row-list';
import { newRowsText, openSavedSearch } from './saved-searches';

const MAX_SHOWN = 5;

/** The saved searches that have new rows, those with the most first. */
export function SavedSearchesCard({ searches }: { readonly searches: readonly SavedSearch[] }) {
  const [now] = useState(() => new Date());
  const withNewRows = searches.filter(({ new_count: count }) => count !== null && count > 0);
  const shown = withNewRows.toSorted((a, b) => (b.new_count ?? 0) - (a.new_count ?? 0)).slice(0, MAX_SHOWN);
  return (
    <Card title="Saved searches" side={<Link href={paths.watchlists}>All saved searches</Link>} data-testid="saved-searches">
      {shown.length > 0 ? (
        <RowList>
          {shown.map((search) => (
            <Row key={search._id}>
              <Link href={savedSearchPath(search)} onClick={() => void openSavedSearch(search)}>
                <bdi>{search.name}</bdi>
              </Link>
              <span className="small">{newRowsText(search, now)}</span>
            </Row>
          ))}
        </RowList>
      ) : (
        <p className="muted">Nothing new in {formatCount(searches.length, 'saved search', 'saved searches')}.</p>
      )}
    </Card>
  );
}
