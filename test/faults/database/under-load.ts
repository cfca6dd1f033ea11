import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, Load, REQUESTS_PER_SECOND } from '../load.js';
import type { Report } from '../scenario.js';
import type { Site } from '../site.js';

const WARM_UP_MS = 3_000;
/** How long a fault lasts at least, with what it takes to begin, and after that: longer than any answer may take. */
const FAULT_MS = 12_000;
const BEGUN_FAULT_MS = 6_000;
/** The site has ten seconds to recover. It has when all requests of three seconds succeed. */
const MAX_RECOVERY_MS = 10_000;
const STABLE_MS = 3_000;
const STABLE_CALLS = (STABLE_MS / 1_000) * REQUESTS_PER_SECOND;

const MAX_FIRST_BYTE_MS = 5_500;

/** A fault begins, and returns what ends it. */
export type Fault = (site: Site) => Promise<() => unknown>;

interface Expectation {
  /** Reads succeed while the fault lasts. */
  readonly readsContinue?: boolean;
}

/** Sends the usual load before, during, and after a fault, and compares what came back with the bar. */
export async function underLoad(site: Site, name: string, fault: Fault, { readsContinue = false }: Expectation = {}): Promise<Report> {
  const load = await Load.start(site, name);
  const { beganAt, endedAt } = await disturb(site, fault, load).finally(() => load.stop());
  const calls = load.calls.filter(({ sentAt }) => sentAt >= beganAt);
  const recoveryMs = Math.max(
    0,
    ...calls.filter(({ sentAt, status }) => sentAt > endedAt && !isSuccess(status)).map(({ sentAt }) => sentAt - endedAt),
  );
  const lostWrites = await load.countLostWrites();
  const failedReads = calls.filter(({ kind, status }) => kind !== 'write' && kind !== 'register' && !isSuccess(status)).length;
  return {
    figures: {
      ...figuresOf(calls),
      'recovered after': `${(recoveryMs / 1_000).toFixed(1)} s`,
      'writes confirmed': String(load.acknowledgedWrites),
      'of these lost': String(lostWrites),
    },
    missedBars: [
      ...missedBars(calls),
      ...(recoveryMs > MAX_RECOVERY_MS ? [`still failed ${(recoveryMs / 1_000).toFixed(1)} s after the end`] : []),
      ...(lostWrites > 0 ? [`${lostWrites} confirmed writes lost`] : []),
      ...(readsContinue && failedReads > 0 ? [`${failedReads} reads failed`] : []),
    ],
  };
}

async function disturb(site: Site, fault: Fault, load: Load): Promise<{ readonly beganAt: number; readonly endedAt: number }> {
  await sleep(WARM_UP_MS);
  const beganAt = performance.now();
  const end = await fault(site);
  await sleep(Math.max(BEGUN_FAULT_MS, beganAt + FAULT_MS - performance.now()));
  await end();
  const endedAt = performance.now();
  const giveUpAt = endedAt + MAX_RECOVERY_MS + STABLE_MS;
  while (performance.now() < giveUpAt && countSuccessesSince(load.calls, endedAt) < STABLE_CALLS) await sleep(100);
  return { beganAt, endedAt };
}

/** The successes after a moment, and after the last failure. */
function countSuccessesSince(calls: readonly Call[], moment: number): number {
  const ended = calls.filter(({ sentAt }) => sentAt >= moment);
  return ended.length - 1 - ended.findLastIndex(({ status }) => !isSuccess(status));
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const figuresOf = (calls: readonly Call[]): Readonly<Record<string, string>> => {
  const count = (matches: (status: number) => boolean) => String(calls.filter(({ status }) => matches(status)).length);
  const times = calls.map(({ firstByteMs }) => firstByteMs).toSorted((a, b) => a - b);
  const quantile = (share: number) => `${Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)} ms`;
  return {
    sent: String(calls.length),
    ok: count(isSuccess),
    'got 503': count((status) => status === 503),
    other: count((status) => status !== 0 && status !== 503 && !isSuccess(status)),
    none: count((status) => status === 0),
    p50: quantile(0.5),
    p99: quantile(0.99),
    slowest: quantile(1),
  };
};

function missedBars(calls: readonly Call[]): string[] {
  const late = calls.filter(({ firstByteMs }) => firstByteMs > MAX_FIRST_BYTE_MS).length;
  const wrong = calls.filter(({ status }) => status !== 503 && !isSuccess(status)).length;
  return [...(late > 0 ? [`${late} responses later than 5.5 s`] : []), ...(wrong > 0 ? [`${wrong} were neither a success nor a 503`] : [])];
}
