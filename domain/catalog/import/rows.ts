import { countsOf } from '#domain/catalog/metrics';
import { fieldAliases } from '#domain/catalog/import/field-aliases';
import { type FieldReader, fieldReader, type RawRecord } from '#domain/catalog/import/field-reader';
import { idFromUrl, idOfUsername, isUsername, parseId, usernameFromUrl } from '#domain/catalog/import/identity';
import {
  type ParseOptions,
  type ImportPoint,
  type ImportRow,
  type ImportValue,
  type Reject,
  type ParsedLine,
  textColumns,
  valueColumns,
  type CatalogKind,
} from '#domain/catalog/import/import-row';
import { parseCount, type ParseResult } from '#domain/catalog/import/counts';
import { cleanNotes } from '#domain/catalog/rows/notes';
import { cleanBoolean, cleanLine, cleanList, cleanText } from '#domain/catalog/import/text';
import { type ParsedTime, parseTime } from '#domain/catalog/import/times';
import { cleanDomain, cleanLink } from '#domain/catalog/import/links';
import { type EntityType, perEntity, entityOf } from '#domain/catalog/variants';
import { MINUTE_MS } from '#domain/durations';
import { parseSeries } from '#domain/catalog/import/series';

const MAX_NAME_LENGTH = 500;
const MAX_DESCRIPTION_LENGTH = 5_000;

type FieldValues = Record<string, ImportValue>;

const fieldReaders = perEntity((entity) => fieldReader(fieldAliases[entity]));

/** The state of parsing one record; `rejects` collects its errors. */
interface ParseContext {
  readonly read: FieldReader;
  readonly rejects: Reject[];
  readonly now: Date;
  readonly crawledAt: Date;
}

function valueOrReject<T>(context: ParseContext, field: string, result: ParseResult<T | null>): T | null {
  if ('value' in result) return result.value;
  context.rejects.push({ field, reason: result.reason });
  return null;
}

const parseTimeField = (context: ParseContext, field: string): ParsedTime | null =>
  valueOrReject(context, field, parseTime(context.read.first(field), context.now));

/** Pinterest returns -1 if it hides the viewers of a profile. */
const hiddenViewCounts = new Set<unknown>([-1, '-1']);
const viewFields = new Set(['profile_views', 'profile_reach']);

function parseCountField(context: ParseContext, field: string): number | null {
  const raw = context.read.first(field);
  return viewFields.has(field) && hiddenViewCounts.has(raw) ? null : valueOrReject(context, field, parseCount(raw));
}

function parseSearchable(read: FieldReader): boolean | null {
  const searchable = cleanBoolean(read.first('searchable'));
  const isDeleted = cleanBoolean(read.first('deleted'));
  return searchable ?? (isDeleted === null ? null : !isDeleted);
}

/** A username as it is given, without its `@`; the one in a URL if it is masked or missing. */
function parseUsername(given: unknown, url: unknown): string | null {
  const username = cleanLine(given, 100)?.replace(/^@/, '') ?? null;
  return username !== null && !username.includes('█') ? username : usernameFromUrl(url);
}

const referenceRow = (_id: string, fields: FieldValues): ImportRow => ({ _id, last_crawled_at: null, fields, points: [] });

type References = { entity: EntityType; row: ImportRow }[];

/**
 * Adds what only rows of an entity have to the fields of one. Returns the rows that it mentions. Fields are added one by one: copying them
 * from object to object took a third of the time of parsing a row.
 */
type AddFields = (context: ParseContext, fields: FieldValues) => References;

/** Adds the owner. A display name is stored as text, but is no identity. */
const addOwner: AddFields = (context, fields) => {
  const url = cleanLink(context.read.first('owner_url'));
  const username = parseUsername(context.read.first('owner_username'), url);
  const handle = username !== null && isUsername(username) ? username : null;
  const givenId = valueOrReject(context, 'pinner._id', parseId(context.read.first('owner_id')));
  const _id = givenId ?? idFromUrl('pinner', url) ?? (handle === null ? null : idOfUsername(handle));
  fields['pinner_id'] = _id;
  fields['pinner_username'] = username;
  if (_id === null) return [];
  return [{ entity: 'pinner', row: referenceRow(_id, { username: handle, name: parseOwnerName(context), url }) }];
};

const parseOwnerName = ({ read }: ParseContext): string | null => cleanLine(read.first('owner_name'), MAX_NAME_LENGTH);

