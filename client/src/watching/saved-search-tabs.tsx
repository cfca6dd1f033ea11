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
import type { SavedSearch, SearchToSave } from '#domain/watching/contract';
import { savedSearchPath } from '#domain/watching/saved-searches';
import { newRowsText, openSavedSearch, showSavedChange, useSavedSearches } from './saved-searches';
import styles from './saved-search-tabs.module.css';

/** A button that saves the current search of a list, for signed-in users; from 768 px on, with the saved searches of that list. */
export function SavedSearchTabs(search: SearchToSave) {
  const user = useUser();
  const isNarrow = useIsNarrow();
  if (!user) return null;
  // Phones show them on Watchlists only, and do not load them here.
  return isNarrow ? (
    <SaveSearch search={search} hint={ON_WATCHLISTS} onSaved={async () => `Saved. ${ON_WATCHLISTS}`} />
  ) : (
    <Tabs {...search} />
  );
}

const ON_WATCHLISTS = 'You’ll find it on Watchlists.';

interface SaveSearchProps {
  readonly search: SearchToSave;
  readonly isQuiet?: boolean;
  /** Where the saved search will be. */
  readonly hint: string;
  /** Returns the message to show, if any. */
  readonly onSaved: (added: SavedSearch) => Promise<string | void>;
}

function SaveSearch({ search: { variant, query, name: proposedName }, isQuiet, hint, onSaved }: SaveSearchProps) {
  // Free searches cannot be saved.
  const canSearch = useEntitlement('keyword_search');
  if (!canSearch && new URLSearchParams(query).has('query')) return null;
  const save = async ({ name = '' }: FormFields) => onSaved(await api('POST /users/me/saved-searches', { body: { name, variant, query } }));
  return (
    <ConfirmButton
      label="Save search"
      button={isQuiet ? { kind: 'quiet' } : {}}
      title="Save this search"
      actionLabel="Save"
      onConfirm={save}
    >
      <Field label="Name" name="name" required defaultValue={proposedName} maxLength={MAX_LIST_NAME_LENGTH} hint={hint} />
    </ConfirmButton>
  );
}

function Tabs(search: SearchToSave) {
  const saved = useSavedSearches();
  const [now] = useState(() => new Date());
  const searches = (saved.data ?? []).filter(({ variant, new_count }) => variant === search.variant && new_count !== null);
  return (
    <nav className={classes('cluster gap-1', styles.searches)} aria-label="Saved searches">
      <SaveSearch
        search={search}
        isQuiet
        hint="You’ll find it above this list and on Watchlists."
        onSaved={(added) => showSavedChange(saved, (before) => [...before, added])}
      />
      {searches.map((one) => (
        <Link
          key={one._id}
          href={savedSearchPath(one)}
          className={classes('inline-row strong tap rounded hover gap-2', styles.search)}
          title={newRowsText(one, now)}
          onClick={() => void openSavedSearch(one, saved)}
        >
          <bdi>{one.name}</bdi>{' '}
          {one.new_count !== null && one.new_count > 0 && (
            <span className={classes('text-sm pill', styles.count)}>{wholeNumber(one.new_count)} new</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
