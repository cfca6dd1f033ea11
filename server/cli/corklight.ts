import type { ApplicationContext } from '#server/cli/application-context';
import type { CommandIo } from '#server/cli/command-io';
import { readConfig } from '#server/config/config';
import { readEnvironment } from '#server/config/environment';

const help = `corklight: commands for operators

  import boards|pinners|pins|series FILE...   import files into the catalog
  momentum recompute [--as-of DAY]            recompute growth, momentum and ranks now
  keywords recompute                          count the keywords of all pins now
  admin create|remove|list                    manage administrators
  demo clear                                  remove the demo catalog and its visitor events
  demo events                                 add generated visitor events to the demo
  campaign send FILE --to premium|free|all    send a marketing email
  backup [FILE] [--keep NUMBER]               back up the database while the site runs
  restore FILE [--replace]                    restore a backup
  tokens rotate                               re-encrypt the tokens of linked accounts with the current key

Run a command with --help for details. Commands use the same settings as the server (README.md).
`;

const io: CommandIo = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  folder: process.env['CORKLIGHT_FROM'] ?? process.cwd(),
};

let context: Promise<ApplicationContext> | undefined;

async function startApplication(): Promise<ApplicationContext> {
  const { openApplicationContext } = await import('#server/cli/application-context');
  const { settings, warnings } = readEnvironment(process.env);
  for (const warning of warnings) io.stderr.write(`Warning: ${warning}\n`);
  return openApplicationContext(readConfig(settings), (label) => void io.stderr.write(`Database: ${label}\n`));
}

const openContext = () => (context ??= startApplication());

/** Loads only the command that is run: help and usage errors need no application. */
async function run([command, ...args]: readonly string[]): Promise<number> {
  switch (command) {
    case 'import':
      return (await import('#server/cli/import.command')).importCommand(args, io, openContext);
    case 'momentum':
      return (await import('#server/cli/momentum.command')).momentumCommand(args, io, openContext);
    case 'keywords':
      return (await import('#server/cli/keywords.command')).keywordsCommand(args, io, openContext);
    case 'admin':
      return (await import('#server/cli/admin.command')).adminCommand(args, io, openContext);
    case 'demo':
      return (await import('#server/cli/demo.command')).demoCommand(args, io, openContext);
    case 'campaign':
      return (await import('#server/cli/campaign.command')).campaignCommand(args, io, openContext);
    case 'tokens':
      return (await import('#server/cli/tokens.command')).tokensCommand(args, io, openContext);
    case 'backup':
      return (await import('#server/cli/backup.command')).backupCommand(args, io);
    case 'restore':
      return (await import('#server/cli/restore.command')).restoreCommand(args, io, openContext);
    case 'help':
    case '--help':
      io.stdout.write(help);
      return 0;
    default:
      io.stderr.write(command === undefined ? help : `There is no command "${command}".\n\n${help}`);
      return 2;
  }
}

/** Exits with the command's code. An embedded Postgres that no other process uses is stopped. */
async function main(): Promise<void> {
  let code = 1;
  try {
    code = await run(process.argv.slice(2));
  } catch (error) {
    console.error(`corklight: ${error instanceof Error ? error.message : String(error)}`);
  }
  await context?.then((application) => application.close()).catch(() => undefined);
  process.exit(code);
}

const ABORT_TIMEOUT_MS = 5_000;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    setTimeout(() => process.exit(130), ABORT_TIMEOUT_MS).unref();
    void Promise.resolve(context?.then((application) => application.abort())).finally(() => process.exit(130));
  });
}
await main();
