import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { columnsWith } from '#domain/catalog/columns';
import type { ImportRow, ImportValue } from '#domain/catalog/import/import-row';
import { countsOf } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { dayOf, MINUTES_PER_DAY } from '#domain/days';
import { MINUTE_MS } from '#domain/durations';

/** A row of the demo: values by column, without unknown ones. Times are minutes from the midnight that begins the day of the newest reading. */
interface DemoRow {
  readonly _id: string;
  /** Null for a row that was never crawled. */
  readonly last_crawled_at: number | null;
  readonly [column: string]: ImportValue;
}

/** Reads a file of the demo's data (ADR 0051). */
export const readDemoFile = (name: string): Buffer => brotliDecompressSync(readFileSync(join(import.meta.dirname, 'data', `${name}.br`)));

/** The rows of an entity, without their readings. */
export const demoRows = (entity: EntityType): readonly DemoRow[] =>
  JSON.parse(readDemoFile(`${entity}/rows.json`).toString()) as readonly DemoRow[];

/** Reads whole numbers one by one: seven bits a byte, the lowest first; odd numbers are the negative ones (zigzag). */
function numberReader(bytes: Buffer): () => number {
  let position = 0;
  return () => {
    let zigzag = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes.readUInt8(position++);
      zigzag += (byte % 128) * factor;
      if (byte < 128) return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    }
  };
}

/** Reads a series, which is stored as its newest value and the differences back from there; returns it oldest first. */
function readSeries(next: () => number, length: number): Int32Array {
  const values = new Int32Array(length);
  let value = 0;
  for (let index = length - 1; index >= 0; index--) values[index] = value += next();
  return values;
}

/** The rows of an entity for the importer, with times as if the newest reading were of today; none is later than `now`. */
export function* demoImportRows(entity: EntityType, now: Date): Generator<ImportRow> {
  const toMinute = (minute: number) => Math.min(dayOf(now) * MINUTES_PER_DAY + minute, Math.floor(now.getTime() / MINUTE_MS));
  const toTime = (minute: ImportValue | undefined) => (typeof minute === 'number' ? toMinute(minute) * MINUTE_MS : null);
  const rows = demoRows(entity);
  const nextOfDays = numberReader(readDemoFile(`${entity}/days`));
  const days = rows.map(() => readSeries(nextOfDays, nextOfDays()));
  const counts = countsOf[entity].map((count) => {
    const next = numberReader(readDemoFile(`${entity}/${count}`));
    return days.map(({ length }) => readSeries(next, length));
  });
  for (const [index, { _id, last_crawled_at: lastMinute, ...fields }] of rows.entries()) {
    const countsAt = (reading: number) => counts.map((series) => series[index]?.[reading] ?? null);
    yield {
      _id,
      last_crawled_at: toTime(lastMinute),
      fields: { ...fields, ...Object.fromEntries(columnsWith(entity, { kind: 'time' }).map((column) => [column, toTime(fields[column])])) },
      points: Array.from(days[index] ?? [], (day, reading) => ({
        at: toMinute((lastMinute ?? 0) + day * MINUTES_PER_DAY),
        timed: true,
        counts: countsAt(reading),
      })),
    };
  }
}
