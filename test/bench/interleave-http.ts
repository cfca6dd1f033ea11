import { interleave } from './interleave.js';
import { generateLoad } from './load.js';
import type { ServerProcess } from './server-process.js';

/** How long one side is measured before the next, in ms. */
const SLICE_MS = 1_000;

export interface HttpSide {
  readonly server: ServerProcess;
  readonly path: string;
  /** Sends requests as a user who may see every page. */
  readonly signedIn?: boolean;
}

/** A side's measurements, one per slice. */
export interface HttpSamples {
  /** Requests per second. */
  readonly rates: number[];
  /** The server's processor time per request, in µs. */
  readonly cpuMicroseconds: number[];
}

/** Measures the sides in turn, a second each, for this many rounds. */
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
