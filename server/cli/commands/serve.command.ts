import { refuseArguments } from '#server/cli/arguments';
import { asksForHelp, type CommandOutput, printHelp } from '#server/cli/command-io';

const serveHelp = `corklight serve

Runs the server until Ctrl-C or SIGTERM, then finishes open requests and exits with 0.

Exit codes: 0 after a stop, 1 when it cannot start, 2 on incorrect usage.
`;

/** `corklight serve`. Returns only for help: the server ends the process. Throws `UsageError`. */
export async function serveCommand(args: readonly string[], io: CommandOutput): Promise<number> {
  if (asksForHelp(args)) return printHelp(serveHelp, io);
  refuseArguments('serve', args);
  await import('#server/main');
  return new Promise(() => undefined);
}
