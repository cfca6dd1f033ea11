import { closeSync, openSync, writeSync } from 'node:fs';
import type { Reject } from '#domain/catalog/import/import-row';

const FLUSH_AFTER_CHARACTERS = 1 << 16;

/** Rejected lines as NDJSON `{file, line, field, reason}`. The file is created with the first one. */
export class RejectsFile {
  #descriptor: number | null = null;
  #buffer = '';

  constructor(readonly path: string) {}

  get isUsed(): boolean {
    return this.#descriptor !== null;
  }

  add(file: string, line: number, reject: Reject): void {
    this.#descriptor ??= openSync(this.path, 'w');
    this.#buffer += `${JSON.stringify({ file, line, ...reject })}\n`;
    if (this.#buffer.length >= FLUSH_AFTER_CHARACTERS) this.#flush();
  }

  #flush(): void {
    if (this.#descriptor !== null && this.#buffer !== '') writeSync(this.#descriptor, this.#buffer);
    this.#buffer = '';
  }

  close(): void {
    this.#flush();
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }
}
