import type { HomeKeywords } from '#domain/catalog/home-lists';
import { parseVerb } from '#server/cli/arguments';
import { printFailure, printResult, type Run } from '#server/cli/command-io';
import { commandForms } from '#server/cli/command-options';
import { backupSettingFaults } from '#server/operations/backup/back-up-site';
import { readConfig } from '#server/config/config';
import { configWarnings } from '#server/config/config-errors';
import { readEnvironment } from '#server/config/environment';
import { isSecretSetting, settingNames, Settings } from '#server/config/settings';
import { writingProblem } from '#server/files/make-folder';

export const help = `corklight config check
corklight config print

check reads the settings as the server does and names everything wrong or unknown, without starting anything,
also folders that cannot be written: that of BACKUP_DIR is made if it does not exist, that of DATA_DIR is not.
print shows every setting that is in effect, without secrets. docs/configuration.md says what each one means.

Exit codes: 0 when the settings are right, 1 when they are wrong, 2 on incorrect usage.
`;

/** `corklight config`. */
export const run: Run = async (args, io) => {
  const { verb } = parseVerb(args, commandForms.config);
  const { config, faults, warnings } = await readAllSettings(verb === 'check');
  if (config === null || faults.length > 0) return printFailure(io, [...faults, ...warnings].join('\n'));
  if (verb === 'check')
    return printResult(io, warnings.map((warning) => `${warning}\n`).join('') || 'The settings are right.\n', { warnings });
  const values = settingNames.map(
    (name) => [name, isSecretSetting(name) && config[name] !== undefined ? '(secret)' : config[name]] as const,
  );
  const text = values.map(([name, value]) => `${name}=${settingText(value)}\n`).join('');
  return printResult(io, text, Object.fromEntries(values));
};

/** A value as the environment writes it. */
function settingText(value: boolean | number | string | readonly string[] | HomeKeywords | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.join(',');
  return Object.entries(value)
    .map(([list, keywords]) => `${list}: ${keywords.join(', ')}`)
    .join('; ');
}

/**
 * Reads the settings, and tries folders and backups, also where others are wrong: everything that is wrong in one round, a line each. Then
 * `config` may be null.
 */
async function readAllSettings(triesFolders: boolean) {
  const faults: string[] = [];
  const attempt = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      faults.push((error as Error).message);
      return null;
    }
  };
  const environment = attempt(() => readEnvironment(process.env));
  const config = environment && attempt(() => readConfig(environment.settings));
  if (triesFolders) {
    const folder = environment?.settings['BACKUP_DIR'];
    const tried = await backupSettingFaults(folder === '' ? undefined : folder, config?.BACKUP_RECIPIENT ?? []);
    const problem = await writingProblem(Settings.shape.DATA_DIR.parse(environment?.settings['DATA_DIR'] || undefined));
    if (problem !== null) faults.push(`wrong settings: DATA_DIR cannot be used: ${problem}`);
    faults.push(...tried.map((fault) => `wrong settings: ${fault}`));
  }
  return { config, faults, warnings: [...(environment?.warnings ?? []), ...(config ? configWarnings(config) : [])] };
}
