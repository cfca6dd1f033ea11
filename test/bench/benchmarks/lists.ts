import { isDeepStrictEqual } from 'node:util';
import { type Finding, toFinding } from '../finding.js';
import { interleaveHttp } from '../interleave-http.js';
import type { BenchContext, Benchmark } from '../benchmark.js';
import { ServerProcess } from '../server-process.js';

const FIRST_PAGE_PATH = '/api/boards?order_by=follower_count';

async function fetchBody(server: ServerProcess, path: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${server.port}${path}`)).text();
}

async function compareServers(bench: BenchContext, servers: readonly [ServerProcess, ServerProcess, ServerProcess]): Promise<Finding[]> {
  const [bare, byHand, product] = servers;
  const [one, two] = [await fetchBody(byHand, '/'), await fetchBody(product, FIRST_PAGE_PATH)];
  if (!isDeepStrictEqual(rowsAndTotal(one), rowsAndTotal(two)))
    throw new Error('the product and the hand-written server return different rows');
  const [staticSamples, byHandSamples, productSamples] = await interleaveHttp(
    [
      { server: bare, path: '/' },
      { server: byHand, path: '/' },
      { server: product, path: FIRST_PAGE_PATH },
    ],
    bench.rounds,
  );
  const operation = `boards, page 1 (${(two.length / 1_000).toFixed(1)} KB)`;
  return [
    toFinding({
      operation: `${operation}: processor time of Node`,
      unit: 'µs',
      ours: productSamples?.cpuMicroseconds ?? [],
      other: { name: 'static 1.9 KB, node:http', samples: staticSamples?.cpuMicroseconds ?? [] },
      goal: { ratio: 4.5 },
    }),
    toFinding({
      operation: `${operation}: processor time of Node`,
      unit: 'µs',
      ours: productSamples?.cpuMicroseconds ?? [],
      other: { name: 'node:http + pg, by hand', samples: byHandSamples?.cpuMicroseconds ?? [] },
    }),
    toFinding({
      operation: `${operation}: requests`,
      unit: 'req/s',
      ours: productSamples?.rates ?? [],
      other: { name: 'node:http + pg, by hand', samples: byHandSamples?.rates ?? [] },
      goal: { ratioFrom: 0.9 },
    }),
  ];
}

/** The rows and the total of a response. */
function rowsAndTotal(body: string): unknown {
  const { boards, total } = JSON.parse(body) as { boards: unknown; total: unknown };
  return { boards, total };
}

/** The first page of a list over HTTP, each server in its own process. */
export const lists: Benchmark = {
  title: 'List, page 1, over HTTP',
  measure: async (bench) => {
    const servers = [
      await ServerProcess.start('static', bench),
      await ServerProcess.start('by-hand', bench),
      await ServerProcess.start('product', bench),
    ] as const;
    try {
      return await compareServers(bench, servers);
    } finally {
      for (const server of servers) server.stop();
    }
  },
};
