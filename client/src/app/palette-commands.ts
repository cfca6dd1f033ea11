import { itemText } from '#domain/catalog/compare/compared-items';
import type { Snippet } from '#domain/catalog/keywords/snippet';
import { entityOf, type EntityType, type Variant } from '#domain/catalog/variants';
import { findScreen } from '#domain/site/find-screen';
import { type ScreenAccess, type ScreenName, screens } from '#domain/site/screens';
import { copyLink } from '../site/clipboard';
import { navigate } from '../site/navigation';
import { entityIdFromPath, isAdminPath, paths } from '../site/paths';
import { availableKeys, runKey } from '../site/shortcuts';
import type { PicturedEntity } from '../ui/picture/picture';

/** What the palette offers. */
export interface PaletteCommand {
  readonly name: string;
  /** Tells commands of the same name apart. */
  readonly id?: string;
  /** What it is, beside the name, such as its key. */
  readonly hint?: string;
  /** Where it has the words that its name does not have. */
  readonly elsewhere?: Snippet['elsewhere'];
  /** What is pictured before the name. */
  readonly picture?: { readonly entity: EntityType; readonly row: PicturedEntity };
  readonly run: () => void;
}

/** Commands under a heading. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly PaletteCommand[];
}

/** The screens that the palette leads to, by the words that people look for. */
const screenNames: Partial<Record<ScreenName, string>> = {
  home: 'Home',
  pins: 'Pins',
  boards: 'Boards',
  pinners: 'Influencers',
  keywords: 'Keywords',
  compare: 'Compare',
  watchlists: 'Watchlists',
  dashboard: 'Today',
  account: 'Account settings',
  premium: 'Premium',
  designer: 'Pin designer',
  momentum: 'How the momentum score works',
  privacy: 'Privacy policy',
  analytics: 'Site Analytics',
  growth: 'Growth Analytics',
  people: 'People',
  imports: 'Imports',
  operations: 'Operations',
};

/** What the keys of screens do. Keys that move within a screen have no name, and are not offered. */
const keyNames: Readonly<Record<string, string>> = {
  '/': 'Search this list',
  f: 'Add a filter',
  v: 'Switch between table and grid',
  '[': 'Previous page',
  ']': 'Next page',
  c: 'Compare the selected rows',
  i: 'Compare as counts or as an index',
  r: 'Refresh',
  e: 'Export',
  n: 'Note on the row or the page',
  t: 'Switch theme',
  '?': 'Show keyboard shortcuts',
};

/** The screens that a viewer may see, and the actions of the current one. */
export function commandsOf(access: ReadonlySet<ScreenAccess>): readonly CommandGroup[] {
  const names = (Object.keys(screenNames) as ScreenName[]).filter((name) => access.has(screens[name].access));
  const goTo = names.map((name): PaletteCommand => ({ name: screenNames[name] ?? name, run: () => navigate(screens[name].path) }));
  return [
    { title: 'Actions', commands: [...actionsOfPage(), ...actionsOfKeys()] },
    { title: 'Go to', commands: goTo },
  ];
}

const actionsOfKeys = (): readonly PaletteCommand[] =>
  availableKeys().flatMap((key) => {
    const name = key === 's' ? (isAdminPath(location.pathname) ? 'Scan' : 'Watch the row or the page') : keyNames[key];
    return name === undefined ? [] : [{ name, hint: key, run: () => runKey(key) }];
  });

function actionsOfPage(): readonly PaletteCommand[] {
  const entity = findScreen(location.pathname)?.name;
  const id = entityIdFromPath(location.pathname);
  const copy = { name: 'Copy the address of this page', run: () => void copyLink() };
  if ((entity !== 'board' && entity !== 'pinner' && entity !== 'pin') || id === null) return [copy];
  return [{ name: 'Compare with others', run: () => navigate(paths.compare(itemText({ entity, id }))) }, copy];
}

/** An entity that was found, and by what. */
export type FoundEntity = PicturedEntity & { readonly snippet?: Snippet };

/** Whether the title of a row has all words that were searched for. */
export const isFoundByTitle = ({ snippet }: FoundEntity): boolean => !snippet?.elsewhere;

/** The commands that lead to found entities. */
const entityCommands = (variant: Variant, rows: readonly FoundEntity[]): readonly PaletteCommand[] =>
  rows.map((row) => ({
    id: row._id,
    name: row.title,
    picture: { entity: entityOf[variant], row },
    elsewhere: row.snippet?.elsewhere ?? null,
    run: () => navigate(paths[entityOf[variant]](row._id)),
  }));

/** Leads to the keyword of a text, or to the keywords that begin with it, which follow. */
export function keywordCommands(query: string, keywords: readonly string[]): readonly PaletteCommand[] {
  const isOpened = (keyword: string) => keyword === query.toLowerCase();
  const target = keywords.some(isOpened) ? paths.keyword(query) : `${paths.keywords}?query=${encodeURIComponent(query)}`;
  const explore = { id: 'explore', name: `Explore “${query}” in Keywords`, run: () => navigate(target) };
  const others = keywords.filter((keyword) => !isOpened(keyword));
  return [explore, ...others.map((keyword) => ({ name: keyword, run: () => navigate(paths.keyword(keyword)) }))];
}

/** What was found, as groups: those with a row that is found by its title come first. */
export function resultGroups(rows: Readonly<Record<Variant, readonly FoundEntity[]>>): readonly CommandGroup[] {
  const groups = (['boards', 'pinners', 'pins'] as const).map((variant) => ({ variant, isByTitle: rows[variant].some(isFoundByTitle) }));
  return groups
    .toSorted((a, b) => Number(b.isByTitle) - Number(a.isByTitle))
    .map(({ variant }) => ({ title: groupTitles[variant], commands: entityCommands(variant, rows[variant]) }));
}

const groupTitles = { boards: 'Boards', pinners: 'Influencers', pins: 'Pins' } as const satisfies Record<Variant, string>;

/** The commands whose names have all words of a text. */
export const matching = (groups: readonly CommandGroup[], text: string): readonly CommandGroup[] => {
  const words = text.toLowerCase().split(/\s+/);
  return groups.map(({ title, commands }) => ({
    title,
    commands: commands.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))),
  }));
};
