import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { keywordRefusalSentence, searchesLeftText } from '#domain/subscriptions/free-searches/free-search-sentences';
import type { ScreenAccess } from '#domain/site/screens';
import { BEST_MATCH_ORDER } from '#domain/catalog/orders';
import { classes } from '../ui/classes';
import { useCatalogStats } from '../api/catalog-stats';
import { api, freeSearches } from '../api/api';
import { closePalette } from '../site/shortcuts';
import { useEntitlement, useIsAdmin, useSearchAccess, useUser } from '../site/session';
import {
  type CommandGroup,
  commandsOf,
  type FoundEntity,
  isFoundByTitle,
  keywordCommands,
  matching,
  type PaletteCommand,
  resultGroups,
} from './palette-commands';
import { MatchElsewhere } from '../catalog/list/marked-text';
import { EntityPicture } from '../ui/picture/picture';
import { useSettled } from '../ui/form/use-settled';
import { CACHE_TTL_MS, useResource } from '../api/resource';
import styles from './command-palette.module.css';

const PICTURE_WIDTH_PX = 28;

/** Go to a screen, find an entity or a keyword, or act on the page, by typing. */
export function CommandPalette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const [groups] = useCommands();
  const canSearch = useEntitlement('keyword_search');
  const searchHint = useSearchHint();
  const { results, isBusy, hasFailed } = usePaletteSearch(query, canSearch);
  const shown = groupsFor(query.trim(), groups, results).filter(({ commands }) => commands.length > 0);
  const commands = shown.flatMap((group) => group.commands);
  const active = Math.min(index, commands.length - 1);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    // Without braces, the promise that new browsers return would be taken for a clean-up.
    document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);
  const close = () => {
    // The browser returns the focus to where it was, before the command moves it.
    dialog.current?.close();
    closePalette();
  };
  const run = (command: PaletteCommand | undefined) => {
    if (!command) return;
    close();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = indexAfterKey(event.key, active, commands.length);
    if (event.key === 'Enter') run(commands[active]);
    else if (target !== null) setIndex(target);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className={classes('surface ink clip', styles.palette)}
      aria-label="Command palette"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <input
        className={classes('full fixed', styles.input)}
        role="combobox"
        aria-label={canSearch ? 'Find a screen, an action, a board, an influencer, or a pin' : 'Find a screen, an action, or a keyword'}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={commands.length > 0 ? optionId(listId, active) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={canSearch ? 'Go to, find, or do…' : 'Go to a screen, or find a keyword…'}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Options listId={listId} groups={shown} active={active} onRun={run} />
      <output className="caption">
        {statusText(commands.length, isBusy, hasFailed)} {!canSearch && query.trim() !== '' && searchHint}
      </output>
    </dialog>
  );
}

/** Why entities are not found by their words here; nothing until it is known how many free searches the site has. */
function useSearchHint(): string {
  const access = useSearchAccess();
  const { data: stats, error } = useCatalogStats();
  const { left } = useSnapshot(freeSearches);
  if (!stats && !error) return '';
  const perDay = stats?.free_searches ?? 0;
  return keywordRefusalSentence(access, perDay) ?? `Search in a list: ${searchesLeftText(perDay, left)}.`;
}

/** The commands when the palette was opened: the page below does not change meanwhile. */
function useCommands() {
  const user = useUser();
  const isAdmin = useIsAdmin();
  return useState(() => {
    const access: readonly (ScreenAccess | false)[] = ['anyone', user !== null && 'signed-in', isAdmin && 'admin'];
    return commandsOf(new Set(access.filter((one) => one !== false)));
  });
}

/** What a text leads to: screens and actions whose name begins with it, keywords, what was found, and the other screens and actions. */
function groupsFor(query: string, own: readonly CommandGroup[], results: PaletteResults | null): readonly CommandGroup[] {
  const matches = matching(own, query);
  if (query === '') return matches;
  const isNamed = matches.some(({ commands }) => commands.some(({ name }) => name.toLowerCase().startsWith(query.toLowerCase())));
  const found = [
    { title: 'Keywords', commands: keywordCommands(query, results?.keywords ?? []) },
    ...(results ? resultGroups(results) : []),
  ];
  return isNamed ? [...matches, ...found] : [...found, ...matches];
}

