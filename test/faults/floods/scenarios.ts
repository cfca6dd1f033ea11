import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { paddleSettings } from '../../support/servers/paddle-notices.js';
import type { Report, Scenario } from '../scenario.js';
import { Site } from '../site.js';
import type { Flood, FloodKind } from './flooder.js';
import { Others } from './others.js';

const WARM_UP_MS = 2_000;
const FLOOD_MS = 10_000;

const MAX_FAILED_SHARE = 0.01;
const MAX_P99_MS = 500;
/** 16 times 5 sign-ins a minute may come from a /48; a tenth more may slip through. */
const MAX_HASHED_SIGN_INS = 88;

const settings = { ...paddleSettings, RATE_LIMITS: '', TRUSTED_PROXIES: '1', ARGON2_MEMORY: '19456' };

type CountsByStatus = ReadonlyMap<number, number>;

/** Floods the site for ten seconds; without a kind it only waits as long. */
async function flood(kind: FloodKind | null, data: Omit<Flood, 'kind'>): Promise<CountsByStatus> {
  if (kind === null) {
    await sleep(FLOOD_MS);
    return new Map();
  }
  const worker = new Worker(new URL('flooder.js', import.meta.url), { workerData: { ...data, kind } satisfies Flood });
  await sleep(FLOOD_MS);
  const counts = once(worker, 'message') as Promise<[[number, number][]]>;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  worker.postMessage('stop');
  return new Map((await counts)[0]);
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function report(kind: FloodKind | null, counts: CountsByStatus, { responses, noticeStatuses }: Others): Report {
  const failed = responses.filter(({ status }) => !isSuccess(status)).length;
  const times = responses.map(({ firstByteMs }) => firstByteMs).toSorted((a, b) => a - b);
  const quantile = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
  const arrived = noticeStatuses.filter(isSuccess).length;
  const hashed = kind === 'sign-ins from a /48' ? (counts.get(401) ?? 0) : 0;
  return {
    figures: {
      'flood requests': String([...counts.values()].reduce((sum, count) => sum + count, 0)),
      statuses: [...counts].map(([status, count]) => `${status}: ${count}`).join(', '),
      'others sent': String(responses.length),
      'others failed': String(failed),
      p50: `${Math.round(quantile(0.5))} ms`,
      p99: `${Math.round(quantile(0.99))} ms`,
      'notices arrived': `${arrived} of ${noticeStatuses.length}`,
    },
    missedBars: [
      ...(failed > responses.length * MAX_FAILED_SHARE ? [`${failed} of ${responses.length} requests of others failed`] : []),
      ...(quantile(0.99) > MAX_P99_MS ? [`p99 of others ${Math.round(quantile(0.99))} ms`] : []),
      ...(arrived < noticeStatuses.length ? [`${noticeStatuses.length - arrived} genuine notices refused`] : []),
      ...(hashed > MAX_HASHED_SIGN_INS ? [`${hashed} sign-ins reached the password hash`] : []),
    ],
  };
}

async function underFlood(kind: FloodKind | null, connections: number, { source }: Site): Promise<Report> {
  const site = await Site.start(source, settings);
  try {
    const { body } = await site.client.send('GET', '/api/pins?per_page=10');
    const pinIds = (JSON.parse(body) as { pins: { _id: string }[] }).pins.map(({ _id }) => _id);
    const browser = await site.client.openBrowser();
    const warmUp = new Others(site.client, pinIds, browser);
    await sleep(WARM_UP_MS);
    await warmUp.stop();
    const others = new Others(site.client, pinIds, browser);
    const counts = await flood(kind, { port: site.client.port, connections, browser });
    await others.stop();
    return report(kind, counts, others);
  } finally {
    await site.stop();
  }
}

const floods: readonly (readonly [FloodKind | null, connections: number])[] = [
  [null, 0],
  ['made-up cookies', 180],
  ['/readyz', 150],
  ['unsigned webhooks', 20],
  ['sign-ins from a /48', 100],
  ['events', 50],
];

/** One client floods the site while others use it, and payment notices arrive. */
export const floodScenarios: readonly Scenario[] = floods.map(([kind, connections]) => ({
  name: kind === null ? 'no flood' : `${kind}, ${connections} connections`,
  group: 'floods',
  run: (site) => underFlood(kind, connections, site),
}));
