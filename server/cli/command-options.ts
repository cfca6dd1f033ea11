import { apiKeyKinds, keyLifetimes } from '#domain/auth/api-keys/api-keys';
import { catalogKinds, fileKinds } from '#domain/catalog/import/import-row';
import { entityTypes } from '#domain/catalog/variants';
import { audiences } from '#domain/mail/campaign';
import { fileFormats } from '#server/catalog/import/files/recognize-file';

/** An option of a command. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly default?: string | boolean | string[];
  readonly multiple?: boolean;
  /** The placeholder of an option's value in the help. */
  readonly value?: string;
  /** The values, if there are only these. */
  readonly choices?: readonly string[];
  readonly help: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** What a command takes: help, parsing, and completion follow from it. */
export interface CommandForm {
  /** What may come after the name: one of these words. */
  readonly words?: readonly string[];
  /** Whether a file may come instead of a word. */
  readonly isWordOptional?: true;
  readonly options?: CommandOptions;
}

/** A command that the shell completes. */
export interface CompletedCommand extends CommandForm {
  readonly name: string;
}

/** `--as` of series that are not of an entity: the search interest of keywords. */
export const INTEREST = 'keyword';

const wait = {
  type: 'string',
  value: '30m',
  help: 'wait at most this long for another import or job (default: as long as it takes)',
} as const satisfies CommandOption;

/** The words and the options of each command. */
export const commandForms = {
  serve: {},
  doctor: {},
  config: { words: ['check', 'print'] },
  import: {
    words: catalogKinds,
    isWordOptional: true,
    options: {
      'dry-run': { type: 'boolean', default: false, help: 'validate everything and change nothing' },
      'max-bad': { type: 'string', default: '5%', value: '5%', help: 'apply nothing of a file when more of its lines are rejected' },
      'on-error': {
        type: 'string',
        default: 'skip',
        choices: ['skip', 'stop'],
        help: 'leave out rejected lines, or refuse a file at its first one (default: skip)',
      },
      rejects: {
        type: 'string',
        value: 'FILE',
        help: 'write rejected lines to FILE as NDJSON (default: NAME.rejects.ndjson in the working folder)',
      },
      format: { type: 'string', choices: fileFormats, help: 'when the content does not show the format' },
      'crawled-at': {
        type: 'string',
        value: 'TIME',
        help: 'the crawl time of rows without one (default: now; of a table, when the file was last changed)',
      },
      wait,
      as: { type: 'string', choices: [...entityTypes, INTEREST], help: 'series: the kind of entity the ids belong to, or search interest' },
      metric: {
        type: 'string',
        multiple: true,
        default: [] as string[],
        value: 'stars=follower_count',
        help: 'series: import the metric "stars" as follower_count; follower_count alone applies to every line',
      },
      round: { type: 'boolean', default: false, help: 'series: round fractions, which are rejected otherwise' },
    },
  },
  imports: {
    words: ['list', 'run', 'take-back'],
    options: {
      'dry-run': { type: 'boolean', default: false, help: 'take-back: say what would change, and change nothing' },
    },
  },
  export: {
    words: fileKinds,
    options: {
      output: {
        type: 'string',
        value: 'FILE',
        help: 'write to FILE, which appears when it is complete; compressed if its name ends with .gz (default: the standard output)',
      },
      format: { type: 'string', default: 'ndjson', choices: fileFormats, help: 'the form of the lines (default: ndjson)' },
    },
  },
  momentum: {
    words: ['recompute'],
    options: {
      'as-of': { type: 'string', value: 'YYYY-MM-DD', help: 'as of this day instead of today (UTC)' },
      wait,
    },
  },
  keywords: { words: ['recompute', 'clear-interest'] },
  jobs: { words: ['list', 'run'] },
  maintenance: { words: ['on', 'off'] },
  admin: {
    words: ['create', 'reset-password', 'reset-second-factor', 'remove', 'list'],
    options: {
      email: { type: 'string', value: 'ADDRESS', help: 'the address of the administrator, or of any account for reset-second-factor' },
      'password-stdin': { type: 'boolean', default: false, help: 'create: the password is the first line of the standard input' },
    },
  },
  keys: {
    words: ['create', 'list', 'revoke'],
    options: {
      email: { type: 'string', value: 'ADDRESS', help: 'create: whose key it is; of an ingest key, an administrator' },
      name: { type: 'string', value: 'NAME', help: 'create: what it is for' },
      kind: {
        type: 'string',
        default: 'ingest',
        choices: apiKeyKinds,
        help: 'create: ingest keys import data, personal ones read as their owner (default: ingest)',
      },
      days: { type: 'string', choices: keyLifetimes.map(String), help: 'create: how long it works (default: until it is revoked)' },
    },
  },
  demo: { words: ['load', 'clear', 'events'] },
  campaign: {
    words: ['send'],
    options: {
      to: { type: 'string', choices: audiences, help: 'who gets the email' },
      'dry-run': { type: 'boolean', default: false, help: 'show the email and the number of recipients, and send nothing' },
    },
  },
  mail: { words: ['test'] },
  alarms: { words: ['test', 'secret'] },
  backup: {
    options: {
      keep: { type: 'string', value: 'NUMBER', help: 'keep only that many backups in the folder, the newest ones' },
    },
  },
  restore: {
    options: {
      replace: { type: 'boolean', default: false, help: 'replace the site that the database has; asks before it does' },
      yes: { type: 'boolean', default: false, help: 'do not ask, for scripts' },
      identity: { type: 'string', value: 'FILE', help: 'decrypts an encrypted backup: a file of age-keygen, or - for the standard input' },
      unverified: { type: 'boolean', default: false, help: 'restore a backup that the signature of this site does not confirm' },
    },
  },
  tokens: { words: ['rotate'] },
  mcp: {
    options: {
      url: { type: 'string', value: 'ADDRESS', help: 'the address of the site (default: CORKLIGHT_URL)' },
      key: { type: 'string', value: 'KEY', help: 'a personal API key (default: CORKLIGHT_API_KEY)' },
    },
  },
  openapi: {},
  completion: { words: ['bash', 'zsh'] },
} as const satisfies Readonly<Record<string, CommandForm>>;

/** `--format ndjson|csv`. */
const callOf = ([name, { value, choices }]: [string, CommandOption]): string =>
  [`--${name}`, choices?.join('|') ?? value ?? ''].join(' ').trimEnd();

/** The lines of the help about options. */
export function optionsHelp(options: CommandOptions): string {
  const entries = Object.entries(options);
  const width = Math.max(...entries.map((entry) => callOf(entry).length));
  return entries.map((entry) => `  ${callOf(entry).padEnd(width)}   ${entry[1].help}\n`).join('');
}
