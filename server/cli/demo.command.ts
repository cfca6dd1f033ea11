import { wholeNumber } from '#domain/numbers';
import { type CommandOutput, printUsage, reportWait } from '#server/cli/command-io';
import type { ApplicationContext } from '#server/cli/application-context';
import { clearDemoEvents, loadDemoEvents } from '#server/demo/postgres/load-demo-events';
import { isDemoInstalled } from '#server/demo/postgres/demo-settings';
import { removeDemoUsers } from '#server/demo/postgres/demo-users';
import { clearDemo } from '#server/demo/postgres/load-demo';

const demoHelp = `corklight demo clear
corklight demo events

clear removes the demo for good: its catalog rows with their series and scores, its visitor events and its users. Rows that you
imported and real visitor events stay.
events adds half a year of generated visitor events to a demo that has none yet, for site analytics.
`;

/** `corklight demo events`, for an installation with the demo. */
async function addDemoEvents(io: CommandOutput, { postgres, eventPartitions, dailyTotals, clock }: ApplicationContext): Promise<number> {
  if (!(await isDemoInstalled(postgres.pool))) {
    io.stderr.write('This installation has no demo to add visitor events to.\n');
    return 1;
  }
  const events = await loadDemoEvents({ postgres, eventPartitions, dailyTotals }, clock.now());
  io.stdout.write(events === 0 ? 'The demo already has its visitor events.\n' : `Added ${wholeNumber(events)} demo events.\n`);
  return 0;
}

/** `corklight demo clear` and `corklight demo events`. Returns the exit code. */
export async function demoCommand(args: readonly string[], io: CommandOutput, connect: () => Promise<ApplicationContext>): Promise<number> {
  if (!/^(clear|events)$/.test(args[0] ?? '') || args.length > 1) return printUsage(demoHelp, args, io);
  const context = await connect();
  if (args[0] === 'events') return addDemoEvents(io, context);
  const { postgres, dailyTotals, clock, writeLock, recomputeGrowth, recomputeKeywords } = context;
  const removedRows = await writeLock.runAsWriter(
    async (scope) => {
      const removed = await clearDemo(postgres.jobPoolIn(scope), clock.now());
      await removeDemoUsers(postgres.pool);
      await recomputeGrowth.recomputeAllAsWriter(scope);
      await recomputeKeywords.recomputeAsWriter(scope);
      return removed;
    },
    { onWait: reportWait(io) },
  );
  const removedEvents = await clearDemoEvents({ postgres, dailyTotals });
  io.stdout.write(`Removed ${wholeNumber(removedRows)} demo rows.\n`);
  if (removedEvents > 0) io.stdout.write(`Removed ${wholeNumber(removedEvents)} demo events.\n`);
  return 0;
}
