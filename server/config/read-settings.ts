import { type Config, readConfig, type SettingTexts } from '#server/config/config';
import { readEnvironment } from '#server/config/environment';

/** Reads the configuration, of this process unless another environment is given; `warn` gets a sentence for each name that looks like a misspelled setting. */
export function readSettings(warn: (sentence: string) => void = () => undefined, environment: SettingTexts = process.env): Config {
  const { settings, warnings } = readEnvironment(environment);
  for (const warning of warnings) warn(`Warning: ${warning}`);
  return readConfig(settings);
}
