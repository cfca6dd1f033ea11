import { type Config, readConfig } from '#server/config/config';
import { readEnvironment } from '#server/config/environment';

/** Reads the configuration of this process; `warn` gets a sentence for each name that looks like a misspelled setting. */
export function readSettings(warn: (sentence: string) => void = () => undefined): Config {
  const { settings, warnings } = readEnvironment(process.env);
  for (const warning of warnings) warn(`Warning: ${warning}`);
  return readConfig(settings);
}
