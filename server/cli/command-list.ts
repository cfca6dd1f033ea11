import { catalogKinds, fileKinds } from '#domain/catalog/import/import-row';
import type { ApplicationContext } from '#server/cli/application-context';
import type { CommandIo } from '#server/cli/command-io';
import {
  adminOptions,
  adminVerbs,
  alarmsVerbs,
  backupOptions,
  campaignOptions,
  campaignVerbs,
  type CompletedCommand,
  completionShells,
  configVerbs,
  demoVerbs,
  exportOptions,
  importOptions,
  importsOptions,
  importsVerbs,
  jobsVerbs,
  keysOptions,
  keysVerbs,
  keywordsVerbs,
  mailVerbs,
  maintenanceVerbs,
  mcpOptions,
  momentumOptions,
  momentumVerbs,
  restoreOptions,
  tokensVerbs,
} from '#server/cli/command-options';

/** Runs a command with its arguments and returns the exit code; `connect` opens the application, if the command needs it. */
type RunCommand = (args: readonly string[], io: CommandIo, connect: () => Promise<ApplicationContext>) => Promise<number>;

/** One of the operator's commands. */
export interface Command extends CompletedCommand {
  /** Further arguments, as the list of commands shows them. */
  readonly usage: string;
  readonly purpose: string;
  /** Whether one that was stopped goes on when it is run again, as its help says. */
  readonly isResumable?: true;
  /** Loads the code of this command only: help and usage errors need no application. */
  readonly load: () => Promise<RunCommand>;
}

/** The commands in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    usage: '',
    purpose: 'run the server, as npm start does',
    load: async () => (await import('#server/cli/commands/serve.command')).serveCommand,
  },
  {
    name: 'doctor',
    usage: '',
    purpose: 'check everything that this installation needs, with a way to fix each problem',
    load: async () => (await import('#server/cli/commands/doctor.command')).doctorCommand,
  },
  {
    name: 'config',
    words: configVerbs,
    usage: '',
    purpose: 'check the settings, or show those in effect',
    load: async () => (await import('#server/cli/commands/config.command')).configCommand,
  },
  {
    name: 'import',
    words: catalogKinds,
    isWordOptional: true,
    options: importOptions,
    usage: 'FILE...',
    purpose: 'import files into the catalog',
    isResumable: true,
    load: async () => (await import('#server/cli/commands/import/import.command')).importCommand,
  },
  {
    name: 'imports',
    words: importsVerbs,
    options: importsOptions,
    usage: '[NUMBER]',
    purpose: 'show the imports by every way, import a received file now, or take an import back',
    isResumable: true,
    load: async () => (await import('#server/cli/commands/import/imports.command')).importsCommand,
  },
  {
    name: 'export',
    words: fileKinds,
    options: exportOptions,
    usage: '[--output FILE]',
    purpose: 'write the catalog in the form that import reads',
    load: async () => (await import('#server/cli/commands/export/export.command')).exportCommand,
  },
  {
    name: 'momentum',
    words: momentumVerbs,
    options: momentumOptions,
    usage: '[--as-of DAY]',
    purpose: 'recompute growth, momentum, and ranks now',
    isResumable: true,
    load: async () => (await import('#server/cli/commands/momentum.command')).momentumCommand,
  },
  {
    name: 'keywords',
    words: keywordsVerbs,
    usage: '',
    purpose: 'count the keywords of all pins now, or remove imported search interest',
    load: async () => (await import('#server/cli/commands/keywords.command')).keywordsCommand,
  },
  {
    name: 'jobs',
    words: jobsVerbs,
    usage: 'JOB',
    purpose: 'show the scheduled jobs, or run one now',
    load: async () => (await import('#server/cli/commands/jobs.command')).jobsCommand,
  },
  {
    name: 'maintenance',
    words: maintenanceVerbs,
    usage: '',
    purpose: 'begin or end maintenance on all servers',
    load: async () => (await import('#server/cli/commands/maintenance.command')).maintenanceCommand,
  },
  {
    name: 'admin',
    words: adminVerbs,
    options: adminOptions,
    usage: '',
    purpose: 'manage administrators',
    load: async () => (await import('#server/cli/commands/admin.command')).adminCommand,
  },
  {
    name: 'keys',
    words: keysVerbs,
    options: keysOptions,
    usage: '',
    purpose: 'manage API keys for programs that send or read data',
    load: async () => (await import('#server/cli/commands/programs/keys.command')).keysCommand,
  },
  {
    name: 'demo',
    words: demoVerbs,
    usage: '',
    purpose: 'add or remove the demo',
    load: async () => (await import('#server/cli/commands/demo.command')).demoCommand,
  },
  {
    name: 'campaign',
    words: campaignVerbs,
    options: campaignOptions,
    usage: 'FILE --to premium|free|all',
    purpose: 'send a marketing email',
    isResumable: true,
    load: async () => (await import('#server/cli/commands/campaign.command')).campaignCommand,
  },
  {
    name: 'mail',
    words: mailVerbs,
    usage: 'ADDRESS',
    purpose: 'send a test email through the mail server',
    load: async () => (await import('#server/cli/commands/messages/mail.command')).mailCommand,
  },
  {
    name: 'alarms',
    words: alarmsVerbs,
    usage: '',
    purpose: 'send a sample to the webhook of alarms, or show its secret',
    load: async () => (await import('#server/cli/commands/messages/alarms.command')).alarmsCommand,
  },
  {
    name: 'backup',
    options: backupOptions,
    usage: '[FILE] [--keep NUMBER]',
    purpose: 'back up the database while the site runs',
    load: async () => (await import('#server/cli/commands/backup.command')).backupCommand,
  },
  {
    name: 'restore',
    options: restoreOptions,
    usage: 'FILE [--replace]',
    purpose: 'restore a backup',
    load: async () => (await import('#server/cli/commands/restore.command')).restoreCommand,
  },
  {
    name: 'tokens',
    words: tokensVerbs,
    usage: '',
    purpose: 're-encrypt the tokens of linked accounts with the current key',
    isResumable: true,
    load: async () => (await import('#server/cli/commands/tokens.command')).tokensCommand,
  },
  {
    name: 'mcp',
    options: mcpOptions,
    usage: '--url ADDRESS',
    purpose: 'connect an assistant to a site, over standard input and output',
    load: async () => (await import('#server/cli/commands/programs/mcp.command')).mcpCommand,
  },
  {
    name: 'openapi',
    usage: '',
    purpose: 'print the API as an OpenAPI document',
    load: async () => (await import('#server/cli/commands/programs/openapi.command')).openApiCommand,
  },
  {
    name: 'completion',
    words: completionShells,
    usage: '',
    purpose: 'print a script that completes commands and options in a shell',
    load: async () => (await import('#server/cli/commands/completion.command')).completionCommandOf(commands),
  },
];

const callOf = ({ name, words = [], usage }: Command): string => [name, words.join('|'), usage].filter((part) => part !== '').join(' ');
const callWidth = Math.max(...commands.map((command) => callOf(command).length));

/** The list of commands. */
export const commandsHelp = `corklight: commands for operators

${commands.map((command) => `  ${callOf(command).padEnd(callWidth)}   ${command.purpose}`).join('\n')}

Run a command with --help for details, or with --json for a result that programs read. Commands use the same settings as the server
(docs/configuration.md). --version prints the release.
`;
