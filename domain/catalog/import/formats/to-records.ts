import { normalizeColumnName } from '#domain/catalog/import/formats/column-names';
import { parseCurveName } from '#domain/catalog/import/formats/known-formats';
import type { MappedColumn, Recognition } from '#domain/catalog/import/formats/recognition';
import { parseWrittenNumber } from '#domain/catalog/import/formats/written-numbers';
import type { RawRecord } from '#domain/catalog/import/field-reader';
import { idFromUrl, usernameFromUrl } from '#domain/catalog/import/identity';
import { isMissing } from '#domain/catalog/import/text';
import { isTime, parseTime } from '#domain/catalog/import/times';
import { dayLabel, dayOf } from '#domain/days';

/** What a file says beside its rows. */
export interface FileContext {
  /** The name that stands for the source of a file of no known tool. */
  readonly fileName: string;
  /** The time of the file's numbers where its rows have none: notes and volumes are of its day. */
  readonly time: Date;
}

/** Fields with whole numbers. */
const countFields = new Set('saves repin_count follower_count collaborator_count pin_count profile_views volume'.split(' '));
/** When numbers were read. */
const readingTimeFields = new Set(['last_crawled_at', 'measured_at']);

const MAX_TOOL_NOTE_LENGTH = 1_000;

/** How deep lists and objects of a note are read. */
const MAX_NOTE_DEPTH = 10;

/** A note's text: of objects and lists, their names, one per line. */
function noteText(value: unknown, depth = 0): string | null {
  if (isMissing(value) || depth > MAX_NOTE_DEPTH) return null;
  if (Array.isArray(value)) {
    const texts = value.map((item) => noteText(item, depth + 1));
    return texts.filter(Boolean).join('\n').slice(0, MAX_TOOL_NOTE_LENGTH) || null;
  }
  if (typeof value === 'object') {
    const { name, label, url } = value as Readonly<Record<string, unknown>>;
    return noteText(name ?? label ?? url, depth + 1);
  }
  return `${value as string | number | boolean}`.trim().slice(0, MAX_TOOL_NOTE_LENGTH);
}

/** Digits in groups of three, whatever sign separates them: counts are whole. */
const groupedDigits = /^\s*\d{1,3}(?:[.,]\d{3})+\s*$/;

/** A count without its suffix or separators, as the fields of rows are read; another text is left as it is, to be rejected with its field. */
function plainCount(value: unknown, use: string, { decimalSign }: Recognition): unknown {
  if (typeof value !== 'string') return value;
  const text = countFields.has(use) && groupedDigits.test(value) ? value.replace(/[.,]/g, '') : value;
  return parseWrittenNumber(text, decimalSign) ?? value;
}

/** The values of a record while it is put together. */
interface Draft {
  readonly fields: Record<string, unknown>;
  readonly notes: Record<string, string>;
}

/** Without a prototype, a column may be named as a part of one. */
const newDraft = (): Draft => ({ fields: {}, notes: Object.create(null) as Draft['notes'] });

function addNote({ notes }: Draft, name: string, value: unknown): void {
  const [text, key] = [noteText(value), name.trim()];
  if (text !== null && !Object.hasOwn(notes, key)) notes[key] = text;
}

/** Whether a value is no time of its field. A date at which no numbers can be read is left to reject its row: without it, they would count as of another day. */
const isUnreadTime = (use: string, value: unknown, now: Date): boolean =>
  readingTimeFields.has(use) ? !isTime(value) : use === 'created_at' && 'reason' in parseTime(value, now);

/** Adds the value of a column; the first of several columns of a field wins. A time that cannot be read is kept as a note. */
function addValue(draft: Draft, { name, use }: MappedColumn, value: unknown, recognition: Recognition, now: Date): void {
  if (use === 'ignored' || isMissing(value)) return;
  if (use === 'note') return addNote(draft, name, value);
  const field = use === 'day' ? name.trim() : use;
  if (use === 'day' || use === 'value' || countFields.has(use)) draft.fields[field] ??= plainCount(value, use, recognition);
  else if (isUnreadTime(use, value, now)) addNote(draft, name, value);
  else if (use === 'url' && recognition.kind === 'pins' && isForeignAddress(value)) draft.fields['link'] ??= value;
  else draft.fields[field] ??= value;
}

const isForeignAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && idFromUrl('pin', value) === null;

/** Our lists: texts that a spreadsheet would run begin with an apostrophe, counts without a day are no readings, and a board without an owner shows the user name in its address. */
function finishOwnRow({ fields }: Draft): void {
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') fields[name] = value.replace(/^'(?=\s*[=+\-@])/, '');
  if (fields['last_crawled_at'] === undefined) for (const name of countFields) delete fields[name];
  if (fields['owner_id'] === undefined && fields['owner_username'] === usernameFromUrl(fields['url'])) delete fields['owner_username'];
}

/** Influencers and pins whose source has no address of theirs: made from what it has. */
function completeAddress(fields: Record<string, unknown>, { kind, format }: Recognition): void {
  const { url, username } = fields;
  if (kind === 'pinners' && fields['_id'] === undefined && url === undefined && typeof username === 'string')
    fields['url'] = `https://www.pinterest.com/${username.replace(/^@/, '')}/`;
  if (format === 'apify-pins' && typeof url === 'string' && url.startsWith('/')) fields['url'] = `https://www.pinterest.com${url}`;
}

/** The record that the fields and notes of a row make, in the names that rows are read by. */
function finish(draft: Draft, recognition: Recognition, { fileName, time }: FileContext): RawRecord {
  const { fields, notes } = draft;
  const source = recognition.source ?? fileName;
  completeAddress(fields, recognition);
  if (recognition.format === 'corklight-list') finishOwnRow(draft);
  const hasNotes = Object.keys(notes).length > 0;
  const day = dayLabel(dayOf(time));
  if (recognition.kind === 'interest') {
    return {
      ...(recognition.source === null ? {} : { source }),
      ...(hasNotes || fields['volume'] !== undefined ? { measured_at: day } : {}),
      ...(recognition.region === null ? {} : { region: recognition.region }),
      ...fields,
      ...(hasNotes ? { notes } : {}),
    };
  }
  return hasNotes ? { ...fields, notes: { [source]: { date: day, values: notes } } } : fields;
}

/** One record per keyword of a row of Google Trends. */
function curveRecords(recognition: Recognition, cells: readonly unknown[]): RawRecord[] {
  const dateIndex = recognition.columns.findIndex(({ use }) => use === 'date');
  return recognition.columns.flatMap(({ name, use }, index) => {
    const curve = use === 'curve' ? parseCurveName(name) : null;
    if (curve === null || isMissing(cells[index])) return [];
    return [{ ...curve, source: recognition.source, date: cells[dateIndex], value: plainCount(cells[index], 'value', recognition) }];
  });
}

/** The records of a row of a table, in the names that rows are read by. */
export function recordsOfRow(recognition: Recognition, cells: readonly unknown[], context: FileContext): RawRecord[] {
  if (recognition.columns.some(({ use }) => use === 'curve')) return curveRecords(recognition, cells);
  const draft = newDraft();
  for (const [index, column] of recognition.columns.entries()) addValue(draft, column, cells[index], recognition, context.time);
  // Most keywords of our list have none.
  if (recognition.format === 'corklight-keywords' && draft.fields['volume'] === undefined) return [];
  return [finish(draft, recognition, context)];
}

/** The keys of an Apify crawler that all crawlers use. Its board is a name, or an object whose address may be a path. */
function apifyRecord(record: RawRecord): RawRecord {
  const { board } = record;
  if (typeof board === 'string') return { ...record, board_name: board };
  const url = (board as { readonly url?: unknown } | null | undefined)?.url;
  return typeof url === 'string' && url.startsWith('/') ? { ...record, board_url: `https://www.pinterest.com${url}` } : record;
}

/** The record of a JSON record: of a known tool with its fields renamed, else as it is. */
export function recordOfRecord(recognition: Recognition, record: RawRecord, context: FileContext): RawRecord {
  if (recognition.format === 'records') return record;
  const uses = new Map(recognition.columns.map(({ name, use }) => [normalizeColumnName(name), use]));
  const draft = newDraft();
  for (const [name, value] of Object.entries(record))
    addValue(draft, { name, use: uses.get(normalizeColumnName(name)) ?? 'ignored' }, value, recognition, context.time);
  const rest = recognition.format === 'apify-pins' ? apifyRecord(record) : {};
  return { ...rest, ...finish(draft, recognition, context) };
}
