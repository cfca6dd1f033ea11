import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** Parts of the framework that log every class they set up. */
const FRAMEWORK_PARTS = new Set(['InstanceLoader', 'NestApplication', 'NestFactory', 'RouterExplorer', 'RoutesResolver']);

const isStack = (text: unknown): boolean => typeof text === 'string' && /\n\s+at /.test(text);

/** Passes on what the parts of the server log: a sentence, an error, or an object with `msg` and further fields. */
export class NestLog implements LoggerService {
  readonly fatal = (message: unknown, ...parameters: unknown[]): void => this.#record('fatal', message, parameters);
  readonly error = (message: unknown, ...parameters: unknown[]): void => this.#record('error', message, parameters);
  readonly warn = (message: unknown, ...parameters: unknown[]): void => this.#record('warn', message, parameters);
  readonly debug = (message: unknown, ...parameters: unknown[]): void => this.#record('debug', message, parameters);
  readonly verbose = (message: unknown, ...parameters: unknown[]): void => this.#record('debug', message, parameters);

  constructor(private readonly records: Logger) {}

  log(message: unknown, ...parameters: unknown[]): void {
    this.#record(FRAMEWORK_PARTS.has(String(parameters.at(-1))) ? 'debug' : 'info', message, parameters);
  }

  /** The last parameter names the part; the one before may be a stack. */
  #record(level: Level, message: unknown, parameters: readonly unknown[]): void {
    const stack = message instanceof Error ? message.stack : parameters.find(isStack);
    const part = parameters.findLast((parameter) => typeof parameter === 'string' && !isStack(parameter)) ?? 'server';
    const fields = { part, ...(stack === undefined ? {} : { stack }) };
    if (message instanceof Error) this.records[level](fields, message.message);
    else if (typeof message === 'string') this.records[level](fields, message);
    else this.records[level]({ ...fields, ...(message as object) });
  }
}
