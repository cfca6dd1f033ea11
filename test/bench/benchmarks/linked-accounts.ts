import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SECOND_MS } from '#domain/durations';
import type { Benchmark } from '../benchmark.js';
import { toFinding } from '../finding.js';
import { interleave } from '../interleave.js';
import { ServerProcess } from '../server-process.js';

/** How long Pinterest takes for every answer. */
const PINTEREST_DELAY_MS = 10 * SECOND_MS;
/** Requests for own figures that wait for Pinterest all the time. */
const WAITING_REQUESTS = 20;

const paths = ['/api/users/me/today', '/api/boards', '/api/pinners', '/api/pins', '/api/keywords'] as const;

/** Requests are compared one by one: what else the machine does then falls on both sides. */
const REQUESTS_PER_ROUND = 40;

async function getOne({ port, cookie }: ServerProcess, path: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  const { length } = await response.text();
  if (response.status !== 200 || length === 0) throw new Error(`GET ${path} was answered with ${response.status}`);
}

/** A Pinterest that is slow, and then answers nothing of use. */
async function startSlowPinterest(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_, response) => void setTimeout(() => response.writeHead(503).end('{}'), PINTEREST_DELAY_MS).unref());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v5`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Keeps requests waiting for Pinterest until it is aborted, each for another pin, because an answer is cached. */
async function keepWaiting({ port, cookie }: ServerProcess, signal: AbortSignal): Promise<void> {
  const get = (path: string) => fetch(`http://127.0.0.1:${port}/api/users/me/pinterest_accounts${path}`, { headers: { cookie }, signal });
  const [account] = (await (await get('')).json()) as readonly { readonly _id: string }[];
  if (!account) throw new Error('the account of the bench is not linked');
  let pinId = 0;
  const ask = async () => {
    while (!signal.aborted) {
      const { status } = await get(`/${account._id}/pins/${++pinId}/analytics`);
      if (status !== 503) throw new Error(`a figure of a slow Pinterest was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: WAITING_REQUESTS }, ask));
}

/** Today and the lists of a user with a linked account while Pinterest is slow, beside those of a user without one. */
export const linkedAccounts: Benchmark = {
  title: 'Lists while Pinterest takes 10 s to answer',
  measure: async (bench) => {
    const pinterest = await startSlowPinterest();
    const [linked, unlinked] = await Promise.all([
      ServerProcess.start('product', bench, pinterest.url),
      ServerProcess.start('product', bench),
    ]);
    const ending = new AbortController();
    const waiting = keepWaiting(linked, ending.signal).catch((error: unknown) => (ending.signal.aborted ? null : error));
    try {
      const findings = [];
      for (const path of paths) {
        const sides = [linked, unlinked].map((server) => ({ run: () => getOne(server, path) }));
        const [ours = [], other = []] = await interleave(sides, REQUESTS_PER_ROUND * bench.rounds, REQUESTS_PER_ROUND);
        findings.push(
          toFinding({
            operation: `GET ${path.slice('/api'.length)}, ${WAITING_REQUESTS} figures waiting`,
            unit: 'ms',
            ours,
            other: { name: 'no linked account', samples: other },
            goal: { ratio: 1.1 },
          }),
        );
      }
      ending.abort();
      const failure = await waiting;
      if (failure instanceof Error) throw failure;
      return findings;
    } finally {
      ending.abort();
      for (const server of [linked, unlinked]) server.stop();
      pinterest.close();
    }
  },
};
