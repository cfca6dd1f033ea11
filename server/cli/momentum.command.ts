import { type Day, parseDay } from '#domain/days';
import { wholeNumber } from '#domain/numbers';
import { variantOf } from '#domain/catalog/variants';
import type { RecomputeGrowth } from '#server/analytics/recompute-growth';
import { duration, Progress, type ProgressOutput } from '#server/cli/progress';

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
  readonly recompute: Pick<RecomputeGrowth, 'asOf'>;
}

type Asked = { readonly day: Day | undefined } | { readonly fault: string };

function asked(args: readonly string[]): Asked {
  const [command, ...options] = args;
  if (command !== 'recompute')
    return { fault: command === undefined ? 'momentum needs a command.' : `momentum has no command ${command}.` };
  if (options.length === 0) return { day: undefined };
  const [option = '', ...rest] = options;
  const [name, given = rest.shift()] = option.split('=', 2);
  if (name !== '--as-of' || rest.length > 0) return { fault: `momentum recompute does not know ${rest[0] ?? option}.` };
  const day = parseDay(given ?? '');
  return day === null ? { fault: '--as-of must be a day such as 2026-08-23.' } : { day };
}

async function run(day: Day | undefined, io: MomentumIo, connect: () => Promise<MomentumDependencies>): Promise<number> {
  const { recompute } = await connect();
  const progress = new Progress(io.stderr, () => performance.now());
  const began = performance.now();
  try {
    const rows = await recompute.asOf(
      day,
      ({ entity, done, total }) => progress.show(`growth of ${variantOf[entity]}`, total > 0 ? done / total : 1, done),
      () => void io.stderr.write('Another import or job is writing the catalogue; waiting for it to end.\n'),
    );
    progress.clear();
    const seconds = (performance.now() - began) / 1000;
    io.stdout.write(
      `Growth and momentum of ${wholeNumber(rows)} entities in ${duration(seconds)} (${wholeNumber(Math.round(rows / Math.max(seconds, 0.001)))} rows/s).\n`,
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
  const wanted = asked(args);
  if ('day' in wanted) return run(wanted.day, io, connect);
  io.stderr.write(`${wanted.fault}\ncorklight momentum --help says more.\n`);
  return 2;
}
