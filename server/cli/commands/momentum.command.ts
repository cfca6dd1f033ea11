import { type Day, dayLabel, dayOf, parseDay } from '#domain/days';
import { wholeNumber } from '#domain/numbers';
import { variantOf } from '#domain/catalog/variants';
import { parseDuration, parseVerb, UsageError } from '#server/cli/arguments';
import { printResult, reportWait, type Run } from '#server/cli/command-io';
import { commandForms, optionsHelp } from '#server/cli/command-options';
import { formatTimer, Progress, secondsSince } from '#server/cli/progress';

export const help = `corklight momentum recompute [--as-of YYYY-MM-DD] [--wait DURATION]

Recomputes growth, momentum, and ranks of the whole catalog, as of today or another day (UTC). To resume an interrupted run, run the
same command again. The site shows the current ranks until the new ones are complete.

${optionsHelp(commandForms.momentum.options)}
Example: corklight momentum recompute --as-of 2026-08-23

Exit codes: 0 when done, 1 when it could not be done, 2 on incorrect usage.
`;

function parseDayOption(text: string | undefined): Day | undefined {
  const day = text === undefined ? undefined : parseDay(text);
  if (day === null) throw new UsageError('--as-of must be a day such as 2026-08-23.');
  return day;
}

/** `corklight momentum`. */
export const run: Run<'recomputeGrowth' | 'clock' | 'enter'> = async (args, io, connect) => {
  const { values } = parseVerb(args, commandForms.momentum);
  const maxWaitMs = values.wait === undefined ? undefined : parseDuration('--wait', values.wait);
  const day = parseDayOption(values['as-of']);
  const { recomputeGrowth, clock, enter } = await connect();
  if (day !== undefined && day > dayOf(clock.now())) throw new UsageError('--as-of must not be after today (UTC).');
  await enter(io.by, 'growth_recomputed', { details: day === undefined ? {} : { as_of: dayLabel(day) } });
  const progress = new Progress(io.stderr);
  const startedAtMs = performance.now();
  const recomputing = recomputeGrowth.recomputeAll({
    day,
    onProgress: ({ entity, done, total }) => progress.show(`growth of ${variantOf[entity]}`, total > 0 ? done / total : 1, done),
    onWait: reportWait(io),
    maxWaitMs,
  });
  const rows = await recomputing.finally(() => progress.clear());
  const seconds = secondsSince(startedAtMs);
  const rate = `${wholeNumber(Math.round(rows / Math.max(seconds, 0.001)))} rows/s`;
  const text = `Growth and momentum of ${wholeNumber(rows)} entities in ${formatTimer(seconds)} (${rate}).\n`;
  return printResult(io, text, { rows, seconds });
};
