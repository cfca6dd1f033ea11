import { formatCount, wholeNumber } from '#domain/numbers';
import { parseVerb } from '#server/cli/arguments';
import { asksForHelp, type CommandOutput, type Connect, printHelp, printResult, reportWait } from '#server/cli/command-io';
import { formatDuration, secondsSince } from '#server/cli/progress';

const keywordsHelp = `corklight keywords recompute

Counts the keywords of all pins as of today (UTC), as the server does every night. The site shows the current keywords until the new
ones are complete.

Exit codes: 0 when done, 2 on incorrect usage.
`;

/** `corklight keywords`. Returns the exit code. Throws `UsageError`. */
export async function keywordsCommand(args: readonly string[], io: CommandOutput, connect: Connect<'recomputeKeywords'>): Promise<number> {
  if (asksForHelp(args)) return printHelp(keywordsHelp, io);
  parseVerb(args, ['recompute'], {});
  const { recomputeKeywords } = await connect();
  const startedAtMs = performance.now();
  const { keywords, pins } = await recomputeKeywords.recompute({ onWait: reportWait(io) });
  const seconds = secondsSince(startedAtMs);
  const text = `${wholeNumber(keywords)} keywords of ${formatCount(pins, 'pin', 'pins')} in ${formatDuration(seconds)}.\n`;
  printResult(io, text, { keywords, pins, seconds });
  return 0;
}
