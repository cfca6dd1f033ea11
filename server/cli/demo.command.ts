import { wholeNumber } from '#domain/numbers';
import type { CommandIo } from '#server/cli/import.command';
import type { ApplicationContext } from '#server/cli/application-context';
import { clearDemoEvents, loadDemoEvents } from '#server/demo/postgres/load-demo-events';
import { isDemoInstalled } from '#server/demo/postgres/demo-settings';
import { removeDemoUsers } from '#server/demo/postgres/demo-users';
import { clearDemo } from '#server/demo/postgres/load-demo';

export const demoHelp = `corklight demo clear
corklight demo events

clear removes every row of the demo catalogue, with its series and scores, the demo's visits and the demo's users. Rows that you imported
and real visits stay. It does not come back.
events adds half a year of made-up visits to a demo that has none yet, for the site analytics.
`;

/** `corklight demo events`: only where the site says that it shows a demo. */
async function addDemoEvents(io: CommandIo, { postgres, eventPartitions, dailyTotals, clock }: ApplicationContext): Promise<number> {
  if (!(await isDemoInstalled(postgres.pool))) {
    io.stderr.write('There is no demo in this installation, so no made-up visits either.\n');
    return 1;
  }
  const events = await loadDemoEvents({ postgres, eventPartitions, dailyTotals }, clock.now());
  io.stdout.write(events === 0 ? 'The demo has its visits already.\n' : `Made ${wholeNumber(events)} demo events.\n`);
  return 0;
}

/** `corklight demo clear` and `corklight demo events`. Answers the exit code. */
export async function demoCommand(args: readonly string[], io: CommandIo, connect: () => Promise<ApplicationContext>): Promise<number> {
  if (!/^(clear|events)$/.test(args[0] ?? '') || args.length > 1) {
    (args.includes('--help') ? io.stdout : io.stderr).write(demoHelp);
    return args.includes('--help') ? 0 : 2;
  }
  const context = await connect();
  if (args[0] === 'events') return addDemoEvents(io, context);
  const { postgres, dailyTotals, clock, writeLock, recomputeGrowth } = context;
  const onWait = () => void io.stderr.write('Another import or job is writing the catalog; waiting for it to finish.\n');
  const removedRows = await writeLock.runAsWriter(
    async (scope) => {
      const removed = await clearDemo(postgres, clock.now());
      await removeDemoUsers(postgres.pool);
      await recomputeGrowth.recomputeAllAsWriter(scope);
      return removed;
    },
    { onWait },
  );
  const removedEvents = await clearDemoEvents({ postgres, dailyTotals });
  io.stdout.write(`Removed ${wholeNumber(removedRows)} demo rows.\n`);
  if (removedEvents > 0) io.stdout.write(`Removed ${wholeNumber(removedEvents)} demo events.\n`);
  return 0;
}
