import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { SettingTexts } from '#server/config/config';
import { nearestName } from '#server/config/nearest-name';
import { isSettingName, settingNames } from '#server/config/settings';

const DEFAULT_FILE = '.env';
const FILE_SUFFIX = '_FILE';

/** The name of the setting that `NAME_FILE` gives the content of a file to. */
const settingInFile = (name: string): string => name.slice(0, -FILE_SUFFIX.length);

const isFileSetting = (name: string): boolean => name.endsWith(FILE_SUFFIX) && isSettingName(settingInFile(name));

/** The settings of this installation, and a warning for each name that looks like a misspelled one. */
interface SettingsEnvironment {
  readonly settings: SettingTexts;
  readonly warnings: readonly string[];
}

/**
 * Reads the settings: from the environment, then from the file that ENV_FILE names (`.env` if not set, none if empty). `NAME_FILE` is the
 * path of a file with the value of NAME, as Docker and systemd pass secrets. Throws an error for a file that cannot be read.
 */
export function readEnvironment(environment: SettingTexts): SettingsEnvironment {
  const fileSettings = readEnvFile(environment['ENV_FILE']);
  const texts = { ...withoutOverridden(fileSettings, environment), ...environment };
  const settings: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(texts)) {
    if (isSettingName(name)) settings[name] ??= value;
    if (isFileSetting(name) && value !== undefined && value !== '') settings[settingInFile(name)] = readValue(name, value);
  }
  return { settings, warnings: [...unknownInFile(fileSettings), ...misspelled(environment)] };
}

/** The settings of the file that the environment does not have, neither as a value nor as the path of a file. */
function withoutOverridden(fileSettings: SettingTexts, environment: SettingTexts): SettingTexts {
  const isOverridden = (name: string): boolean => {
    const setting = isFileSetting(name) ? settingInFile(name) : name;
    return environment[setting] !== undefined || (environment[`${setting}${FILE_SUFFIX}`] ?? '') !== '';
  };
  return Object.fromEntries(Object.entries(fileSettings).filter(([name]) => !isOverridden(name)));
}

function readEnvFile(file: string | undefined): SettingTexts {
  if (file === '') return {};
  try {
    return parseEnv(readFileSync(resolve(file ?? DEFAULT_FILE), 'utf8'));
  } catch (error) {
    if (file === undefined && (error as { code?: string }).code === 'ENOENT') return {};
    throw new Error(`wrong settings: ENV_FILE cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function readValue(name: string, file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8').trimEnd();
  } catch (error) {
    throw new Error(`wrong settings: ${name} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

const isKnown = (name: string): boolean => isSettingName(name) || isFileSetting(name) || name === 'ENV_FILE';

const unknownName = (name: string, nearest: string | null): string =>
  `There is no setting ${name}.${nearest === null ? '' : ` Did you mean ${nearest}?`}`;

/** Every name in a file of settings should be one. */
const unknownInFile = (fileSettings: SettingTexts): string[] =>
  Object.keys(fileSettings)
    .filter((name) => !isKnown(name))
    .map((name) => unknownName(name, nearestName(name, settingNames)));

/** The environment also holds names of other programs, so only those that resemble a setting are reported. */
const misspelled = (environment: SettingTexts): string[] =>
  Object.keys(environment).flatMap((name) => {
    const nearest = isKnown(name) ? null : nearestName(name, settingNames);
    return nearest === null ? [] : [unknownName(name, nearest)];
  });
