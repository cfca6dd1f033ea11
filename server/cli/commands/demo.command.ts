import { wholeNumber } from '#domain/numbers';
import { parseVerb } from '#server/cli/arguments';
import { asksForHelp, type ActingOutput, printFailure, printHelp, printResult, reportWait } from '#server/cli/command-io';
import { demoVerbs } from '#server/cli/command-options';
import type { ApplicationContext } from '#server/cli/application-context';
import { loadDemoEvents } from '#server/demo/postgres/load-demo-events';
import { isDemoInstalled } from '#server/demo/postgres/demo-settings';

const demoHelp = `corklight demo load
corklight demo clear
corklight demo events

load fills an empty catalog that never had a demo, as the first start of the server does with DEMO=true.
clear removes the demo for good: its catalog rows with their series and scores, its visitor events and its users. Rows that you
imported and real visitor events stay.
events adds half a year of generated visitor events to a demo that has none yet, for site analytics.

Exit codes: 0 when done, 1 when it could not be done, 2 on incorrect usage.
`;

/** `corklight demo events`, for an installation with the demo. */
async function addDemoEvents(
  io: ActingOutput,
  { postgres, eventPartitions, visitorEvents, clock, enter }: ApplicationContext,
): Promise<number> {
  if (!(await isDemoInstalled(postgres.pool))) {
    return printFailure(io, 'This installation has no demo to add visitor events to.');
  }
  await enter(io.by, 'demo_events_added');
  const events = await loadDemoEvents({ postgres, eventPartitions, visitorEvents }, clock.now());
  const text = events === 0 ? 'The demo already has its visitor events.\n' : `Added ${wholeNumber(events)} demo events.\n`;
  printResult(io, text, { events });
  return 0;
}

/** Loads the demo as the first start of the server does. */
async function addDemo(io: ActingOutput, { loadDemo, enter }: ApplicationContext): Promise<number> {
  await enter(io.by, 'demo_loaded');
  const rows = await loadDemo();
  if (rows === 0)
    return printFailure(io, 'The catalog has data of its own, or its demo was cleared. A demo is loaded into an empty catalog only.');
  printResult(io, `The demo has ${wholeNumber(rows)} rows.\n`, { rows });
  return 0;
}

async function removeDemo(io: ActingOutput, context: ApplicationContext): Promise<number> {
  await context.enter(io.by, 'demo_removed');
  const { rows, events } = await context.removeDemo.remove(reportWait(io));
  const eventsText = events > 0 ? `Removed ${wholeNumber(events)} demo events.\n` : '';
  printResult(io, `Removed ${wholeNumber(rows)} demo rows.\n${eventsText}`, { rows, events });
  return 0;
}

/** `corklight demo`. Returns the exit code. Throws `UsageError`. */
export async function demoCommand(args: readonly string[], io: ActingOutput, connect: () => Promise<ApplicationContext>): Promise<number> {
  if (asksForHelp(args)) return printHelp(demoHelp, io);
  const { verb } = parseVerb(args, demoVerbs, {});
  const context = await connect();
  if (verb === 'load') return addDemo(io, context);
  return verb === 'events' ? addDemoEvents(io, context) : removeDemo(io, context);
}
