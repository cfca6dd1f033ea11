import { interleave } from './interleave.js';
import { generateLoad } from './load.js';
import type { ServerProcess } from './server-process.js';

/** Milliseconds for which one side is asked before the next one is. */
const SLICE_MS = 1_000;

export interface HttpSide {
  readonly server: ServerProcess;
  readonly path: string;
  /** Asked as somebody who may see every page. */
  readonly signedIn?: boolean;
}

/** What a side did, slice by slice. */
export interface HttpSamples {
  /** Requests a second. */
  readonly rates: number[];
  /** Microseconds of the server's processor time per request. */
  readonly cpuMicroseconds: number[];
}

/** Asks the sides in turn, a second each, for so many rounds. */
export async function interleaveHttp(sides: readonly HttpSide[], rounds: number): Promise<HttpSamples[]> {
  const samples = sides.map((): HttpSamples => ({ rates: [], cpuMicroseconds: [] }));
  const warmUpRounds = 2;
  const slices = sides.map(({ server, path, signedIn }, index) => ({
    run: async (round: number) => {
      const before = await server.cpuMicroseconds();
      const { requests, ms } = await generateLoad(server.port, path, SLICE_MS, signedIn ? server.cookie : '');
      const cpu = (await server.cpuMicroseconds()) - before;
      if (round < warmUpRounds) return;
      samples[index]?.rates.push((requests * 1_000) / ms);
      samples[index]?.cpuMicroseconds.push(cpu / requests);
    },
  }));
  await interleave(slices, rounds, warmUpRounds);
  return samples;
}
