import { classes } from '../ui/classes';
import { useState } from 'react';
import { MAX_LIST_NAME_LENGTH } from '#domain/watching/watchlists';
import { api } from '../api/api';
import { useEntitlement, useUser } from '../site/session';
import { ConfirmButton } from '../ui/feedback/confirm-dialog';
import { Field } from '../ui/form/field';
import type { FormFields } from '../ui/form/use-submission';
import { wholeNumber } from '#domain/numbers';
import { useIsNarrow } from '../ui/use-media';
import { Link } from 'wouter';
import type { SearchToSave } from '#domain/watching/contract';
import { savedSearchPath } from '#domain/watching/saved-searches';
import { newRowsText, openSavedSearch, showSavedChange, useSavedSearches } from './saved-searches';
import styles from './saved-search-tabs.module.css';

/** The saved searches of a list, and a button that saves the current one; from 768 px on, and for signed-in users. */
export function SavedSearchTabs(search: SearchToSave) {
  const user = useUser();
  const isNarrow = useIsNarrow();
  // Phones show them on Watchlists only, and do not load them here.
  return user && !isNarrow ? <Tabs {...search} /> : null;
}

function Tabs({ variant, query, name: proposedName }: SearchToSave) {
  const saved = useSavedSearches();
  // Free searches cannot be saved.
  const canSearch = useEntitlement('keyword_search');
  const canSave = canSearch || !new URLSearchParams(query).has('query');
  const [now] = useState(() => new Date());
  const save = async ({ name = '' }: FormFields) => {
    const added = await api('POST /users/me/saved-searches', { body: { name, variant, query } });
    await showSavedChange(saved, (searches) => [...searches, added]);
  };
  const searches = (saved.data ?? []).filter((search) => search.variant === variant && search.new_count !== null);
  return (
    <nav className={classes('cluster gap-1', styles.searches)} aria-label="Saved searches">
      {canSave && (
        <ConfirmButton label="Save search" button={{ kind: 'quiet' }} title="Save this search" actionLabel="Save" onConfirm={save}>
          <Field
            label="Name"
            name="name"
            required
            defaultValue={proposedName}
            maxLength={MAX_LIST_NAME_LENGTH}
            hint="You’ll find it above this list and on Watchlists."
          />
        </ConfirmButton>
      )}
      {searches.map((search) => (
        <Link
          key={search._id}
          href={savedSearchPath(search)}
          className={classes('inline-row strong tap rounded hover gap-2', styles.search)}
          title={newRowsText(search, now)}
          onClick={() => void openSavedSearch(search, saved)}
        >
          <bdi>{search.name}</bdi>{' '}
          {search.new_count !== null && search.new_count > 0 && (
            <span className={classes('text-sm pill', styles.count)}>{wholeNumber(search.new_count)} new</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
