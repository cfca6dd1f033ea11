import type { FileKind } from '#domain/catalog/import/import-row';
import { isDayName, normalizeColumnName } from '#domain/catalog/import/formats/column-names';
import type { ColumnUse, FormatName, Outcome } from '#domain/catalog/import/formats/recognition';

/** A format with known columns. Columns that `uses` does not name become notes, or are ignored where `others` says so. */
export interface KnownFormat {
  readonly format: FormatName;
  readonly title: string;
  readonly source: string | null;
  readonly kind: FileKind;
  readonly outcomes: readonly Outcome[];
  /** Names of columns that all files of the format have, normalized. */
  readonly requires: readonly string[];
  /** … and some of these. */
  readonly requiresAny?: readonly string[];
  /** What columns become, by normalized name. */
  readonly uses: Readonly<Record<string, ColumnUse>>;
  readonly others: 'note' | 'ignored';
}

const pinClicks = { source: 'PinClicks', others: 'note' } as const;
const topicPages = { source: 'Pinterest topic pages', others: 'note' } as const;

/** Tables and JSON records of tools, by the columns or keys of theirs. */
const knownFormats: readonly KnownFormat[] = [
  {
    ...pinClicks,
    format: 'pinclicks-top-pins',
    title: 'PinClicks Top Pins',
    kind: 'pins',
    outcomes: ['pins', 'boards', 'pinners', 'readings', 'notes'],
    requires: ['id', 'pin score', 'position', 'is repin', 'keyword annotations'],
    uses: {
      id: '_id',
      title: 'name',
      // The address of the destination, or of the pin: told by its value.
      url: 'url',
      saves: 'saves',
      repins: 'repin_count',
      'created at': 'created_at',
      'keyword annotations': 'topics',
      'image url': 'image_url',
      'board url': 'board_url',
      'profile url': 'pinner_url',
      description: 'description',
    },
  },
  {
    ...pinClicks,
    format: 'pinclicks-keyword-explorer',
    title: 'PinClicks Keyword Explorer',
    kind: 'interest',
    outcomes: ['volumes', 'notes'],
    requires: ['id', 'label', 'url', 'search volume', 'followers'],
    uses: { id: 'ignored', label: 'keyword', 'search volume': 'volume' },
  },
  {
    ...topicPages,
    format: 'topic-pages',
    title: 'Topic pages',
    kind: 'interest',
    outcomes: ['volumes', 'notes'],
    requires: ['name'],
    requiresAny: ['searches', 'internal search count'],
    uses: { id: 'ignored', name: 'keyword', searches: 'volume', 'internal search count': 'volume', 'last update': 'measured_at' },
  },
  {
    ...topicPages,
    format: 'topic-page-pins',
    title: 'Pins of topic pages',
    kind: 'pins',
    outcomes: ['pins', 'readings', 'notes'],
    requires: ['id', 'repin count'],
    requiresAny: ['article url', 'pin created at', 'annotations'],
    uses: {
      id: '_id',
      title: 'name',
      description: 'description',
      'image url': 'image_url',
      'article url': 'link',
      'repin count': 'repin_count',
      'save count': 'saves',
      annotations: 'topics',
      'pin created at': 'created_at',
      domain: 'domain',
    },
  },
  {
    format: 'apify-pins',
    title: 'Pins of an Apify crawler',
    source: 'Apify',
    kind: 'pins',
    outcomes: ['pins', 'boards', 'pinners', 'readings', 'notes'],
    requires: ['id', 'seo url'],
    uses: {
      id: '_id',
      'seo url': 'url',
      'auto alt text': 'note',
      'seo title': 'note',
    },
    // Its other keys are read by the names that all crawlers use.
    others: 'ignored',
  },
  {
    format: 'windsor',
    title: 'Windsor.ai, Pinterest Organic',
    source: 'Windsor.ai',
    kind: 'pins',
    outcomes: ['pins', 'boards'],
    requires: ['date', 'pin id'],
    requiresAny: ['pin impression', 'pin click', 'pin outbound click', 'pin save'],
    uses: {
      date: 'last_crawled_at',
      'pin id': '_id',
      'pin title': 'name',
      'pin description': 'description',
      'pin link': 'link',
      'pin image url': 'image_url',
      'pin created at': 'created_at',
      'board id': 'board_id',
      'board name': 'board_name',
      'board url': 'board_url',
    },
    // Impressions, clicks, and saves of a day are the user's own analytics, and no counts that Pinterest shows.
    others: 'ignored',
  },
];

const hasAll = (names: ReadonlySet<string>, wanted: readonly string[]): boolean => wanted.every((name) => names.has(name));

/** Whether a header is that of Pinterest's bulk-create CSV: pins to publish, which do not exist yet. */
export const isBulkCreateHeader = (names: ReadonlySet<string>): boolean =>
  hasAll(names, ['title', 'media url', 'pinterest board', 'publish date']);

/** The known format with these column names. */
export const findKnownFormat = (names: ReadonlySet<string>): KnownFormat | undefined =>
  knownFormats.find(
    ({ requires, requiresAny }) => hasAll(names, requires) && (requiresAny === undefined || requiresAny.some((name) => names.has(name))),
  );

/** The keyword and the region of a column of Google Trends, such as `plum: (United States)`. */
export function parseCurveName(name: string): { readonly keyword: string; readonly region: string } | null {
  const [, keyword, region] = /^(.+): \((.+)\)$/.exec(name.trim()) ?? [];
  return keyword === undefined || region === undefined ? null : { keyword, region };
}

/** Whether a header is that of Google Trends: a day or a week, and a column per keyword and country. */
export const isGoogleTrendsHeader = ([date = '', ...curves]: readonly string[]): boolean =>
  curves.length > 0 && curves.every((name) => parseCurveName(name) !== null) && date.trim() !== '' && !isDayName(date);

/** The region in the first line of an export of Pinterest Trends, such as `US`. */
export function trendsRegionOf(preamble: string): string | null {
  const [, text] = /trends\.pinterest\.[^\s"]*[?&]country=([^&\s"]+)/i.exec(preamble) ?? [];
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text).slice(0, 100);
  } catch {
    return text.slice(0, 100);
  }
}

/** Our own list of keywords. */
export const ownKeywords: KnownFormat = {
  format: 'corklight-keywords',
  title: 'List of keywords',
  source: null,
  kind: 'interest',
  outcomes: ['volumes'],
  requires: ['keyword', 'saves per pin', 'competition'],
  uses: { keyword: 'keyword', volume: 'volume', 'volume source': 'source', 'volume region': 'region', 'volume on': 'measured_at' },
  others: 'ignored',
};

/** Columns of our own lists: those that no source has. */
export const isOwnListHeader = (names: ReadonlySet<string>): boolean => hasAll(names, ['id', 'checks passed', 'jump share']);
export const isOwnKeywordHeader = (names: ReadonlySet<string>): boolean => hasAll(names, ownKeywords.requires);

/** The normalized names of a header. */
export const namesOf = (header: readonly string[]): ReadonlySet<string> => new Set(header.map(normalizeColumnName));
