import { destination, pino, stdTimeFunctions, type Logger } from 'pino';
import type { Config } from '#server/config/config';

type LogRecord = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The access log record of a request. */
const requestText = ({ method, route, status, ms, id }: LogRecord): string =>
  [method, route, status, `${textOf(ms)} ms`, id].map(textOf).join(' ');

function messageOf({ msg, stack, ...fields }: LogRecord): string {
  if (fields['part'] === 'http' && msg === undefined) return requestText(fields);
  const { level: _, time: __, part: ___, at: ____, ...rest } = fields;
  const details = Object.entries(rest).map(([name, value]) => `${name}=${textOf(value)}`);
  return [...(msg === undefined ? [] : [textOf(msg)]), ...details].join(' ') + (stack === undefined ? '' : `\n${textOf(stack)}`);
}

/** A record of the log for a person at a terminal: `12:31:07 ERROR jobs: growth failed job=growth`. */
function readableLine(json: string): string {
  const record = JSON.parse(json) as LogRecord;
  const level = record['level'] === 'info' ? '' : ` ${textOf(record['level']).toUpperCase()}`;
  return `${textOf(record['time']).slice(11, 19)}${level} ${textOf(record['part'])}: ${messageOf(record)}\n`;
}

/** The log of the server: one line per record on the standard output. */
export interface Log {
  readonly records: Logger;
  /** Records whatever the level is, as an audit trail needs. */
  readonly audit: Logger;
  /** Whether the lines are for people: text on a terminal. Otherwise they are JSON. */
  readonly isReadable: boolean;
}

/** The injection token of the log. */
export const LOG = Symbol('Log');

/** Bytes kept for a reader that has stopped reading; further lines are dropped. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/** How much is written at a time, less than the stream's most of 16 KB, and how late: a write of each line would cost a tenth of its request. */
const WRITTEN_TOGETHER_BYTES = 12 * 1024;
const WRITTEN_AFTER_MS = 100;

/** Where lines go, and whether a person reads them there. */
export interface LogOutput {
  readonly isTerminal: boolean;
  write(line: string): void;
}

/** The standard output. A person at a terminal sees each line at once; elsewhere lines are written together. */
function standardOutput(): LogOutput {
  const isTerminal = process.stdout.isTTY;
  const together = isTerminal ? {} : { minLength: WRITTEN_TOGETHER_BYTES, periodicFlush: WRITTEN_AFTER_MS };
  const stream = destination({ dest: 1, sync: false, maxLength: MAX_WAITING_BYTES, ...together });
  return { isTerminal, write: (line) => void stream.write(line) };
}

/** In tests, whose output is for people too, only what is wrong. */
const levelFor = ({ NODE_ENV, LOG_LEVEL }: Config): string => LOG_LEVEL ?? (NODE_ENV === 'test' ? 'error' : 'info');

/** The log of a server with this configuration: JSON in production and wherever the output is no terminal. */
export function createLog(config: Config, output: LogOutput = standardOutput()): Log {
  const isReadable = config.NODE_ENV !== 'production' && output.isTerminal;
  const stream = isReadable ? { write: (line: string) => output.write(readableLine(line)) } : output;
  const records = pino(
    { level: levelFor(config), base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    stream,
  );
  const isAudited = config.NODE_ENV !== 'test' || config.LOG_LEVEL !== undefined;
  return { records, audit: records.child({ part: 'security' }, { level: isAudited ? 'info' : 'silent' }), isReadable };
}
