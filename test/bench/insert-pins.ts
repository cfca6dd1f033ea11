import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ClientBase } from 'pg';
import { indexTexts } from '#domain/catalog/keywords/search-terms';
import { MINUTES_PER_DAY } from '#domain/days';
import type { PinLine } from './data/pin-lines.js';

const ROWS_PER_STATEMENT = 1_000;

/** A pin with the short key of its history. */
type KeyedPin = PinLine & { readonly key: number };

interface TableInsert {
  readonly table: string;
  /** Its key, then the others. */
  readonly columns: readonly string[];
  readonly keyColumns?: number;
  values(pin: KeyedPin): readonly unknown[];
}

const minuteOf = (time: string): number => Math.floor(Date.parse(time) / 60_000);

const tableInserts: readonly TableInsert[] = [
  {
    table: 'pins',
    columns: ['_id', 'name', 'description', 'url', 'image_url', 'imported_at', 'source', 'terms'],
    values: ({ id, title, description, url, image, last_crawled_at }) => [
      id,
      title,
      description,
      url,
      image,
      last_crawled_at,
      'bench',
      [
        ...indexTexts([
          { field: 'name', text: title },
          { field: 'description', text: description },
        ]).keys(),
      ],
    ],
  },
  {
    table: 'pin_metrics',
    columns: ['_id', 'saves', 'repin_count', 'created_at', 'last_crawled_at'],
    values: ({ id, saves, repins, created_at, last_crawled_at }) => [id, saves, repins, created_at, last_crawled_at],
  },
  {
    table: 'pin_histories',
    columns: ['_id', 'key'],
    values: ({ id, key }) => [id, key],
  },
  {
    table: 'pin_readings',
    keyColumns: 2,
    columns: ['key', 'day', 'minute', 'import_id', 'saves', 'repin_count'],
    values: ({ key, saves, repins, last_crawled_at }) => [
      key,
      Math.floor(minuteOf(last_crawled_at) / MINUTES_PER_DAY),
      minuteOf(last_crawled_at) % MINUTES_PER_DAY,
      1,
      saves,
      repins,
    ],
  },
];

function insertStatement({ table, columns, keyColumns = 1 }: TableInsert, rows: number, onConflict: boolean): string {
  const row = (index: number) => `(${columns.map((_, column) => `$${index * columns.length + column + 1}`).join(', ')})`;
  const set = columns.slice(keyColumns).map((column) => `${column} = excluded.${column}`);
  const conflict = onConflict ? ` on conflict (${columns.slice(0, keyColumns).join(', ')}) do update set ${set.join(', ')}` : '';
  return `insert into ${table} (${columns.join(', ')}) values ${Array.from({ length: rows }, (_, index) => row(index)).join(', ')}${conflict}`;
}

async function insertBatch(client: ClientBase, pins: readonly KeyedPin[], onConflict: boolean): Promise<void> {
  await client.query('begin');
  for (const target of tableInserts) {
    await client.query(
      insertStatement(target, pins.length, onConflict),
      pins.flatMap((pin) => target.values(pin)),
    );
  }
  await client.query('commit');
}

/** A simple importer: reads the file line by line and inserts a thousand rows per statement; with `onConflict` it overwrites existing rows. The histories get the keys from `firstKey` on. */
export async function insertPins(client: ClientBase, file: string, firstKey: number, onConflict: boolean): Promise<void> {
  let key = firstKey;
  let pins: KeyedPin[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    pins.push({ ...(JSON.parse(line) as PinLine), key: key++ });
    if (pins.length < ROWS_PER_STATEMENT) continue;
    await insertBatch(client, pins, onConflict);
    pins = [];
  }
  if (pins.length > 0) await insertBatch(client, pins, onConflict);
}
