import type { LogOutput } from '#server/monitoring/logs/log';

export type LogRecord = Readonly<Record<string, unknown>>;

/** Keeps the lines of a log. */
export class CollectedLog implements LogOutput {
  readonly isTerminal = false;
  readonly lines: string[] = [];

  write(line: string): void {
    this.lines.push(line);
  }

  /** The records of a part of the server. */
  recordsOf(part: string): LogRecord[] {
    return this.lines.map((line) => JSON.parse(line) as LogRecord).filter((record) => record['part'] === part);
  }
}
