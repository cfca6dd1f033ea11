import { wholeNumber } from '#domain/numbers';
import type { CommandIo } from '#server/cli/import.command';
import type { Workshop } from '#server/cli/workshop';
import { clearDemo } from '#server/demo/load-demo';

export const demoHelp = `corklight demo clear

Removes every row of the demo catalogue, with its series and scores. Rows that you imported stay. It does not come back.
`;

/** `corklight demo clear`. Answers the exit code. */
export async function demoCommand(args: readonly string[], io: CommandIo, connect: () => Promise<Workshop>): Promise<number> {
  if (args[0] !== 'clear' || args.length > 1) {
    (args.includes('--help') ? io.stdout : io.stderr).write(demoHelp);
    return args.includes('--help') ? 0 : 2;
  }
  const { postgres, clock, jobs, recompute } = await connect();
  const waiting = () => void io.stderr.write('Another import or job is writing the catalogue; waiting for it to end.\n');
  const gone = await jobs.asWriter(async () => {
    const removed = await clearDemo(postgres, clock.now());
    await recompute.asOf();
    return removed;
  }, waiting);
  io.stdout.write(`Removed ${wholeNumber(gone)} demo rows.\n`);
  return 0;
}
