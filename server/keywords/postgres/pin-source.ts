import type { ClientBase } from 'pg';
import { IntegerList } from '#domain/keywords/counting/integer-list';
import type { BoardCounts } from '#domain/keywords/counting/board-counts';
import type { KeywordCollector } from '#domain/keywords/counting/keyword-collector';
import { type PinColumns, UNKNOWN_NUMBER } from '#domain/keywords/counting/keyword-figures';
import type { KeywordSeries } from '#domain/keywords/counting/keyword-series';
import { ReadingColumns } from '#domain/catalog/history/sealed-months';
import { countsOf } from '#domain/catalog/metrics';
import { MINUTES_PER_DAY } from '#domain/days';
import { historySql, readHistory } from '#server/database/history/history-sql';
import { copyOut } from '#server/database/copy/binary-copy';
import type { RowReader } from '#server/database/copy/row-reader';

/** A field begins with its length, which is negative for null. */
const FIELD_LENGTH_BYTES = 4;
const NULL_MARK_BYTE = 0xff;

/** The pins of the catalog as the keywords are counted from them, in order of `_id`. */
export interface LoadedPins {
  readonly ids: readonly string[];
  readonly boardIds: readonly string[];
  readonly pinnerIds: readonly string[];
  readonly columns: PinColumns;
}

const pinsSql = `
  select p._id, b._id, w._id, p.name, p.description, p.topics, p.queries,
    array[m.saves::float8, floor(date_part('epoch', m.created_at) / 86400), w.follower_count::float8]
  from pins p left join pin_metrics m on m._id = p._id left join boards b on b._id = p.board_id
    left join pinner_metrics w on w._id = p.pinner_id
  order by p._id`;

const pinHistory = historySql('pin', 'h.key');
/** Most pins of a large catalog have no history, for which nothing is looked up. */
const ifKnown = (sql: string): string => `case when h.key is not null then ${sql} end`;
const historiesSql = `select ${ifKnown(pinHistory.sealed)}, ${ifKnown(pinHistory.open)}
  from pins p left join pin_histories h on h._id = p._id order by p._id`;
const boardsSql = 'select name, topics from boards';

const decodeBytes = (bytes: Uint8Array<ArrayBuffer>, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();

function readText(reader: RowReader): string | null {
  const field = reader.readFields(1);
  return field[0] === NULL_MARK_BYTE ? null : decodeBytes(field, FIELD_LENGTH_BYTES, field.length);
}

function readTexts(reader: RowReader): string[] {
  const texts: string[] = [];
  reader.readTextArray((bytes, from, to) => texts.push(decodeBytes(bytes as Uint8Array<ArrayBuffer>, from, to)));
  return texts;
}

/** The owners of pins, numbered in order of appearance. */
class OwnerNumbers {
  readonly ids: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #ownerOf = new IntegerList();

  /** Adds the next pin; returns the number of its owner. */
  addPinOf(id: string | null): number {
    let number = id === null ? UNKNOWN_NUMBER : this.#numbers.get(id);
    if (id !== null && number === undefined) this.#numbers.set(id, (number = this.ids.push(id) - 1));
    this.#ownerOf.push(number ?? UNKNOWN_NUMBER);
    return number ?? UNKNOWN_NUMBER;
  }

  finish() {
    return { ownerOf: this.#ownerOf.view(), ownerCount: this.ids.length };
  }
}

async function forEachRow(client: ClientBase, query: string, read: (reader: RowReader) => void): Promise<void> {
  for await (const reader of copyOut(client, query)) while (reader.nextRow()) read(reader);
}

/** Loads all pins into columns, and their texts into the collector. */
export async function loadPins(client: ClientBase, collector: KeywordCollector): Promise<LoadedPins> {
  const ids: string[] = [];
  const [boards, pinners] = [new OwnerNumbers(), new OwnerNumbers()];
  const numbers = [new IntegerList(), new IntegerList(), new IntegerList()] as const;
  let buffer = new Float64Array(numbers.length);
  await forEachRow(client, pinsSql, (reader) => {
    ids.push(readText(reader) ?? '');
    boards.addPinOf(readText(reader));
    const owner = pinners.addPinOf(readText(reader));
    const [name, description] = [readText(reader), readText(reader)];
    collector.addPin({ name, description, topics: readTexts(reader), queries: readTexts(reader) }, owner);
    buffer = reader.readNumberArray(buffer).values;
    for (const [index, list] of numbers.entries()) list.push(buffer[index]! >= 0 ? buffer[index]! : UNKNOWN_NUMBER);
  });
  const [saves, createdOn, ownerFollowers] = numbers;
  return {
    ids,
    boardIds: boards.ids,
    pinnerIds: pinners.ids,
    columns: {
      saves: saves.view(),
      createdOn: createdOn.view(),
      ownerFollowers: ownerFollowers.view(),
      boards: boards.finish(),
      pinners: pinners.finish(),
    },
  };
}

/** Loads the names and topics of all boards into their counts. */
export const loadBoards = (client: ClientBase, counts: BoardCounts): Promise<void> =>
  forEachRow(client, boardsSql, (reader) => counts.addBoard(readText(reader), readTexts(reader)));

/** Loads the saves of all pins over time. */
export async function loadSeries(client: ClientBase, series: KeywordSeries): Promise<void> {
  let pin = 0;
  const columns = new ReadingColumns(countsOf.pin.length);
  const saves = countsOf.pin.indexOf('saves');
  await forEachRow(client, historiesSql, (reader) => {
    readHistory(columns, { sealed: reader.readFields(1), open: reader.readFields(1) }, FIELD_LENGTH_BYTES);
    const days = columns.at.subarray(0, columns.length).map((minute) => Math.floor(minute / MINUTES_PER_DAY));
    series.addPin(pin++, days, columns.counts[saves]!, columns.length);
  });
}
