import { useState } from 'react';
import type { SavedSearch } from '#domain/watching/contract';
import { api } from '../api/api';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button } from '../ui/form/button';
import { Link } from 'wouter';
import { Row, RowList } from '../ui/row-list';
import { loadSavedViews, newRowsText, openView, useSavedViews, viewPath } from './saved-views';

/** The saved searches of all lists, with what is new in each. */
export function SavedViewList() {
  const { data, hasFailed } = useSavedViews();
  const [now] = useState(() => new Date());
  const [removing, setRemoving] = useState<SavedSearch | null>(null);
  const remove = async ({ _id: id }: SavedSearch) => {
    await api('DELETE /users/me/saved-searches/:id', { params: { id } });
    await loadSavedViews();
    setRemoving(null);
  };
  return (
    <section className="stack gap-3" aria-labelledby="saved-searches">
      <h2 id="saved-searches">Saved searches</h2>
      {!data && (hasFailed ? <LoadError onRetry={() => void loadSavedViews()} /> : <SkeletonBar height={48} />)}
      {data?.length === 0 && <p className="muted">None yet. “Save view” above a list keeps its filters and order here.</p>}
      <RowList>
        {(data ?? []).map((view) => (
          <Row key={view._id} data-testid="saved-search">
            <div>
              <Link href={viewPath(view)} onClick={() => void openView(view)}>
                <bdi>{view.name}</bdi>
              </Link>
              <p className="small">{newRowsText(view, now)}</p>
            </div>
            <Button kind="quiet" aria-label={`Delete ${view.name}`} onClick={() => setRemoving(view)}>
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
