import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { freePort } from '#server/database/embedded-postgres';
import { paddleSettings } from '../../support/servers/paddle-notices.js';
import type { Report, Scenario } from '../scenario.js';
import { Site } from '../site.js';
import type { Flood, FloodKind } from './flooder.js';
import { Others } from './others.js';

const WARM_UP_MS = 2_000;
const FLOOD_MS = 10_000;
/** Long enough for the server to close a connection whose header does not end: after ten seconds, looked for every five. */
const SLOW_HEADER_FLOOD_MS = 18_000;

const MAX_FAILED_SHARE = 0.01;
const MAX_P99_MS = 500;
/** 16 times 5 sign-ins a minute may come from a /48; a tenth more may slip through. */
const MAX_HASHED_SIGN_INS = 88;
const MAX_MEMORY_GROWTH_MEGABYTES = 250;

const settings = { ...paddleSettings, RATE_LIMITS: '', TRUSTED_PROXIES: '1', ARGON2_MEMORY: '19456' };

type CountsByStatus = ReadonlyMap<number, number>;

/** Floods the site for ten seconds or more, and does what is to be done at the end of it; without a kind it only waits as long. */
async function flood(kind: FloodKind | null, data: Omit<Flood, 'kind'>, atEnd: () => Promise<void>): Promise<CountsByStatus> {
  const worker = kind && new Worker(new URL('flooder.js', import.meta.url), { workerData: { ...data, kind } satisfies Flood });
  await sleep(kind === 'headers byte by byte' ? SLOW_HEADER_FLOOD_MS : FLOOD_MS);
  await atEnd();
  if (worker === null) return new Map();
  const counts = once(worker, 'message') as Promise<[[number, number][]]>;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  worker.postMessage('stop');
  return new Map((await counts)[0]);
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function report(kind: FloodKind | null, counts: CountsByStatus, memoryGrowth: number, { responses, noticeStatuses }: Others): Report {
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
      'memory growth': `${memoryGrowth} MB`,
    },
    missedBars: [
      ...(failed > responses.length * MAX_FAILED_SHARE ? [`${failed} of ${responses.length} requests of others failed`] : []),
      ...(quantile(0.99) > MAX_P99_MS ? [`p99 of others ${Math.round(quantile(0.99))} ms`] : []),
      ...(arrived < noticeStatuses.length ? [`${noticeStatuses.length - arrived} genuine notices refused`] : []),
      ...(memoryGrowth > MAX_MEMORY_GROWTH_MEGABYTES ? [`the memory of the server grew by ${memoryGrowth} MB`] : []),
      ...(kind === 'headers byte by byte' && !counts.has(408) ? ['no connection whose header does not end was closed'] : []),
      ...(kind === 'sitemaps' && !counts.has(429) ? ['the flood was not held back'] : []),
      ...(hashed > MAX_HASHED_SIGN_INS ? [`${hashed} sign-ins reached the password hash`] : []),
    ],
  };
}

async function underFlood(kind: FloodKind | null, connections: number, { source }: Site): Promise<Report> {
  const port = String(await freePort());
  // Only a site with a public address has sitemaps.
  const site = await Site.start(source, { ...settings, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  try {
    const { body } = await site.client.send('GET', '/api/pins?per_page=10');
    const pinIds = (JSON.parse(body) as { pins: { _id: string }[] }).pins.map(({ _id }) => _id);
    const browser = await site.client.openBrowser();
    const warmUp = new Others(site.client, pinIds, browser);
    await sleep(WARM_UP_MS);
    await warmUp.stop();
    const before = await site.memoryMegabytes();
    let memoryGrowth = 0;
    const others = new Others(site.client, pinIds, browser);
    const counts = await flood(kind, { port: site.client.port, connections, browser }, async () => {
      memoryGrowth = (await site.memoryMegabytes()) - before;
    });
    await others.stop();
    return report(kind, counts, memoryGrowth, others);
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
  ['sitemaps', 150],
  ['headers byte by byte', 1_000],
  ['unread answers', 300],
];

/** One client floods the site while others use it, and payment notices arrive. */
export const floodScenarios: readonly Scenario[] = floods.map(([kind, connections]) => ({
  name: kind === null ? 'no flood' : `${kind}, ${connections} connections`,
  group: 'floods',
  run: (site) => underFlood(kind, connections, site),
}));
