import { catalogPaths } from '../database/small-catalog';
import type { TestApp } from './test-app';

/** How many readers there are, and how long each pauses: without a pause they would take the time of what they read meanwhile. */
const READER_COUNT = 3;
const PAUSE_MS = 20;

/** Waits until a condition holds; the time limit of the test ends a wait that is in vain. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Reads the pages of the catalog over and over while `change` runs. Returns the number of reads, and those that failed. */
export async function readCatalogDuring(
  site: TestApp,
  change: () => Promise<void>,
): Promise<{ readonly all: number; readonly failed: readonly string[] }> {
  const failed: string[] = [];
  let all = 0;
  const done = new AbortController();
  const readAll = async (first: number): Promise<void> => {
    for (let index = first; !done.signal.aborted; index++) {
      const path = catalogPaths[index % catalogPaths.length]!;
      // A page of its own, so that it is not cached.
      const { status, text } = await site.get(path.includes('?') ? `${path}&per_page=${10 + (index % 90)}` : path);
      all++;
      if (status !== 200) failed.push(`${status} ${path} ${text}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const reading = Promise.all(Array.from({ length: READER_COUNT }, (_, reader) => readAll(4 * reader)));
  await change().finally(() => done.abort());
  await reading;
  return { all, failed };
}
