import { setSourceMapsSupport } from 'node:module';
import { refuseArguments } from '#server/cli/arguments';
import type { Run } from '#server/cli/command-io';

export const help = `corklight serve

Runs the server until Ctrl-C or SIGTERM, then finishes open requests and exits with 0.

Exit codes: 0 after a stop, 1 when it cannot start, 2 on incorrect usage.
`;

/** `corklight serve`, which does not return: the server ends the process. */
export const run: Run = async (args) => {
  refuseArguments('serve', args);
  // The log of a server has stack traces, which other commands never print. The maps of packages would take a tenth of the start.
  setSourceMapsSupport(true, { nodeModules: false });
  await import('#server/main');
  return new Promise(() => undefined);
};
