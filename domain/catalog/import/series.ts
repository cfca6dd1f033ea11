import { countsOf } from '#domain/catalog/metrics';
import { fieldAliases } from '#domain/catalog/import/field-aliases';
import { type FieldReader, fieldReader, type RawRecord } from '#domain/catalog/import/field-reader';
import { idFromUrl, parseId } from '#domain/catalog/import/identity';
import type { ParseOptions, ImportPoint, Reject, ParsedLine } from '#domain/catalog/import/import-row';
import { parseCount } from '#domain/catalog/import/counts';
import { mergeByDay } from '#domain/catalog/import/points';
import { cleanLine } from '#domain/catalog/import/text';
import { type ParsedTime, parseTime } from '#domain/catalog/import/times';
import { cleanLink } from '#domain/catalog/import/links';
import { type EntityType, entityOf, entityTypes, type Variant, variants } from '#domain/catalog/variants';
import { MINUTE_MS } from '#domain/durations';

const seriesReader = fieldReader(fieldAliases.series);
const pairReader = fieldReader({ time: ['date', 'time', 'at', 'day', 'timestamp', 'x'], value: ['value', 'count', 'y'] });

const rejectField = (field: string, reason: string): { rejects: Reject[] } => ({ rejects: [{ field, reason }] });

function resolveEntity(read: FieldReader, options: ParseOptions): EntityType | null {
  if (options.as) return options.as;
  const givenEntity = read.first('entity');
  if (entityTypes.includes(givenEntity as EntityType)) return givenEntity as EntityType;
  return variants.includes(givenEntity as Variant) ? entityOf[givenEntity as Variant] : null;
}

/** Returns the time and the value of a point: a pair or an object; null for anything else. */
function toPair(point: unknown): readonly [unknown, unknown] | null {
  if (Array.isArray(point)) return point.length === 2 ? [point[0], point[1]] : null;
  if (typeof point !== 'object' || point === null) return null;
  const read = pairReader(point as RawRecord);
  return [read.first('time'), read.first('value')];
}

/** Parses a point of a series; null for one without a value. `field` names it where it is rejected. */
export function parseReading(
  raw: unknown,
  field: string,
  options: Pick<ParseOptions, 'now' | 'round'>,
): { readonly time: ParsedTime; readonly count: number } | null | Reject {
  const pair = toPair(raw);
  if (!pair) return { field, reason: 'is not a pair of a time and a value' };
  const time = parseTime(pair[0], options.now);
  if ('reason' in time) return { field, reason: time.reason };
  if (time.value === null) return { field, reason: 'has no time' };
  const count = parseCount(pair[1], options.round);
  if ('reason' in count) {
    return { field, reason: count.reason.endsWith('is not a whole number') ? `${count.reason} (--round rounds it)` : count.reason };
  }
  return count.value === null ? null : { time: time.value, count: count.value };
}

const readSourceMetric = (read: FieldReader): string => cleanLine(read.first('metric'), 100) ?? '';

/** What a line of a series calls its metric; empty if it does not say. */
export const sourceMetricOf = (record: RawRecord): string => readSourceMetric(seriesReader(record));

/** Parses `{id, metric, points: [[time, value], …]}`: the series of one count of an entity, which need not be stored yet. */
export function parseSeries(record: RawRecord, options: ParseOptions): ParsedLine {
  const read = seriesReader(record);
  const entity = resolveEntity(read, options);
  if (entity === null) return rejectField('entity', 'the line does not say what the id is of: --as board, pinner, or pin does');
  const id = parseId(read.first('_id'));
  if ('reason' in id) return rejectField('id', id.reason);
  const _id = id.value ?? idFromUrl(entity, read.first('url'));
  if (_id === null) return rejectField('id', 'no id');
  const sourceMetric = readSourceMetric(read);
  const metric = options.metrics?.[sourceMetric] ?? options.metrics?.['*'] ?? sourceMetric;
  const counts: readonly string[] = countsOf[entity];
  if (!counts.includes(metric))
    return rejectField('metric', `"${metric}" is no metric of a ${entity} (${counts.join(', ')}); --metric maps a foreign one`);
  const list = read.first('points');
  if (!Array.isArray(list)) return rejectField('points', 'is not a list');
  const points: ImportPoint[] = [];
  for (const [index, raw] of list.entries()) {
    const reading = parseReading(raw, `points[${index}]`, options);
    if (reading !== null && 'reason' in reading) return { rejects: [reading] };
    if (reading === null) continue;
    const { time, count } = reading;
    points.push({ at: Math.floor(time.ms / MINUTE_MS), timed: time.timed, counts: counts.map((name) => (name === metric ? count : null)) });
  }
  const merged = mergeByDay(points);
  const last = merged.at(-1);
  if (!last) return rejectField('points', 'has no value');
  const fields = { name: cleanLine(read.first('name'), 500), url: cleanLink(read.first('url')) };
  return { entity, row: { _id, last_crawled_at: last.at * MINUTE_MS, fields, points: merged }, references: [] };
}
