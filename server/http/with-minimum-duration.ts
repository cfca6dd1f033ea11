import { setTimeout as passed } from 'node:timers/promises';

/** The work's answer, not before so many milliseconds are over: how long it took tells nothing about what was done. */
export async function withMinimumDuration<T>(minimumMs: number, work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, passed(minimumMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
