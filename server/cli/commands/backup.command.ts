import { basename, resolve } from 'node:path';
import { wholeNumber } from '#domain/numbers';
import { enterOnce } from '#server/audit/postgres/audit-log';
import { backUpSite, backupFolder } from '#server/operations/backup/back-up-site';
import { backUpDatabase, type BackupResult } from '#server/operations/backup/postgres/back-up-database';
import { parseOptions, UsageError } from '#server/cli/arguments';
import { type CommandIo, printResult, type Run } from '#server/cli/command-io';
import { commandForms, optionsHelp } from '#server/cli/command-options';
import { formatTimer, Progress, secondsSince } from '#server/cli/progress';
import { type Config, readSettings } from '#server/config/config';
import { assertSiteExists, connectDatabase } from '#server/launch/postgres/open-database';
import { readKeys } from '#server/secrets/keys';

export const help = `corklight backup [FILE] [--keep NUMBER]

Writes everything that the database holds into one file, as of one moment, while the site runs. Without FILE, the file is in BACKUP_DIR
(or in the folder backups of DATA_DIR) and named after the site and the time. With --keep, older backups of this site in that folder are
deleted once the new one is complete.

${optionsHelp(commandForms.backup.options)}
With BACKUP_RECIPIENT, the file is encrypted in the age format, and its name ends in .age.
The keys are not in the file: keep SECRET_KEY and TOKEN_KEYS (or DATA_DIR/secrets.json) in another place. See docs/backup.md.

Example: corklight backup --keep 14

Exit codes: 0 when done, 1 when it failed, 2 on incorrect usage.
`;

function parseArguments(args: readonly string[]): { readonly file: string | null; readonly keep: number | null } {
  const { values, positionals } = parseOptions(args, commandForms.backup.options);
  const [file = null, extra] = positionals;
  if (extra !== undefined) throw new UsageError(`backup takes one file, not "${extra}" too.`);
  if (values.keep === undefined) return { file, keep: null };
  if (file !== null) throw new UsageError('--keep is for backups without a FILE, which are named by date.');
  if (!/^[1-9]\d{0,3}$/.test(values.keep)) throw new UsageError('--keep must be a number from 1 on.');
  return { file, keep: Number(values.keep) };
}

/** A backup that a role who only reads has made is good without its entry in the audit. */
async function enterBackup(url: string, { path }: BackupResult, { by, stderr }: CommandIo): Promise<void> {
  try {
    await enterOnce(url, { by, at: new Date(), act: 'site_backed_up', target: basename(path) });
  } catch (error) {
    stderr.write(`The audit has no entry of this backup: ${(error as Error).message}\n`);
  }
}

async function runBackup({ file, keep }: ReturnType<typeof parseArguments>, io: CommandIo, config: Config): Promise<BackupResult> {
  await assertSiteExists(config);
  const sealing = { keys: readKeys(config), recipients: config.BACKUP_RECIPIENT };
  const database = await connectDatabase(config);
  const progress = new Progress(io.stderr);
  const onProgress = (_table: string, share: number | null, rows: number) => progress.show('backup', share, rows);
  try {
    const { url } = database;
    const result =
      file === null
        ? await backUpSite({ url, folder: backupFolder(config), kind: 'corklight', keep, ...sealing, onProgress })
        : await backUpDatabase({ url, pathOf: () => resolve(io.folder, file), ...sealing, onProgress });
    await enterBackup(url, result, io);
    return result;
  } finally {
    progress.clear();
    await database.close();
  }
}

const BYTES_PER_MEGABYTE = 1024 ** 2;

/** `corklight backup`. */
export const run: Run = async (args, io) => {
  const parsed = parseArguments(args);
  const startedAtMs = performance.now();
  const { path, rows, tables, bytes } = await runBackup(parsed, io, readSettings());
  const seconds = secondsSince(startedAtMs);
  const size = `${(bytes / BYTES_PER_MEGABYTE).toFixed(1)} MB`;
  const text = `Backed up ${wholeNumber(rows)} rows of ${tables} tables in ${formatTimer(seconds)}: ${path} (${size}).\n`;
  return printResult(io, text, { path, rows, tables, bytes, seconds });
};
