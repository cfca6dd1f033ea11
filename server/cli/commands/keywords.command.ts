import { formatCount, wholeNumber } from '#domain/numbers';
import { parseVerb } from '#server/cli/arguments';
import { printResult, reportWait, type Run } from '#server/cli/command-io';
import { commandForms } from '#server/cli/command-options';
import { formatTimer, secondsSince } from '#server/cli/progress';

export const help = `corklight keywords recompute|clear-interest

recompute counts the keywords of all pins as of today (UTC), as the server does every night. The site shows the current keywords until the new
ones are complete.
clear-interest removes all search interest that was imported with corklight import series --as keyword.

Exit codes: 0 when done, 2 on incorrect usage.
`;

/** `corklight keywords`. */
export const run: Run<'recomputeKeywords' | 'searchInterest' | 'writeLock' | 'enter'> = async (args, io, connect) => {
  const { verb } = parseVerb(args, commandForms.keywords);
  const { recomputeKeywords, searchInterest, writeLock, enter } = await connect();
  if (verb === 'clear-interest') {
    await enter(io.by, 'interest_removed');
    // An import that runs would store the rest of its file afterwards.
    const keywords = await writeLock.runAsWriter((scope) => searchInterest.clear(scope), { onWait: reportWait(io) });
    return printResult(io, `Search interest of ${formatCount(keywords, 'keyword', 'keywords')} removed.\n`, { keywords });
  }
  await enter(io.by, 'keywords_recomputed');
  const startedAtMs = performance.now();
  const { keywords, pins } = await recomputeKeywords.recompute({ onWait: reportWait(io) });
  const seconds = secondsSince(startedAtMs);
  const text = `${wholeNumber(keywords)} keywords of ${formatCount(pins, 'pin', 'pins')} in ${formatTimer(seconds)}.\n`;
  return printResult(io, text, { keywords, pins, seconds });
};
