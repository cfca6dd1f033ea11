import { type Day, parseDay } from '#domain/days';
import { wholeNumber } from '#domain/numbers';
import { variantOf } from '#domain/catalog/variants';
import { asksForHelp, type CommandOutput, type Connect, printUsage, reportWait } from '#server/cli/command-io';
import { formatDuration, Progress } from '#server/cli/progress';

const momentumHelp = `corklight momentum recompute [--as-of YYYY-MM-DD]

Recomputes growth, momentum and ranks of the whole catalog, as of today or another day (UTC). To resume an interrupted run, run the
same command again. The site shows the current ranks until the new ones are complete.

Exit codes: 0 when done, 2 on incorrect usage.
`;

type MomentumArguments = { readonly day: Day | undefined } | { readonly error: string };

function parseArguments(args: readonly string[]): MomentumArguments {
  const [command, ...options] = args;
  if (command !== 'recompute')
    return { error: command === undefined ? 'momentum needs a command.' : `momentum has no command ${command}.` };
  if (options.length === 0) return { day: undefined };
  const [option = '', ...extra] = options;
  const [name, value = extra.shift()] = option.split('=', 2);
  if (name !== '--as-of' || extra.length > 0) return { error: `momentum recompute has no option ${extra[0] ?? option}.` };
  const day = parseDay(value ?? '');
  return day === null ? { error: '--as-of must be a day such as 2026-08-23.' } : { day };
}

async function runRecompute(day: Day | undefined, io: CommandOutput, connect: Connect<'recomputeGrowth'>): Promise<number> {
  const { recomputeGrowth } = await connect();
  const progress = new Progress(io.stderr);
  const startedAtMs = performance.now();
  const recomputing = recomputeGrowth.recomputeAll({
    day,
    onProgress: ({ entity, done, total }) => progress.show(`growth of ${variantOf[entity]}`, total > 0 ? done / total : 1, done),
    onWait: reportWait(io),
  });
  const rows = await recomputing.finally(() => progress.clear());
  const seconds = (performance.now() - startedAtMs) / 1000;
  io.stdout.write(
    `Growth and momentum of ${wholeNumber(rows)} entities in ${formatDuration(seconds)} (${wholeNumber(Math.round(rows / Math.max(seconds, 0.001)))} rows/s).\n`,
  );
  return 0;
}

/** `corklight momentum`. Returns the exit code. */
export async function momentumCommand(args: readonly string[], io: CommandOutput, connect: Connect<'recomputeGrowth'>): Promise<number> {
  if (asksForHelp(args)) return printUsage(momentumHelp, args, io);
  const parsed = parseArguments(args);
  if ('day' in parsed) return runRecompute(parsed.day, io, connect);
  io.stderr.write(`${parsed.error}\nSee corklight momentum --help.\n`);
  return 2;
}
