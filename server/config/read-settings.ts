import { type Config, readConfig, type SettingTexts } from '#server/config/config';
import { configWarnings } from '#server/config/config-errors';
import { readEnvironment } from '#server/config/environment';

/** Reads the configuration, of this process unless another environment is given; `warn` gets a sentence for each setting that is hardly meant. */
export function readSettings(warn: (sentence: string) => void = () => undefined, environment: SettingTexts = process.env): Config {
  const { settings, warnings } = readEnvironment(environment);
  for (const warning of warnings) warn(`Warning: ${warning}`);
  const config = readConfig(settings);
  for (const warning of configWarnings(config)) warn(`Warning: ${warning}`);
  return config;
}
