import { countsOf } from '#domain/analytics/metrics';
import { aliases, type FieldReader, fieldReader, type RawRecord } from '#domain/catalog/fields';
import { idInUrl, readId } from '#domain/catalog/identity';
import type { IntakeOptions, IntakePoint, Reject, Understood } from '#domain/catalog/intake';
import { readCount } from '#domain/catalog/intake-counts';
import { onePerDay } from '#domain/catalog/intake-points';
import { cleanLine } from '#domain/catalog/intake-text';
import { readTime } from '#domain/catalog/intake-times';
import { cleanLink } from '#domain/catalog/links';
import { type EntityType, entityOf, entityTypes, type Variant, variants } from '#domain/catalog/variants';

const MINUTE = 60_000;

const readSeries = fieldReader(aliases.series);
const readPair = fieldReader({ time: ['date', 'time', 'at', 'day', 'timestamp', 'x'], value: ['value', 'count', 'y'] });

const refusal = (field: string, reason: string): { rejects: Reject[] } => ({ rejects: [{ field, reason }] });

function entityIn(read: FieldReader, options: IntakeOptions): EntityType | null {
  if (options.as) return options.as;
  const said = read.one('entity');
  if (entityTypes.includes(said as EntityType)) return said as EntityType;
  return variants.includes(said as Variant) ? entityOf[said as Variant] : null;
}

/** A point is `[time, value]` or an object with a time and a value; null when it is neither. */
function pairOf(point: unknown): readonly [unknown, unknown] | null {
  if (Array.isArray(point)) return point.length === 2 ? [point[0], point[1]] : null;
  if (typeof point !== 'object' || point === null) return null;
  const read = readPair(point as RawRecord);
  return [read.one('time'), read.one('value')];
}

function readPoint(
  raw: unknown,
  place: number,
  counts: readonly string[],
  metric: string,
  options: IntakeOptions,
): IntakePoint | null | Reject {
  const pair = pairOf(raw);
  const field = `points[${place}]`;
  if (!pair) return { field, reason: 'is not a pair of a time and a value' };
  const time = readTime(pair[0], options.now);
  if ('reason' in time) return { field, reason: time.reason };
  if (time.value === null) return { field, reason: 'has no time' };
  const count = readCount(pair[1], options.round);
  if ('reason' in count) {
    return { field, reason: count.reason.endsWith('is not a whole number') ? `${count.reason} (--round rounds it)` : count.reason };
  }
  const { ms, timed } = time.value;
  return count.value === null
    ? null
    : { at: Math.floor(ms / MINUTE), timed, counts: counts.map((name) => (name === metric ? count.value : null)) };
}

/** Understands `{id, metric, points: [[time, value], …]}`: the whole series of one count, of an entity that is there already or comes with it. */
export function understandSeries(record: RawRecord, options: IntakeOptions): Understood {
  const read = readSeries(record);
  const entity = entityIn(read, options);
  if (entity === null) return refusal('entity', 'the line does not say what the id is of: --as board, pinner or pin does');
  const id = readId(read.one('_id'));
  if ('reason' in id) return refusal('id', id.reason);
  const _id = id.value ?? idInUrl(entity, read.one('url'));
  if (_id === null) return refusal('id', 'no id');
  const foreign = cleanLine(read.one('metric'), 100) ?? '';
  const metric = options.metrics?.[foreign] ?? options.metrics?.['*'] ?? foreign;
  const counts: readonly string[] = countsOf[entity];
  if (!counts.includes(metric))
    return refusal('metric', `"${metric}" is no metric of a ${entity} (${counts.join(', ')}); --metric maps a foreign one`);
  const list = read.one('points');
  if (!Array.isArray(list)) return refusal('points', 'is not a list');
  const points: IntakePoint[] = [];
  for (const [place, raw] of list.entries()) {
    const point = readPoint(raw, place, counts, metric, options);
    if (point !== null && 'reason' in point) return { rejects: [point] };
    if (point !== null) points.push(point);
  }
  return series(entity, _id, read, onePerDay(points));
}

function series(entity: EntityType, _id: string, read: FieldReader, points: readonly IntakePoint[]): Understood {
  const last = points.at(-1);
  if (!last) return refusal('points', 'has no value');
  const fields = { name: cleanLine(read.one('name'), 500), url: cleanLink(read.one('url')) };
  return { entity, row: { _id, last_crawled_at: last.at * MINUTE, fields, points }, references: [] };
}
