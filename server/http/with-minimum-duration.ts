import { setTimeout } from 'node:timers/promises';

/** Settles like `work`, but not before `minimumMs` have passed, so that timing does not reveal what was done. */
export async function withMinimumDuration<T>(minimumMs: number, work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, setTimeout(minimumMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
