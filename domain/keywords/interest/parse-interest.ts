import type { InterestPoint, InterestSeries, ToolFigures } from '#domain/keywords/interest/search-interest';
import { phraseKeyword } from '#domain/keywords/keyword-texts';
import { MAX_KEYWORD_LENGTH } from '#domain/keywords/keywords';
import { fieldAliases } from '#domain/catalog/import/field-aliases';
import { type FieldReader, fieldReader, type RawRecord } from '#domain/catalog/import/field-reader';
import type { ParseOptions, Reject } from '#domain/catalog/import/import-row';
import { parseReading } from '#domain/catalog/import/series';
import { parseCount } from '#domain/catalog/import/counts';
import { cleanLine } from '#domain/catalog/import/text';
import { parseTime } from '#domain/catalog/import/times';
import { cleanNoteValues } from '#domain/catalog/rows/notes';
import { type Day, dayOf } from '#domain/days';

const interestReader = fieldReader(fieldAliases.interest);
const MAX_SOURCE_LENGTH = 100;

/** The name of a column that is a day, as in exports with one column per week. */
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** The metric of search interest in files that also have others. */
const INTEREST_METRIC = 'search_volume_index';

/** Why lines of such files are skipped. */
export const SKIPPED_REASON = `their metric is not ${INTEREST_METRIC}`;

/** A parsed line of search interest, the reasons for rejecting it, or that it is about something else. */
type ParsedInterest = { readonly row: InterestSeries } | { readonly rejects: readonly Reject[] } | { readonly isSkipped: true };

/** An id of Pinterest Trends series: where it comes from, the region, and the keyword, such as `pinterest-trends:Hispanoamérica mujeres:aesthetic`. */
const idParts = /^[^\s:]+:([^:]+):([^:]+)$/;

/** The region and the keyword of a line; a keyword with colons of its own, not in an id, is left as it is. */
function namesOf(record: RawRecord, read: FieldReader, text: string): { readonly region: string | null; readonly keyword: string } {
  const [, region, keyword] = (record['id'] === text && read.first('metric') === INTEREST_METRIC && idParts.exec(text)) || [];
  return region === undefined || keyword === undefined
    ? { region: cleanLine(read.first('region'), MAX_SOURCE_LENGTH), keyword: text }
    : { region, keyword };
}

type NamedPoint = readonly [field: string, point: unknown];

/** The points of a record: a list of pairs, an object by day, one column per day, or a single day with its value. */
function pointsOf(record: RawRecord, read: FieldReader): readonly NamedPoint[] {
  const points = read.first('points');
  if (Array.isArray(points)) return points.map((point, index) => [`points[${index}]`, point]);
  if (typeof points === 'object' && points !== null) return Object.entries(points).map((pair) => [`points.${pair[0]}`, pair]);
  const columns = Object.entries(record).filter(([name]) => dayPattern.test(name.trim()));
  if (columns.length > 0) return columns.map(([name, value]) => [name, [name.trim(), value]]);
  const date = read.first('date');
  const isOfVolume = read.first('value') === undefined && read.first('volume') !== undefined;
  return date === undefined || isOfVolume ? [] : [['date', [date, read.first('value')]]];
}

/** The volume and the notes of a line; null without either. */
function figuresOf(read: FieldReader, { now, round }: ParseOptions): ToolFigures | Reject | null {
  const volume = parseCount(read.first('volume'), round);
  if ('reason' in volume) return { field: 'volume', reason: volume.reason };
  const notes = cleanNoteValues(read.first('notes'));
  if (volume.value === null && notes === null) return null;
  const time = parseTime(read.first('measured_at') ?? read.first('date'), now);
  if ('reason' in time) return { field: 'measured_at', reason: time.reason };
  return { day: dayOf(time.value ? new Date(time.value.ms) : now), volume: volume.value, notes };
}

/** Parses a line with the search interest of a keyword; `fallbackSource` names where it comes from if the line does not say so. */
export function parseInterest(record: RawRecord, fallbackSource: string, options: ParseOptions): ParsedInterest {
  const read = interestReader(record);
  const metric = read.first('metric');
  if (metric !== undefined && metric !== INTEREST_METRIC) return { isSkipped: true };
  const text = cleanLine(read.first('keyword'), 3 * MAX_KEYWORD_LENGTH);
  if (text === null) return { rejects: [{ field: 'keyword', reason: 'no keyword' }] };
  const names = namesOf(record, read, text);
  const keyword = phraseKeyword(names.keyword);
  if (keyword === null)
    return { rejects: [{ field: 'keyword', reason: `has no words, more than ten, or more than ${MAX_KEYWORD_LENGTH} characters` }] };
  const valueByDay = new Map<Day, number>();
  for (const [field, point] of pointsOf(record, read)) {
    const reading = parseReading(point, field, options);
    if (reading !== null && 'reason' in reading) return { rejects: [reading] };
    if (reading !== null) valueByDay.set(dayOf(new Date(reading.time.ms)), reading.count);
  }
  const figures = figuresOf(read, options);
  if (figures !== null && 'reason' in figures) return { rejects: [figures] };
  if (valueByDay.size === 0 && figures === null) return { rejects: [{ field: 'points', reason: 'no value' }] };
  const points: InterestPoint[] = [...valueByDay].map(([day, value]) => ({ day, value })).sort((a, b) => a.day - b.day);
  const source = cleanLine(read.first('source'), MAX_SOURCE_LENGTH) ?? fallbackSource;
  return { row: { key: keyword.key, keyword: keyword.spelling, source, region: names.region, points, ...(figures ? { figures } : {}) } };
}
