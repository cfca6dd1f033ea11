import type { SharedAnswers } from '#server/linked-accounts/pinterest/answer-cache';

/** Answers in memory that several readers may share. */
export class MemoryAnswers implements SharedAnswers {
  readonly #rows = new Map<string, { until: Date; answer?: unknown }>();

  claim(accountId: string, request: string, now: Date, until: Date): Promise<boolean> {
    const key = `${accountId} ${request}`;
    const isFree = (this.#rows.get(key)?.until ?? now) <= now;
    if (isFree) this.#rows.set(key, { until });
    return Promise.resolve(isFree);
  }

  read(accountId: string, request: string, now: Date): ReturnType<SharedAnswers['read']> {
    const row = this.#rows.get(`${accountId} ${request}`);
    if (!row || row.until <= now) return Promise.resolve(null);
    return Promise.resolve('answer' in row ? { value: row.answer } : 'asking');
  }

  save(accountId: string, request: string, answer: unknown, until: Date): Promise<void> {
    this.#rows.set(`${accountId} ${request}`, { until, answer });
    return Promise.resolve();
  }

  release(accountId: string, request: string): Promise<void> {
    this.#rows.delete(`${accountId} ${request}`);
    return Promise.resolve();
  }

  clear(): void {
    this.#rows.clear();
  }
}