interface OptionsProps {
  readonly listId: string;
  readonly groups: readonly CommandGroup[];
  readonly active: number;
  readonly onRun: (command: PaletteCommand) => void;
}

function Options({ listId, groups, active, onRun }: OptionsProps) {
  const starts = groups.map((_, place) => groups.slice(0, place).reduce((sum, { commands }) => sum + commands.length, 0));
  return (
    // A select or a datalist cannot show groups with keys beside an input.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div id={listId} className={styles.list} role="listbox" aria-label="Commands">
      {groups.map(({ title, commands }, place) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div key={title} role="group" aria-label={title}>
          <p className={classes('muted strong text-sm', styles.title)} aria-hidden="true">
            {title}
          </p>
          {commands.map((command, offset) => {
            const index = (starts[place] ?? 0) + offset;
            return (
              // The input keeps the focus and handles the keys.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role
              <div
                key={command.id ?? command.name}
                id={optionId(listId, index)}
                className={styles.option}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onClick={() => onRun(command)}
              >
                {command.picture && <EntityPicture {...command.picture} width={PICTURE_WIDTH_PX} isEager />}
                <span className="stack shrink">
                  <bdi className="one-line">{command.name}</bdi>
                  {command.elsewhere && <MatchElsewhere elsewhere={command.elsewhere} />}
                </span>
                {command.hint !== undefined && <kbd>{command.hint}</kbd>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The index that a key leads to, around the ends; null for other keys. */
function indexAfterKey(key: string, index: number, count: number): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  return step === undefined || count === 0 ? null : (index + step + count) % count;
}

function statusText(count: number, isBusy: boolean, hasFailed: boolean): string {
  if (isBusy) return 'Searching…';
  if (hasFailed) return "We couldn't search. Check your connection.";
  return count === 0 ? 'Nothing found.' : '';
}

const MAX_ROWS = 3;
/** More than are shown, so that those that are found by their titles come first. */
const ASKED_ROWS = 10;
const TYPING_PAUSE_MS = 200;

/** What was found for a text. */
interface PaletteResults {
  readonly boards: readonly FoundEntity[];
  readonly pinners: readonly FoundEntity[];
  readonly pins: readonly FoundEntity[];
  readonly keywords: readonly string[];
}

/** Finds keywords by their beginning and, for viewers who may search them, entities; a moment after the last key. */
function usePaletteSearch(text: string, canSearch: boolean) {
  const settledText = (useSettled(text, TYPING_PAUSE_MS) ?? '').trim();
  const { shown, busy, error } = useResource(
    `palette ${canSearch} ${settledText}`,
    (signal) => (canSearch ? findEntities(settledText, signal) : findKeywords(settledText, signal)),
    { isEnabled: settledText !== '', keptMs: CACHE_TTL_MS },
  );
  return {
    results: text.trim() === '' || settledText === '' ? null : shown,
    isBusy: text.trim() !== '' && (busy || settledText !== text.trim()),
    hasFailed: error !== null,
  };
}

async function findEntities(text: string, signal: AbortSignal): Promise<PaletteResults> {
  const call = { query: { query: text, order_by: BEST_MATCH_ORDER, with: 'snippet', per_page: ASKED_ROWS }, signal } as const;
  const [{ boards }, { pinners }, { pins }, found] = await Promise.all([
    api('GET /boards', call),
    api('GET /pinners', call),
    api('GET /pins', call),
    findKeywords(text, signal),
  ]);
  return { ...found, boards: titlesFirst(boards), pinners: titlesFirst(pinners), pins: titlesFirst(pins) };
}

const titlesFirst = (rows: readonly FoundEntity[]): readonly FoundEntity[] =>
  rows.toSorted((a, b) => Number(!isFoundByTitle(a)) - Number(!isFoundByTitle(b))).slice(0, MAX_ROWS);

async function findKeywords(query: string, signal: AbortSignal): Promise<PaletteResults> {
  const { keywords } = await api('GET /keywords', { query: { query, order_by: 'pins', per_page: MAX_ROWS }, signal });
  return { boards: [], pinners: [], pins: [], keywords: keywords.map(({ keyword }) => keyword) };
}
