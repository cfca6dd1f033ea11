import { countsOf } from '#domain/analytics/metrics';
import { aliases, type FieldReader, fieldReader, type RawRecord } from '#domain/catalog/fields';
import { idInUrl, idOfUsername, isUsername, readId, usernameIn } from '#domain/catalog/identity';
import type { IntakeOptions, IntakePoint, IntakeRow, IntakeValue, Reject, Understood } from '#domain/catalog/intake';
import { readCount, type Reading } from '#domain/catalog/intake-counts';
import { cleanBoolean, cleanLine, cleanList, cleanText } from '#domain/catalog/intake-text';
import { type Moment, readTime } from '#domain/catalog/intake-times';
import { cleanDomain, cleanLink } from '#domain/catalog/links';
import type { EntityType } from '#domain/catalog/variants';

const MAX_NAME = 500;
const MAX_DESCRIPTION = 5_000;
const MINUTE = 60_000;

type Values = Record<string, IntakeValue>;

const readers = { board: fieldReader(aliases.board), pinner: fieldReader(aliases.pinner), pin: fieldReader(aliases.pin) } as const;

/** A record under reading: what is wrong with it gathers in `rejects`. */
interface Desk {
  readonly read: FieldReader;
  readonly rejects: Reject[];
  readonly now: Date;
}

function taken<T>(desk: Desk, field: string, reading: Reading<T | null>): T | null {
  if ('value' in reading) return reading.value;
  desk.rejects.push({ field, reason: reading.reason });
  return null;
}

const time = (desk: Desk, field: string): Moment | null => taken(desk, field, readTime(desk.read.one(field), desk.now));

/** Pinterest answers -1 where it does not tell the viewers of a profile. */
const untold = new Set<unknown>([-1, '-1']);
const views = new Set(['profile_views', 'profile_reach']);

function count(desk: Desk, field: string): number | null {
  const raw = desk.read.one(field);
  return views.has(field) && untold.has(raw) ? null : taken(desk, field, readCount(raw));
}

function searchable(read: FieldReader): boolean | null {
  const said = cleanBoolean(read.one('searchable'));
  const gone = cleanBoolean(read.one('deleted'));
  return said ?? (gone === null ? null : !gone);
}

const reference = (_id: string, fields: Values): IntakeRow => ({ _id, last_crawled_at: null, fields, points: [] });

interface Owner {
  readonly _id: string | null;
  readonly username: string | null;
  readonly row: IntakeRow | null;
}

/** Who made it. A masked or made-up handle gives way to the one in the address; a display name is kept as text but identifies nobody. */
function owner(desk: Desk): Owner {
  const url = cleanLink(desk.read.one('owner_url'));
  const said = cleanLine(desk.read.one('owner_username'), 100)?.replace(/^@/, '') ?? null;
  const username = said !== null && !said.includes('█') ? said : usernameIn(url);
  const handle = username !== null && isUsername(username) ? username : null;
  const given = taken(desk, 'pinner._id', readId(desk.read.one('owner_id')));
  const _id = given ?? idInUrl('pinner', url) ?? (handle === null ? null : idOfUsername(handle));
  const name = cleanLine(desk.read.one('owner_name'), MAX_NAME);
  return { _id, username, row: _id === null ? null : reference(_id, { username: handle, name, url }) };
}

interface Part {
  readonly fields: Values;
  readonly references: { entity: EntityType; row: IntakeRow }[];
}

function owned(desk: Desk): Part {
  const made = owner(desk);
  return {
    fields: { pinner_id: made._id, pinner_username: made.username },
    references: made.row === null ? [] : [{ entity: 'pinner', row: made.row }],
  };
}

function pinned(desk: Desk): Part {
  const by = owned(desk);
  const url = cleanLink(desk.read.one('board_url'));
  const board = taken(desk, 'board._id', readId(desk.read.one('board_id'))) ?? idInUrl('board', url);
  const row = board === null ? null : reference(board, { name: cleanLine(desk.read.one('board_name'), MAX_NAME), url });
  return {
    fields: {
      ...by.fields,
      board_id: board,
      link: cleanLink(desk.read.one('link')),
      domain: cleanDomain(desk.read.one('domain')),
      queries: cleanList(desk.read.all('queries')),
    },
    references: row === null ? by.references : [...by.references, { entity: 'board', row }],
  };
}

function profile(desk: Desk): Part {
  const said = cleanLine(desk.read.one('username'), 100)?.replace(/^@/, '') ?? null;
  return {
    fields: {
      username: said !== null && !said.includes('█') ? said : usernameIn(desk.read.one('url')),
      domain_url: cleanDomain(desk.read.one('domain_url')),
      website_url: cleanLink(desk.read.one('website_url')),
      profile_reach: count(desk, 'profile_reach'),
    },
    references: [],
  };
}

/** A board stands under its owner's name: where nothing else says who that is, its address does. */
function boardPart(desk: Desk): Part {
  const by = owned(desk);
  return { ...by, fields: { ...by.fields, pinner_username: by.fields['pinner_username'] ?? usernameIn(desk.read.one('url')) } };
}

const ownPart = { board: boardPart, pinner: profile, pin: pinned } as const satisfies Record<EntityType, (desk: Desk) => Part>;

function identity(desk: Desk, entity: EntityType): string | null {
  const reading = readId(desk.read.one('_id'));
  if ('reason' in reading) return taken(desk, '_id', reading);
  const id = reading.value ?? idInUrl(entity, desk.read.one('url'));
  if (id === null)
    desk.rejects.push({ field: '_id', reason: `no _id and no Pinterest url of a ${entity}: nothing says which ${entity} this is` });
  return id;
}

/** The crawl's counts as that day's point; none where nothing was counted. */
function points(desk: Desk, entity: EntityType, crawled: Moment | null): IntakePoint[] {
  const counts = countsOf[entity].map((metric) => count(desk, metric));
  if (counts.every((value) => value === null)) return [];
  const moment = crawled ?? { ms: desk.now.getTime(), timed: true };
  return [{ at: Math.floor(moment.ms / MINUTE), timed: moment.timed, counts }];
}

/** Understands a record as a board, a pinner or a pin. One wrong count, time or id rejects the whole record; texts and links are cleaned. */
export function understandRow(entity: EntityType, record: RawRecord, options: IntakeOptions): Understood {
  const desk: Desk = { read: readers[entity](record), rejects: [], now: options.now };
  const _id = identity(desk, entity);
  if (_id === null) return { rejects: desk.rejects };
  const own = ownPart[entity](desk);
  const crawled = time(desk, 'last_crawled_at');
  const fields: Values = {
    name: cleanLine(desk.read.one('name'), MAX_NAME),
    description: cleanText(desk.read.one('description'), MAX_DESCRIPTION),
    url: cleanLink(desk.read.one('url')),
    image_url: cleanLink(desk.read.one('image_url')),
    topics: cleanList(desk.read.all('topics')),
    searchable: searchable(desk.read),
    created_at: time(desk, 'created_at')?.ms ?? null,
    ...(entity === 'board' ? { board_order_modified_at: time(desk, 'board_order_modified_at')?.ms ?? null } : {}),
    ...own.fields,
  };
  const counted = points(desk, entity, crawled);
  if (desk.rejects.length > 0) return { rejects: desk.rejects };
  const row: IntakeRow = { _id, last_crawled_at: crawled?.ms ?? options.now.getTime(), fields, points: counted };
  return { entity, row, references: own.references };
}
