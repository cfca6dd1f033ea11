import { refuseArguments } from '#server/cli/arguments';
import { printFailure, printResult, type Run } from '#server/cli/command-io';
import { type Config, readSettings } from '#server/config/config';
import { isClusterCreated, startEmbeddedPostgres } from '#server/database/embedded-postgres';
import { examineInstallation } from '#server/operations/doctor/examine';
import { doubtful, type Finding } from '#server/operations/doctor/finding';
import { type Machine, thisMachine } from '#server/operations/doctor/machine-checks';

export const help = `corklight doctor

Checks the settings, Node, disk, port, keys, database (version, privileges, extensions, pooler, connections, clock, replicas, schema,
age of the data), mail server, and public address, one line each, with a way to fix each problem. Changes nothing.

Exit codes: 0 when nothing is broken, 1 when something is, 2 on incorrect usage.
`;

const marks = { good: '✔', doubtful: '!', broken: '✘' } as const;

const lineOf = ({ subject, state, message, fix }: Finding): string =>
  `${marks[state]} ${subject.padEnd(17)} ${message}${fix === null ? '' : `\n  ${' '.repeat(17)} → ${fix}`}\n`;

/** Examines the installation with its database open, if it has one. */
async function examine(config: Config, machine: Machine): Promise<readonly Finding[]> {
  if (config.DATABASE_URL !== undefined) return examineInstallation(config, config.DATABASE_URL, machine);
  if (!(await isClusterCreated(config.DATA_DIR))) {
    const notStarted = doubtful('Database', `no site has been started in ${config.DATA_DIR} yet`, 'Start the server: it creates one.');
    return [...(await examineInstallation(config, null, machine)), notStarted];
  }
  const cluster = await startEmbeddedPostgres(config.DATA_DIR);
  try {
    return await examineInstallation(config, cluster.url, machine);
  } finally {
    await cluster.stop();
  }
}

/** `corklight doctor` on a machine. */
export const doctorOn =
  (machine: Machine): Run =>
  async (args, io) => {
    refuseArguments('doctor', args);
    try {
      const config = readSettings((warning) => void io.stderr.write(`${warning}\n`), machine.environment);
      const findings = await examine(config, machine);
      printResult(io, findings.map(lineOf).join(''), findings);
      return findings.some(({ state }) => state === 'broken') ? 1 : 0;
    } catch (error) {
      return printFailure(io, (error as Error).message);
    }
  };

export const run = doctorOn(thisMachine);
