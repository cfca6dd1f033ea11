import { useState } from 'react';
import { Link } from 'wouter';
import type { WatchedItem, Watching, Watchlist, WatchlistDetail } from '#domain/watching/contract';
import { MAX_LIST_NAME_LENGTH } from '#domain/watching/watchlists';
import { itemsText } from '#domain/catalog/compare/compared-items';
import { savedSearchPath } from '#domain/watching/saved-searches';
import { api } from '../api/api';
import { toApiError } from '../api/api-error';
import { useEndpoint } from '../api/resource';
import { classes } from '../ui/classes';
import { ConfirmButton } from '../ui/feedback/confirm-dialog';
import { EmptyPanel } from '../ui/feedback/empty-panel';
import { Loaded, LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { ButtonLink, ButtonRow } from '../ui/form/button';
import { Field } from '../ui/form/field';
import type { FormFields } from '../ui/form/use-submission';
import { Select } from '../ui/form/select';
import { Screen } from '../ui/navigation/screen';
import { SeePremium } from '../ui/navigation/see-premium';
import { paths } from '../site/paths';
import { useEntitlement, useMaxCompared } from '../site/session';
import { notify } from '../site/toast';
import { AlertRulesSection } from './alerts/alert-rules';
import { EmailSwitches } from './email-switches';
import { NewListForm } from './new-list-form';
import { changeSummary } from './change-summary';
import { comparable, watching } from './watching';
import { sortItems } from './items/item-sort';
import { WatchedItems } from './items/watched-items';
import { Row, RowList } from '../ui/row-list';
import { newRowsText, openSavedSearch, showSavedChange, useSavedSearches } from './saved-searches';
import styles from './watchlists-screen.module.css';

/** `/watchlists` */
export function WatchlistsScreen() {
  const { data, error, reload } = watching.useLoaded();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const list = data?.watchlists.find(({ _id }) => _id === chosenId) ?? data?.watchlists[0];
  return (
    <Screen isReady={data !== null} className="stack gap-6">
      {!data && (error ? <LoadError onRetry={reload} /> : <SkeletonBar height={innerHeight} />)}
      {data && <ListChoice data={data} listId={list?._id ?? ''} onChoose={setChosenId} />}
      {data && (list ? <ListContent key={list._id} list={list} /> : <NothingWatched />)}
      <div className={classes('stack gap-6', styles.rest, !data && !error && styles.waiting)}>
        <AlertRulesSection />
        <EmailSwitches />
        <SavedSearchList />
      </div>
    </Screen>
  );
}

const NothingWatched = () => (
  <EmptyPanel title="Nothing here yet. Star a board, an influencer, or a pin to follow it." label="No watchlists" testId="watchlists-empty">
    <ButtonRow>
      <ButtonLink href={paths.boards}>Boards</ButtonLink>
      <ButtonLink href={paths.pinners}>Influencers</ButtonLink>
      <ButtonLink href={paths.pins}>Pins</ButtonLink>
    </ButtonRow>
  </EmptyPanel>
);

interface ListChoiceProps {
  readonly data: Watching;
  /** Empty without a list. */
  readonly listId: string;
  readonly onChoose: (id: string) => void;
}

function ListChoice({ data: { watchlists, limits }, listId, onChoose }: ListChoiceProps) {
  const [isAdding, setIsAdding] = useState(false);
  const show = (id: string) => {
    onChoose(id);
    return watching.reload();
  };
  const options = watchlists.map(({ _id, name, items }) => ({ value: _id, name: `${name} (${items.length})` }));
  return (
    <div className="cluster items-end gap-4">
      {watchlists.length > 1 && <Select label="Watchlist" value={listId} options={options} onChange={onChoose} />}
      {watchlists.length < limits.lists ? (
        <NewListForm isOpen={isAdding} onToggle={setIsAdding} onCreated={show} />
      ) : (
        limits.lists === 1 && (
          <p className="caption">
            One list of up to {limits.items_per_list} items is free. <SeePremium />
          </p>
        )
      )}
    </div>
  );
}

/** A list with its items, whose rows have their places from the start. */
function ListContent({ list }: { readonly list: Watchlist }) {
  const items = useEndpoint('GET /users/me/watchlists/:id', { params: { id: list._id } });
  const hasMomentum = useEntitlement('momentum');
  return (
    <section aria-labelledby="watchlist-name" className="stack gap-3">
      <div className="cluster between gap-2 gap-x-4">
        <h2 id="watchlist-name" className="anywhere" dir="auto">
          {list.name}
        </h2>
        <ListActions list={list} />
      </div>
      <Loaded
        resource={items}
        placeholder={
          list.items.length > 0 && (
            <>
              <p className={classes('cluster items-stretch between muted gap-1 gap-x-4', styles.summary)} />
              <WatchedItems listId={list._id} items={null} count={list.items.length} hasMomentum={hasMomentum} />
            </>
          )
        }
      >
        {(loaded) => <LoadedList loaded={loaded} hasMomentum={hasMomentum} />}
      </Loaded>
    </section>
  );
}

/** The items of a list with what the user has changed since it was loaded: other changes may have ended meanwhile. */
function LoadedList({
  loaded: { _id: id, items: loadedItems },
  hasMomentum,
}: {
  readonly loaded: WatchlistDetail;
  readonly hasMomentum: boolean;
}) {
  const [items, setItems] = useState(loadedItems);
  const remove = async (removed: WatchedItem) => {
    try {
      await api('DELETE /users/me/watchlists/:id/items/:item', { params: { id, item: removed._id } });
    } catch (thrown) {
      const error = toApiError(thrown);
      notify(error.message, 'error');
      // What is gone already goes from the screen, too.
      if (error.status !== 404) return;
    }
    setItems((before) => before.filter((item) => item._id !== removed._id));
    await watching.reload();
  };
  const changeNote = ({ _id }: WatchedItem, note: string) =>
    setItems((before) => before.map((item) => (item._id === _id ? { ...item, note } : item)));
  if (items.length === 0) return <NothingWatched />;
  return (
    <>
      <p className={classes('cluster items-stretch between muted gap-1 gap-x-4', styles.summary)}>
        {changeSummary(items)} <CompareLink items={items} />
      </p>
      <WatchedItems
        listId={id}
        items={items}
        count={items.length}
        hasMomentum={hasMomentum}
        onNote={changeNote}
        onRemove={(item) => void remove(item)}
      />
    </>
  );
}

/** Leads to the comparison of as many items of one kind as the plan compares. */
function CompareLink({ items }: { readonly items: readonly WatchedItem[] }) {
  const compared = comparable(sortItems(items, { column: 'growth', isDescending: true }), useMaxCompared());
  if (compared.length < 2) return null;
  return (
    <Link href={paths.compare(itemsText(compared))}>
      {compared.length === items.length ? 'Compare all' : `Compare top ${compared.length}`}
    </Link>
  );
}

function ListActions({ list: { _id: id, name } }: { readonly list: Watchlist }) {
  const rename = async ({ name: newName = '' }: FormFields) => {
    await api('PATCH /users/me/watchlists/:id', { params: { id }, body: { name: newName.trim() } });
    await watching.reload();
  };
  const remove = async () => {
    await api('DELETE /users/me/watchlists/:id', { params: { id } });
    await watching.reload();
  };
  return (
    <ButtonRow>
      <ConfirmButton button={{ kind: 'quiet' }} title={`Rename “${name}”`} actionLabel="Rename" onConfirm={rename}>
        <Field label="Name of the list" name="name" required maxLength={MAX_LIST_NAME_LENGTH} defaultValue={name} />
      </ConfirmButton>
      <ConfirmButton
        button={{ kind: 'quiet' }}
        title={`Delete “${name}” with its items and notes?`}
        actionLabel="Delete list"
        danger
        onConfirm={remove}
      />
    </ButtonRow>
  );
}

/** The saved searches of all lists, with what is new in each. */
function SavedSearchList() {
  const searches = useSavedSearches();
  const [now] = useState(() => new Date());
  const remove = async (id: string) => {
    await api('DELETE /users/me/saved-searches/:id', { params: { id } });
    await showSavedChange(searches, (before) => before.filter(({ _id }) => _id !== id));
  };
  return (
    <section className="stack gap-3" aria-labelledby="saved-searches">
      <h2 id="saved-searches">Saved searches</h2>
      <Loaded resource={searches} height={48}>
        {(list) => (
          <>
            {list.length === 0 && <p className="muted">None yet. “Save search” at a list keeps its filters and order here.</p>}
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
