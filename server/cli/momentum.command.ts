import { type Day, parseDay } from '#domain/days';
import { wholeNumber } from '#domain/numbers';
import { variantOf } from '#domain/catalog/variants';
import type { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { formatDuration, Progress, type ProgressOutput } from '#server/cli/progress';

export const momentumHelp = `corklight momentum recompute [--as-of YYYY-MM-DD]

Computes growth, momentum and ranks of the whole catalogue anew, as of today or of another day (UTC). Interrupted, the same
command goes on; the catalogue shows its present ranks until the new ones are whole.

Ends with 0 when done, 2 when called wrongly.
`;

/** Where the command speaks. */
export interface MomentumIo {
  readonly stdout: ProgressOutput;
  readonly stderr: ProgressOutput;
}

/** What the command starts. */
export interface MomentumDependencies {
  readonly recomputeGrowth: Pick<RecomputeGrowth, 'recomputeAll'>;
}

type MomentumArguments = { readonly day: Day | undefined } | { readonly fault: string };

function parseArguments(args: readonly string[]): MomentumArguments {
  const [command, ...options] = args;
  if (command !== 'recompute')
    return { fault: command === undefined ? 'momentum needs a command.' : `momentum has no command ${command}.` };
  if (options.length === 0) return { day: undefined };
  const [option = '', ...extra] = options;
  const [name, value = extra.shift()] = option.split('=', 2);
  if (name !== '--as-of' || extra.length > 0) return { fault: `momentum recompute does not know ${extra[0] ?? option}.` };
  const day = parseDay(value ?? '');
  return day === null ? { fault: '--as-of must be a day such as 2026-08-23.' } : { day };
}

async function runRecompute(day: Day | undefined, io: MomentumIo, connect: () => Promise<MomentumDependencies>): Promise<number> {
  const { recomputeGrowth } = await connect();
  const progress = new Progress(io.stderr, () => performance.now());
  const startedAtMs = performance.now();
  try {
    const rows = await recomputeGrowth.recomputeAll({
      day,
      onProgress: ({ entity, done, total }) => progress.show(`growth of ${variantOf[entity]}`, total > 0 ? done / total : 1, done),
      onWait: () => void io.stderr.write('Another import or job is writing the catalog; waiting for it to finish.\n'),
    });
    progress.clear();
    const seconds = (performance.now() - startedAtMs) / 1000;
    io.stdout.write(
      `Growth and momentum of ${wholeNumber(rows)} entities in ${formatDuration(seconds)} (${wholeNumber(Math.round(rows / Math.max(seconds, 0.001)))} rows/s).\n`,
    );
    return 0;
  } finally {
    progress.clear();
  }
}

/** `corklight momentum`. Answers the exit code; `connect` is asked for the catalogue only when it is needed. */
export async function momentumCommand(
  args: readonly string[],
  io: MomentumIo,
  connect: () => Promise<MomentumDependencies>,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    io.stdout.write(momentumHelp);
    return 0;
  }
  const parsed = parseArguments(args);
  if ('day' in parsed) return runRecompute(parsed.day, io, connect);
  io.stderr.write(`${parsed.fault}\ncorklight momentum --help says more.\n`);
  return 2;
}
