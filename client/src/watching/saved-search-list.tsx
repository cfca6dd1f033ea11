import { useState } from 'react';
import type { SavedSearch } from '#domain/watching/contract';
import { api } from '../api/api';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button } from '../ui/form/button';
import { Link } from 'wouter';
import { Row, RowList } from '../ui/row-list';
import { newRowsText, openSavedSearch, useSavedSearches, savedSearchPath } from './saved-searches';

/** The saved searches of all lists, with what is new in each. */
export function SavedSearchList() {
  const { data, error, reload } = useSavedSearches();
  const [now] = useState(() => new Date());
  const [removing, setRemoving] = useState<SavedSearch | null>(null);
  const remove = async ({ _id: id }: SavedSearch) => {
    await api('DELETE /users/me/saved-searches/:id', { params: { id } });
    await reload();
    setRemoving(null);
  };
  return (
    <section className="stack gap-3" aria-labelledby="saved-searches">
      <h2 id="saved-searches">Saved searches</h2>
      {!data && (error ? <LoadError onRetry={() => void reload()} /> : <SkeletonBar height={48} />)}
      {data?.length === 0 && <p className="muted">None yet. “Save search” above a list keeps its filters and order here.</p>}
      <RowList>
        {(data ?? []).map((search) => (
          <Row key={search._id} data-testid="saved-search">
            <div>
              <Link href={savedSearchPath(search)} onClick={() => void openSavedSearch(search)}>
                <bdi>{search.name}</bdi>
              </Link>
              <p className="small">{newRowsText(search, now)}</p>
            </div>
            <Button kind="quiet" aria-label={`Delete ${search.name}`} onClick={() => setRemoving(search)}>
              Delete
            </Button>
          </Row>
        ))}
      </RowList>
      {removing && (
        <ConfirmDialog
          title={`Delete “${removing.name}”?`}
          actionLabel="Delete"
          danger
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}
