import type { Batch } from '#domain/catalog/import/import-runs';
import type { ImportRow, ImportValue, ParsedLine } from '#domain/catalog/import/import-row';
import { mergeByDay } from '#domain/catalog/import/points';
import { type EntityType, perEntity } from '#domain/catalog/variants';

/** A batch is one transaction, with tables of its own. Its limits bound the memory, and are deterministic: a repeated import has the same batches. */
const MAX_BATCH_LINES = 10_000;
const MAX_BATCH_POINTS = 100_000;
const MAX_BATCH_TEXT_UNITS = 6_000_000;

const isEmpty = (value: ImportValue | undefined): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** Merges rows with the same id: for each field the value of the newest crawl wins, of the later line among equal times. */
export function mergeRows(rows: readonly ImportRow[]): ImportRow {
  const [first] = rows;
  if (first === undefined) throw new Error('no rows to merge');
  if (rows.length === 1) return first;
  const oldestFirst = rows.toSorted((a, b) => (a.last_crawled_at ?? 0) - (b.last_crawled_at ?? 0));
  const fields: Record<string, ImportValue> = {};
  for (const row of oldestFirst) {
    for (const [name, value] of Object.entries(row.fields)) if (!isEmpty(value) || !(name in fields)) fields[name] = value;
  }
  return {
    _id: first._id,
    last_crawled_at: oldestFirst.at(-1)?.last_crawled_at ?? null,
    fields,
    points: mergeByDay(rows.flatMap((row) => row.points)),
  };
}

const textUnitsOf = (row: ImportRow): number => {
  let textUnits = 200;
  // Not `Object.values`: a list for each row would be much to collect.
  for (const name in row.fields) {
    const value = row.fields[name];
    if (typeof value === 'string') textUnits += value.length;
  }
  return textUnits;
};

const emptyRows = () => perEntity(() => new Map<string, ImportRow[]>());

/** Collects accepted lines until a batch is full. */
export class BatchCollector {
  #rows = emptyRows();
  #lines = 0;
  #points = 0;
  #textUnits = 0;

  constructor(private readonly maxLines = MAX_BATCH_LINES) {}

  /** Adds a line. Returns true when the batch is full. */
  add(line: Extract<ParsedLine, { row: unknown }>): boolean {
    this.#addRow(line.entity, line.row);
    for (const reference of line.references) this.#addRow(reference.entity, reference.row);
    this.#lines += 1;
    this.#points += line.row.points.length;
    return this.#lines >= this.maxLines || this.#points >= MAX_BATCH_POINTS || this.#textUnits >= MAX_BATCH_TEXT_UNITS;
  }

  #addRow(entity: EntityType, row: ImportRow): void {
    const rows = this.#rows[entity].get(row._id);
    if (!rows) this.#rows[entity].set(row._id, [row]);
    else if (row.last_crawled_at === null && rows.length === 1 && rows[0]?.last_crawled_at === null) rows[0] = mergeRows([...rows, row]);
    else rows.push(row);
    this.#textUnits += textUnitsOf(row);
  }

  get isEmpty(): boolean {
    return this.#lines === 0;
  }

  /** Returns the collected batch, each id once, and starts an empty one. */
  takeBatch(): Batch {
    const batch: Batch = perEntity((entity) => [...this.#rows[entity].values()].map(mergeRows));
    this.#rows = emptyRows();
    this.#lines = this.#points = this.#textUnits = 0;
    return batch;
  }
}

/** Splits records of journals, in their order, into batches to merge again: each is of one journal, and has no entity twice. */
export function batchesOfRecords<R extends { readonly journal_id: number; readonly _id: string }>(records: readonly R[]): R[][] {
  const batches: R[][] = [];
  const ids = new Set<string>();
  for (const record of records) {
    const batch = batches.at(-1);
    if (batch?.[0]?.journal_id === record.journal_id && !ids.has(record._id)) batch.push(record);
    else {
      batches.push([record]);
      ids.clear();
    }
    ids.add(record._id);
  }
  return batches;
}
