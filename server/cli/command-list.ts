import type { CommandModule } from '#server/cli/command-io';
import { type CompletedCommand, commandForms } from '#server/cli/command-options';

/** What the list of commands says of one, and its code. */
interface ListedCommand {
  /** Further arguments, as the list of commands shows them. */
  readonly usage?: string;
  readonly purpose: string;
  /** Whether one that was stopped goes on when it is run again, as its help says. */
  readonly isResumable?: true;
  /** Loads the code of this command only: help and usage errors need no application. */
  readonly load: () => Promise<CommandModule>;
}

/** One of the operator's commands. */
export interface Command extends ListedCommand, CompletedCommand {}

const listed: Readonly<Record<keyof typeof commandForms, ListedCommand>> = {
  serve: {
    purpose: 'run the server, as npm start does',
    load: () => import('#server/cli/commands/serve.command'),
  },
  doctor: {
    purpose: 'check everything that this installation needs, with a way to fix each problem',
    load: () => import('#server/cli/commands/doctor.command'),
  },
  config: {
    purpose: 'check the settings, or show those in effect',
    load: () => import('#server/cli/commands/config.command'),
  },
  import: {
    usage: 'FILE...',
    purpose: 'import files into the catalog',
    isResumable: true,
    load: () => import('#server/cli/commands/import/import.command'),
  },
  imports: {
    usage: '[NUMBER]',
    purpose: 'show the imports by every way, import a received file now, or take an import back',
    isResumable: true,
    load: () => import('#server/cli/commands/import/imports.command'),
  },
  export: {
    usage: '[--output FILE]',
    purpose: 'write the catalog in the form that import reads',
    load: () => import('#server/cli/commands/export/export.command'),
  },
  momentum: {
    usage: '[--as-of DAY]',
    purpose: 'recompute growth, momentum, and ranks now',
    isResumable: true,
    load: () => import('#server/cli/commands/momentum.command'),
  },
  keywords: {
    purpose: 'count the keywords of all pins now, or remove imported search interest',
    load: () => import('#server/cli/commands/keywords.command'),
  },
  jobs: {
    usage: 'JOB',
    purpose: 'show the scheduled jobs, or run one now',
    load: () => import('#server/cli/commands/jobs.command'),
  },
  maintenance: {
    purpose: 'begin or end maintenance on all servers',
    load: () => import('#server/cli/commands/maintenance.command'),
  },
  admin: {
    purpose: 'manage administrators',
    load: () => import('#server/cli/commands/admin.command'),
  },
  keys: {
    purpose: 'manage API keys for programs that send or read data',
    load: () => import('#server/cli/commands/programs/keys.command'),
  },
  demo: {
    purpose: 'add or remove the demo',
    load: () => import('#server/cli/commands/demo.command'),
  },
  campaign: {
    usage: 'FILE --to premium|free|all',
    purpose: 'send a marketing email',
    isResumable: true,
    load: () => import('#server/cli/commands/campaign.command'),
  },
  mail: {
    usage: 'ADDRESS',
    purpose: 'send a test email through the mail server',
    load: () => import('#server/cli/commands/messages/mail.command'),
  },
  alarms: {
    purpose: 'send a sample to the webhook of alarms, or show its secret',
    load: () => import('#server/cli/commands/messages/alarms.command'),
  },
  backup: {
    usage: '[FILE] [--keep NUMBER]',
    purpose: 'back up the database while the site runs',
    load: () => import('#server/cli/commands/backup.command'),
  },
  restore: {
    usage: 'FILE [--replace]',
    purpose: 'restore a backup',
    load: () => import('#server/cli/commands/restore.command'),
  },
  tokens: {
    purpose: 're-encrypt the tokens of linked accounts with the current key',
    isResumable: true,
    load: () => import('#server/cli/commands/tokens.command'),
  },
  mcp: {
    usage: '--url ADDRESS',
    purpose: 'connect an assistant to a site, over standard input and output',
    load: () => import('#server/cli/commands/programs/mcp.command'),
  },
  openapi: {
    purpose: 'print the API as an OpenAPI document',
    load: () => import('#server/cli/commands/programs/openapi.command'),
  },
  completion: {
    purpose: 'print a script that completes commands and options in a shell',
    load: async () => (await import('#server/cli/commands/completion.command')).completionOf(commands),
  },
};

/** The commands in the order of the help. */
export const commands = Object.entries(listed).map(([name, command]): Command => ({
  name,
  ...commandForms[name as keyof typeof commandForms],
  ...command,
}));

const callOf = ({ name, words = [], usage = '' }: Command): string =>
  [name, words.join('|'), usage].filter((part) => part !== '').join(' ');
const callWidth = Math.max(...commands.map((command) => callOf(command).length));

/** The list of commands. */
export const commandsHelp = `corklight: commands for operators

${commands.map((command) => `  ${callOf(command).padEnd(callWidth)}   ${command.purpose}`).join('\n')}

Run a command with --help for details, or with --json for a result that programs read. Commands use the same settings as the server
(docs/configuration.md). --version prints the release.
`;
