import type { FileKind } from '#domain/catalog/import/import-row';
import { type Concept, conceptOf, isDayName, normalizeColumnName } from '#domain/catalog/import/formats/column-names';
import type { ColumnMapping, ColumnUse, MappedColumn } from '#domain/catalog/import/formats/recognition';
import { fieldAliases } from '#domain/catalog/import/field-aliases';
import { idFromUrl } from '#domain/catalog/import/identity';
import { entityOf } from '#domain/catalog/variants';

/** The field that a column about something fills, by the kind of the rows. */
const fieldsByKind: Readonly<Record<FileKind, Readonly<Partial<Record<Concept, string>>>>> = {
  pins: {
    id: '_id', pinId: '_id', url: 'url', pinUrl: 'url', title: 'name', description: 'description', image: 'image_url', created: 'created_at',
    crawled: 'last_crawled_at', topics: 'topics', saves: 'saves', repins: 'repin_count', username: 'owner_username', profileUrl: 'owner_url',
    profileId: 'owner_id', boardName: 'board_name', boardUrl: 'board_url', boardId: 'board_id', link: 'link', website: 'link', domain: 'domain',
    keyword: 'queries',
  },
  boards: {
    id: '_id', boardId: '_id', url: 'url', boardUrl: 'url', link: 'url', title: 'name', boardName: 'name', description: 'description',
    image: 'image_url', created: 'created_at', crawled: 'last_crawled_at', topics: 'topics', followers: 'follower_count',
    collaborators: 'collaborator_count', pins: 'pin_count', username: 'owner_username', profileUrl: 'owner_url', profileId: 'owner_id',
  },
  pinners: {
    id: '_id', profileId: '_id', url: 'url', profileUrl: 'url', link: 'url', title: 'name', username: 'username', description: 'description',
    image: 'image_url', created: 'created_at', crawled: 'last_crawled_at', topics: 'topics', followers: 'follower_count',
    viewers: 'profile_views', website: 'website_url', domain: 'domain_url',
  },
  interest: { keyword: 'keyword', title: 'keyword', volume: 'volume', region: 'region', date: 'date', value: 'value', source: 'source' },
  series: {},
}; // prettier-ignore

/** What identifies a row, of which one must be there, and how much each column says about what the rows are. */
const judgedKinds: readonly (readonly [FileKind, readonly Concept[], Readonly<Partial<Record<Concept, number>>>])[] = [
  ['pins', ['id', 'pinId', 'pinUrl'], { pinUrl: 6, pinId: 5, saves: 3, repins: 3, boardName: 1, boardUrl: 1, link: 1, image: 1, domain: 1 }],
  ['boards', ['id', 'boardId', 'boardUrl'], { collaborators: 5, boardUrl: 3, boardId: 2, boardName: 2, pins: 2, followers: 2 }],
  ['pinners', ['id', 'profileId', 'profileUrl', 'username'], { viewers: 5, profileUrl: 3, username: 2, profileId: 2, followers: 2, website: 2, pins: 1 }],
  ['interest', ['keyword'], { volume: 5, keyword: 3, change: 2, value: 1, date: 1 }],
]; // prettier-ignore

const DAYS_WEIGHT = 6;

const urlConcepts = { pin: 'pinUrl', board: 'boardUrl', pinner: 'profileUrl' } as const;

/** What addresses in a column without a telling name lead to. */
function conceptOfUrls(values: readonly string[]): Concept | null {
  const address = values.find((value) => /^https?:\/\//i.test(value.trim()));
  if (address === undefined) return null;
  for (const entity of ['pin', 'board', 'pinner'] as const) if (idFromUrl(entity, address) !== null) return urlConcepts[entity];
  return 'link';
}

/** What a column is about, by its name, and of addresses by their values. */
function conceptOfColumn(name: string, values: readonly string[]): Concept | null {
  const concept = conceptOf(name);
  return concept === 'url' || concept === 'link' || concept === null ? (conceptOfUrls(values) ?? concept) : concept;
}

/** Our name of a field, for columns that are named like it. */
const ownNames = (kind: FileKind): ReadonlyMap<string, string> =>
  new Map(
    Object.entries<readonly string[]>(fieldAliases[kind === 'interest' || kind === 'series' ? kind : entityOf[kind]]).flatMap(
      ([field, aliases]) => aliases.map((alias) => [normalizeColumnName(alias), field] as const),
    ),
  );
const namesByKind = {
  boards: ownNames('boards'), pinners: ownNames('pinners'), pins: ownNames('pins'), series: ownNames('series'), interest: ownNames('interest'),
} as const; // prettier-ignore

const useOf = (kind: FileKind, name: string, concept: Concept | null): ColumnUse =>
  kind === 'interest' && isDayName(name)
    ? 'day'
    : ((concept && fieldsByKind[kind][concept]) ??
      namesByKind[kind].get(normalizeColumnName(name)) ??
      (name.trim() === '' ? 'ignored' : 'note'));

/** What the rows most likely are; null if no column says so. */
function likelyKind(header: readonly string[], concepts: readonly (Concept | null)[]): FileKind | null {
  const names = new Set(header.map(normalizeColumnName));
  if (names.has('points') && names.has('metric')) return 'series';
  if (names.has('points') && names.has('keyword')) return 'interest';
  const found = new Set(concepts);
  const hasDays = header.some(isDayName);
  const scores = judgedKinds.map(([kind, identifying, weights]) => {
    if (!identifying.some((concept) => found.has(concept))) return { kind, score: 0 };
    const ofDays = kind === 'interest' && hasDays ? DAYS_WEIGHT : 0;
    return { kind, score: [...found].reduce((sum, concept) => sum + ((concept && weights[concept]) ?? 0), ofDays) };
  });
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score > 0 ? best.kind : null;
}

/** Proposes what the columns of a table become; null if nothing says what its rows are, and no `kind` is given. */
export function proposeMapping(header: readonly string[], rows: readonly (readonly string[])[], kind?: FileKind): ColumnMapping | null {
  const concepts = header.map((name, index) => conceptOfColumn(name, rows.map((row) => row[index] ?? ''))); // prettier-ignore
  const chosen = kind ?? likelyKind(header, concepts);
  if (chosen === null) return null;
  const columns = header.map((name, index): MappedColumn => ({ name, use: useOf(chosen, name, concepts[index] ?? null) }));
  return { kind: chosen, columns };
}

const namesOfAllKinds: ReadonlySet<string> = new Set(Object.values(namesByKind).flatMap((names) => [...names.keys()]));

const isKnownName = (name: string): boolean =>
  conceptOf(name) !== null || isDayName(name) || namesOfAllKinds.has(normalizeColumnName(name));

/** How many columns of a row have a known name: the header has most. */
export const countKnownNames = (row: readonly string[]): number => row.filter(isKnownName).length;

/** The fields that a column may be mapped to, by the kind of the rows. */
export const mappableFieldsOf = (kind: FileKind): string[] => [...new Set(Object.values(fieldsByKind[kind]))];
