import { join } from 'node:path';
import type { BenchContext } from './benchmark.js';
import { BuiltServer } from './built-server.js';
import { withScratchDatabase } from './data/scratch-database.js';
import { type Finding, toFinding } from './finding.js';
import { interleave } from './interleave.js';

/** Requests per sample, so that one slow request does not decide a sample. */
const REQUESTS_PER_SAMPLE = 25;
const MAX_RATIO = 1.1;

/** A write request that is measured against the same request to the build of another commit. */
export interface MeasuredRequest {
  readonly operation: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Prepares the database and the browser of one side; returns what sends one request. */
  prepare(server: BuiltServer, url: string): Promise<() => Promise<unknown>>;
}

/** Milliseconds per request of this build, and of the one in `--baseline` where it is given: same requests, in turn, one run. */
export async function compareBuilds({ url, baseline, rounds }: BenchContext, measured: MeasuredRequest): Promise<Finding[]> {
  const directories = [join(import.meta.dirname, '../../..'), ...(baseline === null ? [] : [baseline])];
  const sides: { run(): Promise<void> }[] = [];
  const openSides = async (index: number): Promise<number[][]> => {
    const directory = directories[index];
    if (directory === undefined) return interleave(sides, rounds);
    return withScratchDatabase(url, `build_${index}`, false, async (scratchUrl) => {
      const server = await BuiltServer.start(directory, scratchUrl, measured.settings);
      const send = await measured.prepare(server, scratchUrl);
      sides.push({
        run: async () => {
          for (let count = 0; count < REQUESTS_PER_SAMPLE; count++) await send();
        },
      });
      return openSides(index + 1).finally(() => server.stop());
    });
  };
  const [ours = [], theirs] = (await openSides(0)).map((durations) => durations.map((ms) => ms / REQUESTS_PER_SAMPLE));
  return [
    toFinding({
      operation: measured.operation,
      unit: 'ms',
      ours,
      ...(theirs ? { other: { name: 'the build in --baseline', samples: theirs }, goal: { ratio: MAX_RATIO } } : {}),
    }),
  ];
}
