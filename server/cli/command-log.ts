import type { Config } from '#server/config/config';
import { createLog, type Log } from '#server/monitoring/logs/log';

/** The log of a command: lines for people on the standard error, in production too. The standard output belongs to the command. */
export const commandLog = (
  config: Config,
  LOG_LEVEL: 'warn' | 'error',
  write: (line: string) => void = (line) => void process.stderr.write(line),
): Log => createLog({ ...config, NODE_ENV: 'development', LOG_LEVEL }, { isTerminal: true, write });
