import { setTimeout } from 'node:timers/promises';
import { SECOND_MS } from '#domain/durations';

const REFUSAL_DELAY_MS = SECOND_MS;
/** Further refusals are sent at once. */
const MAX_DELAYED_REFUSALS = 2_000;

let delayedCount = 0;

/** Waits before the refusal of a flooding client is sent: a client that waits for each response then sends far fewer requests. */
export async function delayRefusal(): Promise<void> {
  if (delayedCount >= MAX_DELAYED_REFUSALS) return;
  delayedCount++;
  try {
    await setTimeout(REFUSAL_DELAY_MS, undefined, { ref: false });
  } finally {
    delayedCount--;
  }
}
