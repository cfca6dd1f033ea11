import type { AuditEntry, AuditFilters, AuditPage, AuditSearch } from '#domain/audit/contract';

/** What an act is done to. Each kind but `person` is named by a text: the name of a job or a file, or the number of a cleanup. */
export type TargetKind = 'person' | 'cleanup' | 'job' | 'file';

/** What the audit knows about an act. */
interface ActFacts {
  /** What was done, as people read it. */
  readonly sentence: string;
  /** What it is done to; null: the site or its catalog as a whole. */
  readonly target: TargetKind | null;
  /** The names of the details that an entry holds; others are left out. */
  readonly details: readonly string[];
}

const onPerson = (sentence: string, ...details: string[]) => ({ sentence, target: 'person', details }) as const satisfies ActFacts;
const onFile = (sentence: string, ...details: string[]) => ({ sentence, target: 'file', details }) as const satisfies ActFacts;
const onSite = (sentence: string, ...details: string[]) => ({ sentence, target: null, details }) as const satisfies ActFacts;

/** Every administrative act, by page, API, or command. Names are stored, so that none is ever renamed. */
export const acts = {
  sessions_ended: onPerson('Ended sessions', 'sessions'),
  premium_given: onPerson('Gave Premium', 'until'),
  premium_ended: onPerson('Ended given Premium'),
  account_deleted: onPerson('Deleted an account'),
  second_factor_reset: onPerson('Removed a second factor'),
  administrator_appointed: onPerson('Appointed an administrator', 'account'),
  administrator_dismissed: onPerson('Made an administrator a regular user'),
  password_reset: onPerson('Replaced a password by a link'),
  api_key_created: onPerson('Created an API key', 'key', 'kind'),
  api_key_revoked: onPerson('Revoked an API key', 'key', 'kind'),
  assistant_connected: onPerson('Connected an assistant', 'assistant', 'host'),
  assistant_disconnected: onPerson('Disconnected an assistant', 'assistant', 'host'),
  catalog_cleaned: { sentence: 'Removed rows of the catalog', target: 'cleanup', details: ['entity', 'issue', 'rows'] },
  removed_rows_downloaded: { sentence: 'Downloaded removed rows', target: 'cleanup', details: ['file'] },
  job_started: { sentence: 'Started a job', target: 'job', details: [] },
  audit_exported: onSite('Exported the audit', 'act', 'from', 'to'),
  catalog_imported: onFile('Imported a file', 'kind'),
  import_taken_back: onFile('Took an import back', 'import'),
  columns_chosen: onFile('Chose what the columns of files become', 'kind'),
  interest_removed: onSite('Removed search interest'),
  growth_recomputed: onSite('Recomputed growth and momentum', 'as_of'),
  keywords_recomputed: onSite('Recomputed keywords'),
  maintenance_begun: onSite('Began maintenance'),
  maintenance_ended: onSite('Ended maintenance'),
  demo_loaded: onSite('Loaded the demo'),
  demo_removed: onSite('Removed the demo'),
  demo_events_added: onSite('Added visitor events to the demo'),
  campaign_sent: onFile('Sent a marketing email', 'to'),
  site_backed_up: onFile('Backed up the site'),
  site_restored: onFile('Restored a backup'),
  keys_rotated: onSite('Re-encrypted tokens with the current key'),
} as const satisfies Record<string, ActFacts>;

export type ActName = keyof typeof acts;

export const actNames = Object.keys(acts) as [ActName, ...ActName[]];

/** The words on screen for the values of details, which are stored as the API names them. */
const valueWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: {
    boards: 'boards',
    pinners: 'influencers',
    pins: 'pins',
    series: 'readings',
    interest: 'search interest',
    personal: 'a personal key',
    ingest: 'an ingest key',
  },
  entity: { board: 'boards', pinner: 'influencers', pin: 'pins' },
  issue: { all_zero: 'all zero', never_crawled: 'never crawled', not_searchable: 'deleted' },
  act: Object.fromEntries(actNames.map((act) => [act, `only “${acts[act].sentence}”`])),
};

/** A detail of an act as people read it: `influencers`, `rows 12`. */
export const detailText = (name: string, value: string | number): string =>
  valueWords[name]?.[value] ?? `${name.replaceAll('_', ' ')} ${value}`;

/** Who acts: a signed-in administrator, or the operating system's user and host of a command. `origin` is the request's id, or the command line. */
export type Actor = UserActor | CommandActor;

export interface UserActor {
  readonly kind: 'user';
  readonly id: string;
  readonly origin: string | null;
}

export interface CommandActor {
  readonly kind: 'command';
  /** `root@server-1`. */
  readonly label: string;
  readonly origin: string;
}

export type ActDetails = Readonly<Record<string, string | number>>;

/** An act to write down. Times are those of the act's records. */
export interface NewEntry {
  readonly by: Actor;
  readonly at: Date;
  readonly act: ActName;
  /** The id of a person, or the name of what the act is done to; none for the whole site. */
  readonly target?: string;
  readonly details?: ActDetails;
}

/** An entry as it is stored: the address of a person is not in it, so that erasing the account erases it here too. */
interface HeldEntry {
  readonly at: Date;
  readonly act: ActName;
  readonly actorKind: Actor['kind'];
  readonly actorId: string | null;
  readonly actorLabel: string | null;
  readonly personId: string | null;
  readonly target: string | null;
  readonly details: ActDetails;
  readonly origin: string | null;
}

/** The label of a person whose account is gone. */
export const DELETED_USER = 'Deleted user';

/** The longest text of an entry. */
export const MAX_HELD_CHARACTERS = 300;

const ADDRESS_PATTERN = /[^\s=,:"'<>]+@[^\s=,:"'<>]+/g;

/** A text without email addresses and not longer than an entry holds. */
const heldText = (text: string): string => text.replaceAll(ADDRESS_PATTERN, 'ADDRESS').slice(0, MAX_HELD_CHARACTERS);

/** What an entry holds of an act: the details that its kind has, no email address, and nothing long. */
export function heldEntry({ by, at, act, target = '', details = {} }: NewEntry): HeldEntry {
  const facts: ActFacts = acts[act];
  const held = Object.entries(details).filter(([name]) => facts.details.includes(name));
  const isOnPerson = facts.target === 'person';
  return {
    at,
    act,
    actorKind: by.kind,
    actorId: by.kind === 'user' ? by.id : null,
    actorLabel: by.kind === 'command' ? by.label.slice(0, MAX_HELD_CHARACTERS) : null,
    personId: isOnPerson ? target : null,
    target: isOnPerson || facts.target === null ? null : heldText(target),
    details: Object.fromEntries(held.map(([name, value]) => [name, typeof value === 'string' ? heldText(value) : value])),
    origin: by.origin === null ? null : heldText(by.origin),
  };
}

/**
 * Who did what. Entries are only added: none is changed or deleted, and all are kept for good. Of a deleted account, they keep neither
 * address nor id.
 *
 * An act that is one transaction writes its entry in it, by its own adapter, so that neither exists without the other. What takes many
 * transactions, files, or another process is entered by `enter` before it begins: such an entry may stand for an act that failed.
 */
export abstract class AuditLog {
  abstract enter(entry: NewEntry): Promise<void>;

  /** A page of the matching entries, the newest first. */
  abstract list(search: AuditSearch): Promise<AuditPage>;

  /** All matching entries in batches, the newest first. */
  abstract readAll(filters: AuditFilters): AsyncIterable<readonly AuditEntry[]>;
}
