import { useState } from 'react';
import { api } from '../api/api';
import { ConfirmButton } from '../ui/feedback/confirm-dialog';
import { Loaded } from '../ui/feedback/load-error';
import { Row, RowList } from '../ui/row-list';
import { savedSearchPath } from '#domain/watching/saved-searches';
import { newRowsText, openSavedSearch, useSavedSearches } from './saved-searches';
import { Link } from 'wouter';

/** The saved searches of all lists, with what is new in each. */
export function SavedSearchList() {
  const searches = useSavedSearches();
  const [now] = useState(() => new Date());
  const remove = async (id: string) => {
    await api('DELETE /users/me/saved-searches/:id', { params: { id } });
    await searches.reload();
  };
  return (
    <section className="stack gap-3" aria-labelledby="saved-searches">
      <h2 id="saved-searches">Saved searches</h2>
      <Loaded resource={searches} height={48}>
        {(list) => (
          <>
            {list.length === 0 && <p className="muted">None yet. “Save search” above a list keeps its filters and order here.</p>}
            <RowList>
              {list.map((search) => (
                <Row key={search._id} data-testid="saved-search">
                  <div>
                    <Link href={savedSearchPath(search)} onClick={() => void openSavedSearch(search)}>
                      <bdi>{search.name}</bdi>
                    </Link>
                    <p className="small">{newRowsText(search, now)}</p>
                  </div>
                  <ConfirmButton
                    button={{ kind: 'quiet', 'aria-label': `Delete ${search.name}` }}
                    title={`Delete “${search.name}”?`}
                    actionLabel="Delete"
                    danger
                    onConfirm={() => remove(search._id)}
                  />
                </Row>
              ))}
            </RowList>
          </>
        )}
      </Loaded>
    </section>
  );
}
