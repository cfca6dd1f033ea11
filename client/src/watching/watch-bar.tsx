import { classes } from '../ui/classes';
import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Watching } from '#domain/watching/contract';
import { SECOND_MS } from '#domain/durations';
import { entityOf, entityTypes, variants } from '#domain/catalog/variants';
import { findScreen } from '#domain/site/find-screen';
import { formatCount } from '#domain/numbers';
import { entityIdFromPath, isAdminPath } from '../site/paths';
import { useShortcuts } from '../site/shortcuts';
import { usePath } from '../ui/navigation/use-path';
import { Button, IconButton } from '../ui/form/button';
import { dropDraft, type NoteDraft, noteDrafts } from './notes/note-drafts';
import { WatchDialog } from './watch-dialog';
import { closeWatchBar, keysOf, lastWatched, undoWatched, watchAtOnce, watching, type WatchedEntity } from './watching';
import styles from './watch-bar.module.css';

const SHOWN_MS = 10 * SECOND_MS;

type OpenDialog = WatchedEntity & { readonly isOfLists: boolean };

/** Says what was watched last, and offers a note, another list, and to undo it. It stays while it is hovered or focused. */
export function WatchBar() {
  const { shown } = useSnapshot(lastWatched) as typeof lastWatched;
  const { data } = watching.useLoaded();
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const path = usePath();
  // There, the keys have another meaning.
  const hasOtherKeys = isAdminPath(path) || findScreen(path)?.name === 'keyword';
  const isWatched = ({ entity, id }: WatchedEntity) => keysOf(data, entity, id).length > 0;
  // What is watched already opens its dialog.
  const onKey = async (hasDialog: boolean) => {
    const target = entityOfKeys();
    if (!target) return;
    if (!data) await watching.load();
    const loaded = data ?? watching.find();
    if (!loaded) return;
    const wasWatched = keysOf(loaded, target.entity, target.id).length > 0;
    if (!wasWatched) await watchAtOnce([target]);
    if (hasDialog || wasWatched) openDialog({ ...target, isOfLists: false });
  };
  const openDialog = (dialog: OpenDialog) => {
    closeWatchBar();
    setOpened(dialog);
  };
  const hasBar = shown !== null || opened !== null;
  useShortcuts(hasOtherKeys ? {} : { s: () => void onKey(false), n: () => void onKey(true) });
  return (
    <>
      {/* Always there, so that screen readers announce what appears in it. */}
      <output className={classes('row items-stretch to-middle', styles.region)} data-testid="watch-region">
        {shown && data && (
          <Bar key={shown.items[0]?._id}>
            <BarText entities={shown.entities} listName={data.watchlists.find(({ _id }) => _id === shown.items[0]?.watchlist_id)?.name} />
            <span className="cluster">
              {shown.entities.length === 1 &&
                shown.entities.map((entity) => <BarButtons key={entity.id} onOpen={(isOfLists) => openDialog({ ...entity, isOfLists })} />)}
              <Button kind="quiet" onClick={() => void undoWatched()}>
                Undo
              </Button>
              <IconButton icon="close" aria-label="Close" onClick={closeWatchBar} />
            </span>
          </Bar>
        )}
        {!hasBar && data && <DraftBar data={data} onOpen={(entity) => openDialog({ ...entity, isOfLists: false })} />}
      </output>
      {opened && data && isWatched(opened) && <WatchDialog {...opened} data={data} onClose={() => setOpened(null)} />}
    </>
  );
}

interface DraftBarProps {
  readonly data: Watching;
  readonly onOpen: (entity: WatchedEntity) => void;
}

/** Offers to go on with a note that was typed before the page was loaded again. */
function DraftBar({ data, onOpen }: DraftBarProps) {
  const [drafts, setDrafts] = useState(noteDrafts);
  const itemOf = ({ itemId }: NoteDraft) => data.watchlists.flatMap((list) => list.items).find(({ _id }) => _id === itemId);
  useEffect(() => {
    // Those of another user, or of what is no longer watched.
    for (const draft of noteDrafts()) if (!itemOf(draft)) dropDraft(draft.itemId);
  });
  const draft = drafts.find((one) => itemOf(one));
  const item = draft && itemOf(draft);
  if (!item) return null;
  const leave = () => setDrafts(drafts.filter((one) => one !== draft));
  return (
    <span className={classes('floating cluster between anywhere gap-x-3', styles.bar)} data-testid="draft-bar">
      <span>
        Your note about <bdi>{draft.title}</bdi> isn't saved.
      </span>
      <span className="cluster">
        <Button
          kind="quiet"
          onClick={() => {
            leave();
            onOpen({ entity: item.entity, id: item.entity_id, title: draft.title });
          }}
        >
          Go on
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            dropDraft(draft.itemId);
            leave();
          }}
        >
          Discard
        </Button>
      </span>
    </span>
  );
}

/** What the keys are about: the row of a list that has the focus, else the entity of the page. */
function entityOfKeys(): WatchedEntity | null {
  const screen = findScreen(location.pathname)?.name;
  const variant = variants.find((one) => one === screen);
  const row = document.activeElement?.closest<HTMLElement>('[data-row-id]');
  const rowId = row?.dataset['rowId'];
  if (variant && rowId !== undefined) return { entity: entityOf[variant], id: rowId, title: row?.querySelector('a')?.textContent ?? rowId };
  const entity = entityTypes.find((one) => one === screen);
  const id = entityIdFromPath(location.pathname);
  return entity && id !== null ? { entity, id, title: document.querySelector('main h1')?.textContent ?? id } : null;
}

const BarText = ({ entities, listName }: { readonly entities: readonly WatchedEntity[]; readonly listName: string | undefined }) => (
  <span>
    Watching {entities.length === 1 ? <bdi>{entities[0]?.title}</bdi> : formatCount(entities.length, 'item', 'items')}
    {listName !== undefined && (
      <>
        {' '}
        in <bdi>{listName}</bdi>
      </>
    )}
    .
  </span>
);

const BarButtons = ({ onOpen }: { readonly onOpen: (isOfLists: boolean) => void }) => (
  <>
    <Button kind="quiet" onClick={() => onOpen(false)}>
      Note
    </Button>
    <Button kind="quiet" onClick={() => onOpen(true)}>
      Change list
    </Button>
  </>
);

/** Closes itself once it has been shown for long enough and is neither hovered nor focused. */
function Bar({ children }: { readonly children: ReactNode }) {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(closeWatchBar, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    <span
      className={classes('floating cluster between anywhere gap-x-3', styles.bar)}
      data-testid="watch-bar"
      onMouseEnter={() => setIsHovered(true)}
      onMouseLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setIsFocused(currentTarget.contains(relatedTarget))}
    >
      {children}
    </span>
  );
}
