import { interleave } from './interleave.js';
import { load } from './load.js';
import type { ServerProcess } from './server-process.js';

/** Milliseconds for which one side is asked before the next one is. */
const SLICE = 1_000;

export interface HttpSide {
  readonly server: ServerProcess;
  readonly path: string;
  /** Asked as somebody who may see every page. */
  readonly signedIn?: boolean;
}

/** What a side did, slice by slice. */
export interface HttpTaken {
  /** Requests a second. */
  readonly rates: number[];
  /** Microseconds of the server's processor time per request. */
  readonly cpu: number[];
}

/** Asks the sides in turn, a second each, for so many rounds. */
export async function interleaveHttp(sides: readonly HttpSide[], rounds: number): Promise<HttpTaken[]> {
  const taken = sides.map((): HttpTaken => ({ rates: [], cpu: [] }));
  const warmUps = 2;
  const slices = sides.map(({ server, path, signedIn }, place) => ({
    run: async (round: number) => {
      const before = await server.cpu();
      const { requests, ms } = await load(server.port, path, SLICE, signedIn ? server.cookie : '');
      const cpu = (await server.cpu()) - before;
      if (round < warmUps) return;
      taken[place]?.rates.push((requests * 1_000) / ms);
      taken[place]?.cpu.push(cpu / requests);
    },
  }));
  await interleave(slices, rounds, warmUps);
  return taken;
}
