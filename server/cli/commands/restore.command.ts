import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { wholeNumber } from '#domain/numbers';
import { isEncrypted, parseIdentities } from '#server/operations/backup/archive-encryption';
import { InvalidArchive } from '#server/operations/backup/archive-format';
import { planRestore, restoreDatabase, type RestorePlan, RestoreRefused } from '#server/operations/backup/postgres/restore-database';
import { parseOptions, UsageError } from '#server/cli/arguments';
import { type CommandIo, type Connect, printFailure, printResult, type Run } from '#server/cli/command-io';
import { commandForms, optionsHelp } from '#server/cli/command-options';
import { formatTimer, Progress, secondsSince } from '#server/cli/progress';
import { type Config, readSettings } from '#server/config/config';
import { connectDatabase } from '#server/launch/postgres/open-database';
import { withClient } from '#server/database/transaction';
import { checkEncryptedData } from '#server/operations/doctor/postgres/encrypted-data';
import { readKeys } from '#server/secrets/keys';

export const help = `corklight restore FILE [--replace] [--yes] [--identity FILE] [--unverified]

Restores a backup into an empty database. The file is read and checked to its end before anything changes, and a failure leaves
everything as it was. Archives of older releases are brought up to date. Stop the server first. An encrypted backup needs its identity,
which a terminal asks for without --identity. One whose signature this SECRET_KEY cannot confirm, because SECRET_KEY has changed, another
site made it, or it is of release 0.1.0, needs --unverified: it may have an administrator that someone else added. See docs/backup.md.

${optionsHelp(commandForms.restore.options)}
Example: corklight restore corklight-1f2e3d4c-20261122T023000Z.backup --replace

Exit codes: 0 when done, 1 when it was refused or failed, 2 on incorrect usage.
`;

function parseArguments(args: readonly string[]) {
  const { values, positionals } = parseOptions(args, commandForms.restore.options);
  const [file, extra] = positionals;
  if (file === undefined) throw new UsageError('restore needs the file of a backup.');
  if (extra !== undefined) throw new UsageError(`restore takes one file, not "${extra}" too.`);
  return { ...values, file };
}

/** Describes the restore before it begins. */
function describePlan({ archive: { header, manifest }, target, warnings }: RestorePlan): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const day = header.createdAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  const lines = [`Backup of ${day}, release ${header.release}: ${wholeNumber(rows)} rows of ${manifest.tables.length} tables.`];
  for (const warning of warnings) lines.push(`Warning: ${warning}`);
  if (target.hasSite && target.unknownTables.length > 0)
    lines.push(`A newer release has used the database. These tables of it are removed too: ${target.unknownTables.join(', ')}.`);
  return `${lines.join('\n')}\n`;
}

/** The line that the operator answers with; `undefined` at the end of the input. What is typed shows unless there is an `output`. */
async function readAnswer(io: CommandIo, output?: Writable): Promise<string | undefined> {
  const lines = createInterface({ input: io.stdin, ...(output && { output, terminal: true }) });
  const [answer] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  lines.close();
  return answer;
}

/** Asks for an identity without showing it. */
async function askForIdentity(io: CommandIo): Promise<string> {
  io.stdout.write('The backup is encrypted. Its identity (AGE-SECRET-KEY-1…): ');
  const answer = await readAnswer(io, new Writable({ write: (_chunk, _encoding, done) => done() }));
  io.stdout.write('\n');
  return answer ?? '';
}

/** The identities that the operator gives. They are never arguments, which other programs of the machine can read. */
async function readIdentities(path: string, identity: string | undefined, io: CommandIo): Promise<readonly string[]> {
  if (identity === '-') return parseIdentities(await text(io.stdin));
  if (identity !== undefined) return parseIdentities(await readFile(resolve(io.folder, identity), 'utf8'));
  return io.stdout.isTTY && (await isEncrypted(path)) ? parseIdentities(await askForIdentity(io)) : [];
}

/** Asks the operator, unless a script runs the command. */
async function confirm(io: CommandIo): Promise<boolean> {
  if (!io.stdout.isTTY) throw new RestoreRefused('Replacing a site needs a confirmation: add --yes in scripts.');
  io.stdout.write('The site that the database has now will be replaced. Type "replace" to continue: ');
  return (await readAnswer(io))?.trim() === 'replace';
}

/** Returns the number of restored rows; null when the operator did not confirm. */
async function runRestore(
  { file, replace: isReplacing, yes: isConfirmed, identity, unverified }: ReturnType<typeof parseArguments>,
  io: CommandIo,
  config: Config,
): Promise<number | null> {
  const database = await connectDatabase(config);
  io.stderr.write(`Database: ${database.label}\n`);
  const progress = new Progress(io.stderr);
  try {
    const path = resolve(io.folder, file);
    const identities = await readIdentities(path, identity, io);
    const plan = await planRestore(database.migrationUrl, path, readKeys(config), { identities, acceptsUnverified: unverified });
    (io.isJson ? io.stderr : io.stdout).write(describePlan(plan));
    if (plan.target.hasSite && isReplacing && !isConfirmed && !(await confirm(io))) return null;
    return await restoreDatabase(plan, {
      isReplacing,
      servingRole: database.servingRole,
      onWait: (sentence) => void io.stderr.write(`${sentence}\n`),
      onProgress: (_table, share, rows) => progress.show('restore', share, rows),
    });
  } finally {
    progress.clear();
    await database.close();
  }
}

type Services = 'readModelRefresh' | 'postgres' | 'enter';

/** Enters the restore in the restored audit, rebuilds what a backup leaves out, and says what of it the present keys cannot read. */
async function finishRestore(file: string, io: CommandIo, config: Config, connect: Connect<Services>): Promise<void> {
  const { readModelRefresh, postgres, enter } = await connect();
  await enter(io.by, 'site_restored', { target: basename(file) });
  await readModelRefresh.rebuildStale();
  for (const { state, message, fix } of await withClient(postgres.jobPool, (client) => checkEncryptedData(client, config)))
    (state === 'good' && !io.isJson ? io.stdout : io.stderr).write(`Encrypted data: ${message}.${fix === null ? '' : ` ${fix}`}\n`);
}

/** `corklight restore`. */
export const run: Run<Services> = async (args, io, connect) => {
  const parsed = parseArguments(args);
  const startedAtMs = performance.now();
  try {
    const config = readSettings();
    const rows = await runRestore(parsed, io, config);
    if (rows === null) {
      printResult(io, 'Nothing was changed.\n', { rows: 0 });
      return 1;
    }
    await finishRestore(parsed.file, io, config, connect);
    const seconds = secondsSince(startedAtMs);
    return printResult(io, `Restored ${wholeNumber(rows)} rows in ${formatTimer(seconds)}. Start the server.\n`, { rows, seconds });
  } catch (error) {
    if (!(error instanceof InvalidArchive) && !(error instanceof RestoreRefused)) throw error;
    return printFailure(io, error.message);
  }
};
