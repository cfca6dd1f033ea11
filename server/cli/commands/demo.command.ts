import { wholeNumber } from '#domain/numbers';
import { parseVerb } from '#server/cli/arguments';
import { type CommandIo, printFailure, printResult, reportWait, type Run } from '#server/cli/command-io';
import { commandForms } from '#server/cli/command-options';
import type { ApplicationContext } from '#server/cli/application-context';
import { loadDemoEvents } from '#server/demo/postgres/load-demo-events';
import { isDemoInstalled } from '#server/demo/postgres/demo-settings';

export const help = `corklight demo load
corklight demo clear
corklight demo events

load fills an empty catalog that never had a demo, as the first start of the server does with DEMO=true.
clear removes the demo for good: its catalog rows with their series and scores, its visitor events and its users. Rows that you
imported and real visitor events stay.
events adds half a year of generated visitor events to a demo that has none yet, for site analytics.

Exit codes: 0 when done, 1 when it could not be done, 2 on incorrect usage.
`;

/** `corklight demo events`, for an installation with the demo. */
async function addDemoEvents(io: CommandIo, context: ApplicationContext): Promise<number> {
  const { postgres, eventPartitions, visitorEvents, clock, enter } = context;
  if (!(await isDemoInstalled(postgres.pool))) return printFailure(io, 'This installation has no demo to add visitor events to.');
  await enter(io.by, 'demo_events_added');
  const events = await loadDemoEvents({ postgres, eventPartitions, visitorEvents }, clock.now());
  const text = events === 0 ? 'The demo already has its visitor events.\n' : `Added ${wholeNumber(events)} demo events.\n`;
  return printResult(io, text, { events });
}

/** Loads the demo as the first start of the server does. */
async function addDemo(io: CommandIo, { loadDemo, enter }: ApplicationContext): Promise<number> {
  await enter(io.by, 'demo_loaded');
  const rows = await loadDemo();
  if (rows === 0)
    return printFailure(io, 'The catalog has data of its own, or its demo was cleared. A demo is loaded into an empty catalog only.');
  return printResult(io, `The demo has ${wholeNumber(rows)} rows.\n`, { rows });
}

async function removeDemo(io: CommandIo, context: ApplicationContext): Promise<number> {
  await context.enter(io.by, 'demo_removed');
  const { rows, events } = await context.removeDemo.remove(reportWait(io));
  const eventsText = events > 0 ? `Removed ${wholeNumber(events)} demo events.\n` : '';
  return printResult(io, `Removed ${wholeNumber(rows)} demo rows.\n${eventsText}`, { rows, events });
}

/** `corklight demo`. */
export const run: Run<keyof ApplicationContext> = async (args, io, connect) => {
  const { verb } = parseVerb(args, commandForms.demo);
  const context = await connect();
  if (verb === 'load') return addDemo(io, context);
  return verb === 'events' ? addDemoEvents(io, context) : removeDemo(io, context);
};
