import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ReadyList, ReadyLists } from '#domain/catalog/ready-lists';

interface Kept {
  readonly state: string;
  readonly made: number;
  readonly ready: ReadyList;
  readonly size: number;
}

/** What an entry takes besides its key and its bytes, about. */
const OVERHEAD = 300;

/** Milliseconds after which an answer is made anew although the state is the same: somebody may have written past us. */
const LONGEST_KEPT = 30_000;

function readied(answer: unknown): ReadyList {
  const bytes = Buffer.from(JSON.stringify(answer));
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

/** Keeps answers in the memory of this process, the ones asked for last, up to a number of bytes. */
@Injectable()
export class MemoryReadyLists extends ReadyLists {
  /** The most that all answers together may take. */
  limit = 32 * 1024 * 1024;
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<string, Promise<ReadyList>>();
  #size = 0;

  async get(key: string, state: string, make: () => Promise<unknown>): Promise<ReadyList> {
    const kept = this.#kept.get(key);
    if (kept?.state === state && performance.now() - kept.made < LONGEST_KEPT) {
      // Last in a Map is what was set last.
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.ready;
    }
    const name = `${state} ${key}`;
    const underWay = this.#underWay.get(name);
    if (underWay) return underWay;
    const making = this.#make(key, state, make);
    this.#underWay.set(name, making);
    try {
      return await making;
    } finally {
      this.#underWay.delete(name);
    }
  }

  async #make(key: string, state: string, make: () => Promise<unknown>): Promise<ReadyList> {
    const made = performance.now();
    const ready = readied(await make());
    this.#forget(key);
    const size = ready.bytes.length + 2 * (key.length + state.length) + OVERHEAD;
    this.#kept.set(key, { state, made, ready, size });
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.limit) break;
      this.#forget(oldest);
    }
    return ready;
  }

  #forget(key: string): void {
    this.#size -= this.#kept.get(key)?.size ?? 0;
    this.#kept.delete(key);
  }
}
