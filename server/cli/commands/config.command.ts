import type { HomeKeywords } from '#domain/catalog/home-lists';
import { parseVerb } from '#server/cli/arguments';
import { asksForHelp, type CommandOutput, printFailure, printHelp, printResult } from '#server/cli/command-io';
import { configVerbs } from '#server/cli/command-options';
import { recipientProblem } from '#server/operations/backup/archive-encryption';
import { backupFolderProblem } from '#server/files/backup-files';
import { type Config, readConfig } from '#server/config/config';
import { configWarnings } from '#server/config/config-errors';
import { readEnvironment } from '#server/config/environment';
import { isSecretSetting, settingNames } from '#server/config/settings';

const configHelp = `corklight config check
corklight config print

check reads the settings as the server does and names everything wrong or unknown, without starting anything;
the folder of BACKUP_DIR is made if it does not exist.
print shows every setting that is in effect, without secrets. docs/configuration.md says what each one means.

Exit codes: 0 when the settings are right, 1 when they are wrong, 2 on incorrect usage.
`;

/** `corklight config`. Returns the exit code. Throws `UsageError`. */
export async function configCommand(args: readonly string[], io: CommandOutput): Promise<number> {
  if (asksForHelp(args)) return printHelp(configHelp, io);
  const { verb } = parseVerb(args, configVerbs, {});
  const environment = readValidSettings(io);
  if (environment === null) return 1;
  const { config, warnings } = environment;
  const values = settingNames.map(
    (name) => [name, isSecretSetting(name) && config[name] !== undefined ? '(secret)' : config[name]] as const,
  );
  if (verb === 'check') {
    const problem = await backupProblem(config);
    if (problem !== null) return printFailure(io, `wrong settings: ${problem}`);
    printResult(io, warnings.map((warning) => `${warning}\n`).join('') || 'The settings are right.\n', { warnings });
  } else {
    const text = values.map(([name, value]) => `${name}=${settingText(value)}\n`).join('');
    printResult(io, text, Object.fromEntries(values));
  }
  return 0;
}

/** What is wrong with the settings of backups that only trying tells; null if nothing is. */
async function backupProblem({ BACKUP_DIR: folder, BACKUP_RECIPIENT: recipients }: Config): Promise<string | null> {
  const problem = folder === undefined ? null : await backupFolderProblem(folder);
  if (problem !== null) return `BACKUP_DIR cannot be used: ${problem}`;
  const wrongRecipient = await recipientProblem(recipients);
  return wrongRecipient === null ? null : `BACKUP_RECIPIENT cannot be used: ${wrongRecipient}`;
}

/** A value as the environment writes it. */
function settingText(value: boolean | number | string | readonly string[] | HomeKeywords | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.join(',');
  return Object.entries(value)
    .map(([list, keywords]) => `${list}: ${keywords.join(', ')}`)
    .join('; ');
}

function readValidSettings(io: CommandOutput) {
  try {
    const { settings, warnings } = readEnvironment(process.env);
    const config = readConfig(settings);
    return { config, warnings: [...warnings, ...configWarnings(config)] };
  } catch (error) {
    printFailure(io, (error as Error).message);
    return null;
  }
}
