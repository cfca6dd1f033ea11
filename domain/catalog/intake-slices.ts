import type { Slice } from '#domain/catalog/catalog-intake';
import type { IntakeRow, IntakeValue, Understood } from '#domain/catalog/intake';
import { onePerDay } from '#domain/catalog/intake-points';
import type { EntityType } from '#domain/catalog/variants';

/** A slice is one transaction; its bounds keep memory constant and make the rows of a repeated import fall together as before. */
const MAX_LINES = 5_000;
const MAX_POINTS = 100_000;
const MAX_UNITS = 6_000_000;

const isEmpty = (value: IntakeValue | undefined): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** Rows of one id made into one: field by field the value of the newest crawl wins, of the later line when crawled at the same time. */
export function foldRows(rows: readonly IntakeRow[]): IntakeRow {
  const [first] = rows;
  if (first === undefined) throw new Error('nothing to fold');
  if (rows.length === 1) return first;
  const byAge = rows.toSorted((a, b) => (a.last_crawled_at ?? 0) - (b.last_crawled_at ?? 0));
  const fields: Record<string, IntakeValue> = {};
  for (const row of byAge) {
    for (const [name, value] of Object.entries(row.fields)) if (!isEmpty(value) || !(name in fields)) fields[name] = value;
  }
  return {
    _id: first._id,
    last_crawled_at: byAge.at(-1)?.last_crawled_at ?? null,
    fields,
    points: onePerDay(rows.flatMap((row) => row.points)),
  };
}

const unitsOf = (row: IntakeRow): number => {
  let units = 200;
  for (const value of Object.values(row.fields)) if (typeof value === 'string') units += value.length;
  return units;
};

/** Gathers understood lines until there are enough for a slice. */
export class SliceGatherer {
  #rows = this.#empty();
  #lines = 0;
  #points = 0;
  #units = 0;

  constructor(private readonly maxLines = MAX_LINES) {}

  #empty(): Record<EntityType, Map<string, IntakeRow[]>> {
    return { board: new Map(), pinner: new Map(), pin: new Map() };
  }

  /** Takes a line in; true when the slice is full. */
  add(line: Extract<Understood, { row: unknown }>): boolean {
    this.#put(line.entity, line.row);
    for (const reference of line.references) this.#put(reference.entity, reference.row);
    this.#lines += 1;
    this.#points += line.row.points.length;
    return this.#lines >= this.maxLines || this.#points >= MAX_POINTS || this.#units >= MAX_UNITS;
  }

  #put(entity: EntityType, row: IntakeRow): void {
    const rows = this.#rows[entity].get(row._id);
    if (!rows) this.#rows[entity].set(row._id, [row]);
    else if (row.last_crawled_at === null && rows.length === 1 && rows[0]?.last_crawled_at === null) rows[0] = foldRows([...rows, row]);
    else rows.push(row);
    this.#units += unitsOf(row);
  }

  get isEmpty(): boolean {
    return this.#lines === 0;
  }

  /** The slice gathered so far, each id once; the next one begins empty. */
  take(): Slice {
    const { board, pinner, pin } = this.#rows;
    const folded = (rows: Map<string, IntakeRow[]>) => [...rows.values()].map(foldRows);
    const slice: Slice = { board: folded(board), pinner: folded(pinner), pin: folded(pin) };
    this.#rows = this.#empty();
    this.#lines = this.#points = this.#units = 0;
    return slice;
  }
}
