import type { ApplicationContext } from '#server/cli/application-context';
import type { CommandIo } from '#server/cli/command-io';

/** Runs a command with its arguments and returns the exit code; `connect` opens the application, if the command needs it. */
export type RunCommand = (args: readonly string[], io: CommandIo, connect: () => Promise<ApplicationContext>) => Promise<number>;

interface Command {
  readonly name: string;
  /** What comes after the name, and what it does: the line in the list of commands. */
  readonly usage: string;
  readonly purpose: string;
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
    usage: 'check|print',
    purpose: 'check the settings, or show those in effect',
    load: async () => (await import('#server/cli/commands/config.command')).configCommand,
  },
  {
    name: 'import',
    usage: 'boards|pinners|pins|series FILE...',
    purpose: 'import files into the catalog',
    load: async () => (await import('#server/cli/commands/import/import.command')).importCommand,
  },
  {
    name: 'export',
    usage: 'boards|pinners|pins|series|interest [--output FILE]',
    purpose: 'write the catalog in the form that import reads',
    load: async () => (await import('#server/cli/commands/export/export.command')).exportCommand,
  },
  {
    name: 'momentum',
    usage: 'recompute [--as-of DAY]',
    purpose: 'recompute growth, momentum, and ranks now',
    load: async () => (await import('#server/cli/commands/momentum.command')).momentumCommand,
  },
  {
    name: 'keywords',
    usage: 'recompute|clear-interest',
    purpose: 'count the keywords of all pins now, or remove imported search interest',
    load: async () => (await import('#server/cli/commands/keywords.command')).keywordsCommand,
  },
  {
    name: 'jobs',
    usage: 'list|run JOB',
    purpose: 'show the scheduled jobs, or run one now',
    load: async () => (await import('#server/cli/commands/jobs.command')).jobsCommand,
  },
  {
    name: 'maintenance',
    usage: 'on|off',
    purpose: 'begin or end maintenance on all servers',
    load: async () => (await import('#server/cli/commands/maintenance.command')).maintenanceCommand,
  },
  {
    name: 'admin',
    usage: 'create|reset-password|remove|list',
    purpose: 'manage administrators',
    load: async () => (await import('#server/cli/commands/admin.command')).adminCommand,
  },
  {
    name: 'demo',
    usage: 'load|clear|events',
    purpose: 'add or remove the demo',
    load: async () => (await import('#server/cli/commands/demo.command')).demoCommand,
  },
  {
    name: 'campaign',
    usage: 'send FILE --to premium|free|all',
    purpose: 'send a marketing email',
    load: async () => (await import('#server/cli/commands/campaign.command')).campaignCommand,
  },
  {
    name: 'backup',
    usage: '[FILE] [--keep NUMBER]',
    purpose: 'back up the database while the site runs',
    load: async () => (await import('#server/cli/commands/backup.command')).backupCommand,
  },
  {
    name: 'restore',
    usage: 'FILE [--replace]',
    purpose: 'restore a backup',
    load: async () => (await import('#server/cli/commands/restore.command')).restoreCommand,
  },
  {
    name: 'tokens',
    usage: 'rotate',
    purpose: 're-encrypt the tokens of linked accounts with the current key',
    load: async () => (await import('#server/cli/commands/tokens.command')).tokensCommand,
  },
  {
    name: 'openapi',
    usage: '',
    purpose: 'print the API as an OpenAPI document',
    load: async () => (await import('#server/cli/commands/openapi.command')).openApiCommand,
  },
];

const callOf = ({ name, usage }: Command): string => `${name} ${usage}`.trimEnd();
const callWidth = Math.max(...commands.map((command) => callOf(command).length));

/** The list of commands. */
export const commandsHelp = `corklight: commands for operators

${commands.map((command) => `  ${callOf(command).padEnd(callWidth)}   ${command.purpose}`).join('\n')}

Run a command with --help for details, or with --json for a result that programs read. Commands use the same settings as the server
(docs/configuration.md). --version prints the release.
`;
