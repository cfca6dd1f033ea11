import { formatCount, wholeNumber } from '#domain/numbers';
import { type CommandOutput, type Connect, printUsage, reportWait } from '#server/cli/command-io';
import { formatDuration } from '#server/cli/progress';

const keywordsHelp = `corklight keywords recompute

Counts the keywords of all pins as of today (UTC), as the server does every night. The site shows the current keywords until the new
ones are complete.

Exit codes: 0 when done, 2 on incorrect usage.
`;

/** `corklight keywords`. Returns the exit code. */
export async function keywordsCommand(args: readonly string[], io: CommandOutput, connect: Connect<'recomputeKeywords'>): Promise<number> {
  if (args.length !== 1 || args[0] !== 'recompute') return printUsage(keywordsHelp, args, io);
  const { recomputeKeywords } = await connect();
  const startedAtMs = performance.now();
  const { keywords, pins } = await recomputeKeywords.recompute({ onWait: reportWait(io) });
  const seconds = (performance.now() - startedAtMs) / 1000;
  io.stdout.write(`${wholeNumber(keywords)} keywords of ${formatCount(pins, 'pin', 'pins')} in ${formatDuration(seconds)}.\n`);
  return 0;
}
