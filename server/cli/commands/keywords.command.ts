import { formatCount, wholeNumber } from '#domain/numbers';
import { parseVerb } from '#server/cli/arguments';
import { asksForHelp, type ActingOutput, type Connect, printHelp, printResult, reportWait } from '#server/cli/command-io';
import { keywordsVerbs } from '#server/cli/command-options';
import { formatTimer, secondsSince } from '#server/cli/progress';

const keywordsHelp = `corklight keywords recompute|clear-interest

recompute counts the keywords of all pins as of today (UTC), as the server does every night. The site shows the current keywords until the new
ones are complete.
clear-interest removes all search interest that was imported with corklight import series --as keyword.

Exit codes: 0 when done, 2 on incorrect usage.
`;

/** `corklight keywords`. Returns the exit code. Throws `UsageError`. */
export async function keywordsCommand(
  args: readonly string[],
  io: ActingOutput,
  connect: Connect<'recomputeKeywords' | 'searchInterest' | 'writeLock' | 'enter'>,
): Promise<number> {
  if (asksForHelp(args)) return printHelp(keywordsHelp, io);
  const { verb } = parseVerb(args, keywordsVerbs, {});
  const { recomputeKeywords, searchInterest, writeLock, enter } = await connect();
  if (verb === 'clear-interest') {
    await enter(io.by, 'interest_removed');
    // An import that runs would store the rest of its file afterwards.
    const keywords = await writeLock.runAsWriter((scope) => searchInterest.clear(scope), { onWait: reportWait(io) });
    printResult(io, `Search interest of ${formatCount(keywords, 'keyword', 'keywords')} removed.\n`, { keywords });
    return 0;
  }
  await enter(io.by, 'keywords_recomputed');
  const startedAtMs = performance.now();
  const { keywords, pins } = await recomputeKeywords.recompute({ onWait: reportWait(io) });
  const seconds = secondsSince(startedAtMs);
  const text = `${wholeNumber(keywords)} keywords of ${formatCount(pins, 'pin', 'pins')} in ${formatTimer(seconds)}.\n`;
  printResult(io, text, { keywords, pins, seconds });
  return 0;
}
