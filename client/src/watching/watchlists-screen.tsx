import { type ComponentProps, useState } from 'react';
import type { Watching, WatchlistDetail } from '#domain/analytics/watching/contract';
import { MAX_LIST_NAME_LENGTH } from '#domain/analytics/watching/watchlists';
import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { EmptyPanel } from '../ui/feedback/empty-panel';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button, ButtonLink, ButtonRow } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/select';
import { Screen } from '../ui/navigation/screen';
import { SeePremium } from '../ui/navigation/see-premium';
import { paths } from '../site/paths';
import { AlertRules } from './alerts/alert-rules';
import { EmailSwitches } from './email-switches';
import { NewListForm } from './new-list-form';
import { SavedViewList } from './saved-view-list';
import { changeSummary } from './change-summary';
import { loadWatching, reloadWatching, useWatching } from './watching';
import { WatchedItems } from './watched-items';
import styles from './watchlists-screen.module.css';
import stack from '../ui/stack.module.css';
import text from '../ui/text.module.css';

/** `/watchlists` */
export function WatchlistsScreen() {
  const { data, hasFailed } = useWatching();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const list = data?.watchlists.find(({ _id }) => _id === chosenId) ?? data?.watchlists[0];
  return (
    <Screen isReady={data !== null} className={styles.screen}>
      {!data && (hasFailed ? <LoadError onRetry={() => void loadWatching()} /> : <SkeletonBar height={240} />)}
      {data && !list && <NothingWatched />}
      {data && list && (
        <>
          <ListChoice data={data} listId={list._id} onChoose={setChosenId} />
          <ListContent key={list._id} id={list._id} />
        </>
      )}
      <AlertRules />
      <EmailSwitches />
      <SavedViewList />
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
  readonly listId: string;
  readonly onChoose: (id: string) => void;
}

function ListChoice({ data: { watchlists, limits }, listId, onChoose }: ListChoiceProps) {
  const [isAdding, setIsAdding] = useState(false);
  const show = (id: string) => {
    onChoose(id);
    return reloadWatching();
  };
  const options = watchlists.map(({ _id, name, items }) => ({ value: _id, name: `${name} (${items.length})` }));
  return (
    <div className={styles.choice}>
      {watchlists.length > 1 && <Select label="Watchlist" value={listId} options={options} onChange={onChoose} />}
      {watchlists.length < limits.lists ? (
        <NewListForm isOpen={isAdding} onToggle={setIsAdding} onCreated={show} />
      ) : (
        limits.lists === 1 && (
          <p className={text.caption}>
            One list of up to {limits.items_per_list} items is free. <SeePremium />
          </p>
        )
      )}
    </div>
  );
}

function ListContent({ id }: { readonly id: string }) {
  const { data, error, reload } = useResource(`watchlist ${id}`, (signal) =>
    api('GET /users/me/watchlists/:id', { params: { id }, signal }),
  );
  if (error) return <LoadError onRetry={() => void reload()} />;
  return data ? <LoadedList loaded={data} /> : <SkeletonBar height={240} />;
}

/** A list with what the user has changed since it was loaded. */
function LoadedList({ loaded }: { readonly loaded: WatchlistDetail }) {
  const [data, setData] = useState(loaded);
  const changeItems: ComponentProps<typeof WatchedItems>['onChange'] = (change) =>
    setData((before) => ({ ...before, items: change(before.items) }));
  return (
    <section aria-labelledby="watchlist-name" className={stack.tight}>
      <div className={styles.head}>
        <h2 id="watchlist-name" dir="auto">
          {data.name}
        </h2>
        <ListActions list={data} onRenamed={(name) => setData((before) => ({ ...before, name }))} />
      </div>
      {data.items.length > 0 && <p className={text.muted}>{changeSummary(data.items)}</p>}
      {data.items.length === 0 ? <NothingWatched /> : <WatchedItems list={data} onChange={changeItems} />}
    </section>
  );
}

interface ListActionsProps {
  readonly list: WatchlistDetail;
  readonly onRenamed: (name: string) => void;
}

function ListActions({ list: { _id: id, name }, onRenamed }: ListActionsProps) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const rename = async (fields: Readonly<Record<string, string>>) => {
    const newName = (fields['name'] ?? '').trim();
    await api('PATCH /users/me/watchlists/:id', { params: { id }, body: { name: newName } });
    onRenamed(newName);
    await reloadWatching();
    close();
  };
  const remove = async () => {
    await api('DELETE /users/me/watchlists/:id', { params: { id } });
    await reloadWatching();
  };
  return (
    <ButtonRow>
      <Button kind="quiet" onClick={() => setOpen('rename')}>
        Rename
      </Button>
      <Button kind="quiet" onClick={() => setOpen('delete')}>
        Delete list
      </Button>
      {open === 'rename' && (
        <ConfirmDialog title={`Rename “${name}”`} actionLabel="Rename" onConfirm={rename} onClose={close}>
          <Field label="Name of the list" name="name" required maxLength={MAX_LIST_NAME_LENGTH} defaultValue={name} />
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete “${name}” with its items and notes?`}
          actionLabel="Delete list"
          danger
          onConfirm={remove}
          onClose={close}
        />
      )}
    </ButtonRow>
  );
}
