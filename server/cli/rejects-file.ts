import { closeSync, openSync, writeSync } from 'node:fs';
import type { Reject } from '#domain/catalog/intake';

const CHUNK = 1 << 16;

/** The lines that were not taken, as NDJSON `{file, line, field, reason}`. The file is made with the first of them. */
export class RejectsFile {
  #descriptor: number | null = null;
  #kept = '';

  constructor(readonly path: string) {}

  get isUsed(): boolean {
    return this.#descriptor !== null;
  }

  add(file: string, line: number, reject: Reject): void {
    this.#descriptor ??= openSync(this.path, 'w');
    this.#kept += `${JSON.stringify({ file, line, ...reject })}\n`;
    if (this.#kept.length >= CHUNK) this.#flush();
  }

  #flush(): void {
    if (this.#descriptor !== null && this.#kept !== '') writeSync(this.#descriptor, this.#kept);
    this.#kept = '';
  }

  close(): void {
    this.#flush();
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }
}