const addPinFields: AddFields = (context, fields) => {
  const references = addOwner(context, fields);
  const url = cleanLink(context.read.first('board_url'));
  const boardId = valueOrReject(context, 'board._id', parseId(context.read.first('board_id'))) ?? idFromUrl('board', url);
  const boardName = cleanLine(context.read.first('board_name'), MAX_NAME_LENGTH);
  if (boardId !== null) references.push({ entity: 'board', row: referenceRow(boardId, { name: boardName, url }) });
  fields['board_id'] = boardId;
  fields['board_name'] = boardId === null ? boardName : null;
  fields['owner_name'] = fields['pinner_id'] === null ? parseOwnerName(context) : null;
  fields['link'] = cleanLink(context.read.first('link'));
  fields['domain'] = cleanDomain(context.read.first('domain'));
  fields['queries'] = cleanList(context.read.all('queries'));
  return references;
};

const addPinnerFields: AddFields = (context, fields) => {
  fields['username'] = parseUsername(context.read.first('username'), context.read.first('url'));
  fields['domain_url'] = cleanDomain(context.read.first('domain_url'));
  fields['website_url'] = cleanLink(context.read.first('website_url'));
  fields['profile_reach'] = parseCountField(context, 'profile_reach');
  return [];
};

/** A board's URL contains its owner's username, which is used if the record has no other. */
const addBoardFields: AddFields = (context, fields) => {
  const references = addOwner(context, fields);
  fields['pinner_username'] ??= usernameFromUrl(context.read.first('url'));
  return references;
};

const fieldAdders = { board: addBoardFields, pinner: addPinnerFields, pin: addPinFields } as const satisfies Record<EntityType, AddFields>;

function resolveId(context: ParseContext, entity: EntityType): string | null {
  const result = parseId(context.read.first('_id'));
  if ('reason' in result) return valueOrReject(context, '_id', result);
  const id = result.value ?? idFromUrl(entity, context.read.first('url'));
  if (id === null)
    context.rejects.push({ field: '_id', reason: `no _id and no Pinterest url of a ${entity}: nothing says which ${entity} this is` });
  return id;
}

/** The counts of the crawl as one point; no point without any count. */
function crawlPoints(context: ParseContext, entity: EntityType, crawledAt: ParsedTime | null): ImportPoint[] {
  const counts = countsOf[entity].map((metric) => parseCountField(context, metric));
  if (counts.every((value) => value === null)) return [];
  const time = crawledAt ?? { ms: context.crawledAt.getTime(), timed: true };
  return [{ at: Math.floor(time.ms / MINUTE_MS), timed: time.timed, counts }];
}

/** A row has all fields from the beginning, since an object that grows is copied again and again. */
const emptyFields = perEntity<FieldValues>((entity) =>
  Object.fromEntries([...textColumns[entity], ...valueColumns[entity].map(([name]) => name)].map((name) => [name, null])),
);

/** Parses a record as a board, a pinner or a pin. One invalid count, time or id rejects the record; texts and links are cleaned. */
export function parseRow(entity: EntityType, record: RawRecord, options: ParseOptions): ParsedLine {
  const { now, crawledAt: fallbackTime = now } = options;
  const context: ParseContext = { read: fieldReaders[entity](record), rejects: [], now, crawledAt: fallbackTime };
  const _id = resolveId(context, entity);
  if (_id === null) return { rejects: context.rejects };
  const fields = { ...emptyFields[entity] };
  const references = fieldAdders[entity](context, fields);
  const crawledAt = parseTimeField(context, 'last_crawled_at');
  fields['name'] = cleanLine(context.read.first('name'), MAX_NAME_LENGTH);
  fields['description'] = cleanText(context.read.first('description'), MAX_DESCRIPTION_LENGTH);
  fields['url'] = cleanLink(context.read.first('url'));
  fields['image_url'] = cleanLink(context.read.first('image_url'));
  fields['topics'] = cleanList(context.read.all('topics'));
  fields['searchable'] = parseSearchable(context.read);
  const notes = cleanNotes(context.read.first('notes'));
  fields['notes'] = notes && JSON.stringify(notes);
  for (const [field, kind] of valueColumns[entity])
    fields[field] = kind === 'time' ? (parseTimeField(context, field)?.ms ?? null) : parseCountField(context, field);
  const points = crawlPoints(context, entity, crawledAt);
  if (context.rejects.length > 0) return { rejects: context.rejects };
  const row: ImportRow = { _id, last_crawled_at: crawledAt?.ms ?? fallbackTime.getTime(), fields, points };
  return { entity, row, references };
}

/** Parses a record of a source of this kind. */
export const parseRecord = (kind: CatalogKind, record: RawRecord, options: ParseOptions): ParsedLine =>
  kind === 'series' ? parseSeries(record, options) : parseRow(entityOf[kind], record, options);
