import { classes } from '../ui/classes';
import { useState } from 'react';
import { MAX_LIST_NAME_LENGTH } from '#domain/watching/watchlists';
import { api } from '../api/api';
import { useEntitlement, useUser } from '../site/session';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { Button } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { wholeNumber } from '#domain/numbers';
import { useIsNarrow } from '../ui/use-media';
import { Link } from 'wouter';
import type { ViewToSave } from '../ui/navigation/saved-views-slot';
import { loadSavedViews, newRowsText, openView, useSavedViews, viewPath } from './saved-views';
import styles from './saved-view-tabs.module.css';

/** The saved searches of a list, and a button that saves the current one; from 768 px on, and for signed-in users. */
export function SavedViewTabs(view: ViewToSave) {
  const user = useUser();
  const isNarrow = useIsNarrow();
  // Phones show them on Watchlists only, and do not load them here.
  return user && !isNarrow ? <Tabs {...view} /> : null;
}

function Tabs({ variant, query, name: proposedName }: ViewToSave) {
  const { data } = useSavedViews();
  // Free searches cannot be saved.
  const canSearch = useEntitlement('keyword_search');
  const canSave = canSearch || !new URLSearchParams(query).has('query');
  const [now] = useState(() => new Date());
  const [isNaming, setIsNaming] = useState(false);
  const save = async ({ name = '' }: Readonly<Record<string, string>>) => {
    await api('POST /users/me/saved-searches', { body: { name, variant, query } });
    await loadSavedViews();
    setIsNaming(false);
  };
  const views = (data ?? []).filter((view) => view.variant === variant && view.new_count !== null);
  return (
    <nav className={classes('cluster to-end gap-1', styles.views)} aria-label="Saved views">
      {views.map((view) => (
        <Link
          key={view._id}
          href={viewPath(view)}
          className={classes('inline-row strong tap rounded hover gap-2', styles.view)}
          title={newRowsText(view, now)}
          onClick={() => void openView(view)}
        >
          <bdi>{view.name}</bdi>{' '}
          {view.new_count !== null && view.new_count > 0 && (
            <span className={classes('text-sm pill', styles.count)}>{wholeNumber(view.new_count)} new</span>
          )}
        </Link>
      ))}
      {canSave && (
        <Button kind="quiet" onClick={() => setIsNaming(true)}>
          Save view
        </Button>
      )}
      {isNaming && (
        <ConfirmDialog title="Save this view" actionLabel="Save" onConfirm={save} onClose={() => setIsNaming(false)}>
          <Field
            label="Name"
            name="name"
            required
            defaultValue={proposedName}
            maxLength={MAX_LIST_NAME_LENGTH}
            hint="You’ll find it above this list and on Watchlists."
          />
        </ConfirmDialog>
      )}
    </nav>
  );
}
