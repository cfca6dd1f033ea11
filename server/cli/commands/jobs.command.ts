import { AuditLog } from '#domain/audit/acts';
import { Clock } from '#domain/clock';
import { createApp } from '#server/app';
import { commandForms } from '#server/cli/command-options';
import { nameAmong, parseVerb, UsageError } from '#server/cli/arguments';
import { commandLog } from '#server/cli/application-context';
import { type CommandIo, type Connect, printFailure, printResult, type Run } from '#server/cli/command-io';
import { readSettings } from '#server/config/config';
import { openSiteDatabase } from '#server/launch/postgres/open-database';
import { JobRunner } from '#server/jobs/job-runner';
import { type JobName, schedule } from '#server/jobs/schedule';

export const help = `corklight jobs list
corklight jobs run JOB

list shows every scheduled job with its last and next run.
run runs a job now, unless it is running or its run of the day or hour is done, here or on a server.

Example: corklight jobs run emails

Exit codes: 0 when done, 1 when it failed, 2 on incorrect usage.
`;

/** The names of jobs in 0.1.0, by which operators' scripts may run them until the release after 0.2.0. */
const earlierNames: ReadonlyMap<string | undefined, JobName> = new Map([
  ['letters', 'emails'],
  ['letters-forget', 'emails-clean-up'],
  ['events-forget', 'events-clean-up'],
  ['events-people', 'events-deleted-accounts'],
]);

const outcomeTexts = {
  ran: 'It ran.',
  done: 'Its run of this day or hour is done already.',
  busy: 'It is running already.',
} as const;

async function listJobs(io: CommandIo, connect: Connect<'jobStatuses'>): Promise<number> {
  const statuses = await (await connect()).jobStatuses.list();
  const lines = statuses.map(({ job, running, error, last_succeeded_at, next_at }) => {
    const state = running ? 'running' : error === null ? `last run ${last_succeeded_at ?? 'never'}` : `failed: ${error}`;
    return `${job.padEnd(24)}  ${next_at === null ? 'off' : `next ${next_at}  ${state}`}\n`;
  });
  return printResult(io, lines.join(''), statuses);
}

/** Runs the job in a server that neither listens nor has a schedule. */
async function runJob(job: JobName, io: CommandIo): Promise<number> {
  const config = readSettings();
  const database = await openSiteDatabase(config, (label) => void io.stderr.write(`Database: ${label}\n`));
  const log = commandLog(config, 'error', (line) => void io.stderr.write(line));
  const app = await createApp(config, database.url, undefined, log, false);
  try {
    await app.init();
    const [audit, clock, runner] = [app.get(AuditLog), app.get(Clock), app.get(JobRunner)];
    runner.refuseIfOff(job);
    const enter = () => audit.enter({ by: io.by, at: clock.now(), act: 'job_started', target: job });
    const outcome = await runner.run(job, undefined, enter);
    if (outcome === 'failed') return printFailure(io, `${job} failed. corklight jobs list says why.`);
    return printResult(io, `${outcomeTexts[outcome]}\n`, { job, outcome });
  } finally {
    await app.close();
    await database.close();
  }
}

/** `corklight jobs`. */
export const run: Run<'jobStatuses'> = async (args, io, connect) => {
  const { verb, rest } = parseVerb(args, commandForms.jobs, 1);
  if (verb === 'run') {
    const names = schedule.map(({ job }) => job);
    return runJob(earlierNames.get(rest[0]) ?? nameAmong('job', rest[0], names), io);
  }
  if (rest[0] !== undefined) throw new UsageError(`list takes no argument "${rest[0]}".`);
  return listJobs(io, connect);
};
