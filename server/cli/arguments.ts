import { parseArgs, type ParseArgsConfig } from 'node:util';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations';
import { nearestName } from '#server/config/nearest-name';

/** Incorrect usage of a command; the message names what is wrong. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses options and arguments. Throws `UsageError`. */
export const parseOptions = <const Given extends Options>(args: readonly string[], options: Given) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // The rest of the message of Node is about arguments in general.
    const [reason = ''] = (error as Error).message.split('. ');
    throw new UsageError(reason.endsWith('.') ? reason : `${reason}.`, { cause: error });
  }
};

/** Refuses the arguments of a command that has none. Throws `UsageError`. */
export function refuseArguments(command: string, args: readonly string[]): void {
  const [extra] = parseOptions(args, {}).positionals;
  if (extra !== undefined) throw new UsageError(`${command} takes no argument "${extra}".`);
}

/** The value of an option, which must be one of these. Throws `UsageError`. */
export function oneOf<Value extends string>(option: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new UsageError(`${option} must be one of ${allowed.join(', ')}, not "${value}".`);
  return found;
}

/** The one of these names that was typed. Throws `UsageError`, with the nearest one for a misspelled name. */
export function nameAmong<Name extends string>(what: string, typed: string | undefined, names: readonly Name[]): Name {
  const found = names.find((name) => name === typed);
  if (found !== undefined) return found;
  const nearest = typed === undefined ? null : nearestName(typed, names);
  const hint = nearest === null ? `Use ${names.join(', ')}.` : `Did you mean ${nearest}?`;
  throw new UsageError(typed === undefined ? `${what} is missing. ${hint}` : `There is no ${what} "${typed}". ${hint}`);
}

/** Parses `VERB [argument…] [--option …]`. `maxArguments` is the number of arguments that the verb may have. Throws `UsageError`. */
export function parseVerb<Verb extends string, const Given extends Options>(
  args: readonly string[],
  { words, options }: { readonly words: readonly Verb[]; readonly options?: Given },
  maxArguments = 0,
) {
  const { values, positionals } = parseOptions(args, (options ?? {}) as Given);
  const [typedVerb, ...rest] = positionals;
  const verb = nameAmong('command', typedVerb, words);
  const extra = rest[maxArguments];
  if (extra !== undefined) throw new UsageError(`${verb} takes no argument "${extra}".`);
  return { verb, values, rest };
}

const unitsMs: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Parses a duration such as `90s`, `30m`, or `2h` into milliseconds. Throws `UsageError` with the name of the option. */
export function parseDuration(option: string, text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const unitMs = unitsMs[unit];
  if (count === undefined || unitMs === undefined) throw new UsageError(`${option} must be a duration such as 90s, 30m, or 2h.`);
  return Number(count) * unitMs;
}
