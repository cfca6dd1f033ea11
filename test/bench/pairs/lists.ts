import { isDeepStrictEqual } from 'node:util';
import { type Finding, finding } from '../finding.js';
import { interleaveHttp } from '../http-sides.js';
import type { Bench, Pair } from '../pair.js';
import { ServerProcess } from '../server-process.js';

const FIRST = '/api/boards?order_by=follower_count';

async function bodyOf(server: ServerProcess, path: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${server.port}${path}`)).text();
}

async function compare(bench: Bench, servers: readonly [ServerProcess, ServerProcess, ServerProcess]): Promise<Finding[]> {
  const [bare, byHand, product] = servers;
  const [one, two] = [await bodyOf(byHand, '/'), await bodyOf(product, FIRST)];
  if (!isDeepStrictEqual(listOf(one), listOf(two))) throw new Error('the product and the server by hand answer differently');
  const [still, hand, ours] = await interleaveHttp(
    [
      { server: bare, path: '/' },
      { server: byHand, path: '/' },
      { server: product, path: FIRST },
    ],
    bench.rounds,
  );
  const operation = `boards, page 1 (${(two.length / 1_000).toFixed(1)} KB)`;
  return [
    finding({
      operation: `${operation}: processor time of Node`,
      unit: 'µs',
      ours: ours?.cpu ?? [],
      other: { name: 'static 1.9 KB, node:http', samples: still?.cpu ?? [] },
      goal: { ratio: 4.5 },
    }),
    finding({
      operation: `${operation}: processor time of Node`,
      unit: 'µs',
      ours: ours?.cpu ?? [],
      other: { name: 'node:http + pg by hand', samples: hand?.cpu ?? [] },
    }),
    finding({
      operation: `${operation}: requests`,
      unit: 'req/s',
      ours: ours?.rates ?? [],
      other: { name: 'node:http + pg by hand', samples: hand?.rates ?? [] },
      goal: { ratioFrom: 0.9 },
    }),
  ];
}

/** The rows and the total of an answer. */
function listOf(body: string): unknown {
  const { boards, total } = JSON.parse(body) as { boards: unknown; total: unknown };
  return { boards, total };
}

/** The first page of a list over HTTP, each server in its own process. */
export const lists: Pair = {
  title: 'List, page 1, over HTTP',
  measure: async (bench) => {
    const servers = [
      await ServerProcess.start('static', bench),
      await ServerProcess.start('by-hand', bench),
      await ServerProcess.start('product', bench),
    ] as const;
    try {
      return await compare(bench, servers);
    } finally {
      for (const server of servers) server.stop();
    }
  },
};
