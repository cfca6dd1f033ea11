import { nameAmong, parseOptions } from '#server/cli/arguments';
import type { CommandOption, CompletedCommand } from '#server/cli/command-options';

/** Options that every command has. */
const COMMON_OPTIONS = new Set(['--json', '--help', '-h']);

/** Where a command line ends: at a comment, a redirection, a pipe, a second command, or the end of a string or a sentence. */
const END_OF_COMMAND = /(?:\s+(?:#|<|>|\||&&|;)|['"]|[),;:.]+(?:\s|['"]|$)).*$/;

/** Returns the arguments of each `corklight` command of a text, such as `['jobs', 'run', 'growth']`. */
export function findCommands(text: string): string[][] {
  const calls = [...text.matchAll(/(?:(?:^|[\s('`])npm run corklight --|(?:^|[\s(`])corklight) +([a-z-][^\n`]*)/gm)];
  return calls.map(([, call = '']) =>
    call
      .replace(END_OF_COMMAND, '')
      .replaceAll(/[[\]]/g, '')
      .split(/\s+/)
      .filter((part) => part !== ''),
  );
}

/** Returns the code of a Markdown text: its blocks, and what stands between backticks. */
export const codeOf = (markdown: string): string =>
  [...markdown.matchAll(/```[^\n]*\n([^]*?)```|`([^`\n]+)`/g)].map(([, block, inline]) => block ?? inline).join('\n');

/** Writes each alternative of `admin create|remove` out. */
const expandAlternatives = (args: readonly string[]): string[][] =>
  args.reduce<string[][]>((calls, arg) => arg.split('|').flatMap((part) => calls.map((call) => [...call, part])), [[]]);

const isPlaceholder = (value: unknown): boolean => typeof value !== 'string' || /^[A-Z]+$/.test(value);

const isFile = (word: string): boolean => isPlaceholder(word) || /\.\w+$/.test(word);

/** Throws `UsageError` for arguments that the commands do not know; nothing runs. */
export function checkUsage(args: readonly string[], commands: readonly CompletedCommand[]): void {
  for (const [name, ...rest] of expandAlternatives(args)) {
    if (name === 'help' || name === '--version' || COMMON_OPTIONS.has(name ?? '')) continue;
    const commandName = nameAmong(
      'command',
      name,
      commands.map((command) => command.name),
    );
    const { words, isWordOptional, options = {} } = commands.find((command) => command.name === commandName) ?? {};
    const { values, positionals } = parseOptions(
      rest.filter((arg) => !COMMON_OPTIONS.has(arg)),
      options,
    );
    const [first] = positionals;
    // A command that is named alone, or with `--help`, needs no word.
    if (words && first !== undefined && !(isWordOptional && isFile(first))) nameAmong('word', first, words);
    for (const [option, { choices }] of Object.entries<CommandOption>(options)) {
      const value = (values as Readonly<Record<string, unknown>>)[option];
      if (choices && !isPlaceholder(value)) nameAmong(`--${option}`, String(value), choices);
    }
  }
}
