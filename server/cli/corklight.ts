import { adminCommand } from '#server/cli/admin.command';
import { type CommandIo, importCommand } from '#server/cli/import.command';
import { campaignCommand } from '#server/cli/campaign.command';
import { demoCommand } from '#server/cli/demo.command';
import { momentumCommand } from '#server/cli/momentum.command';
import { tokensCommand } from '#server/cli/tokens.command';
import { openApplicationContext, type ApplicationContext } from '#server/cli/application-context';
import type { AfterImport } from '#server/catalog/import/import-catalog';
import { readConfig } from '#server/config/config';

const help = `corklight: the operator's commands

  import boards|pinners|pins|series FILE...   bring files into the catalogue
  momentum recompute [--as-of DAY]            compute growth, momentum and ranks now
  admin create|remove|list                    who administers the site
  demo clear                                  remove the demo catalogue and its visits
  demo events                                 add made-up visits to the demo
  campaign send FILE --to premium|free|all    write a marketing letter to many
  tokens rotate                               encrypt linked accounts' tokens with the current key

Each says more with --help. The settings are those of the server (README.md).
`;

const io: CommandIo = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  folder: process.env['CORKLIGHT_FROM'] ?? process.cwd(),
};

let context: Promise<ApplicationContext> | undefined;
const openContext = () => (context ??= openApplicationContext(readConfig(process.env)));

async function importDependencies() {
  const { importRuns, clock, writeLock, recomputeGrowth } = await openContext();
  return {
    importRuns,
    clock,
    writeLock,
    afterImport: (async (scope, changedIds, onProgress) => {
      await recomputeGrowth.recomputeChanged(scope, changedIds, ({ done, total }) => onProgress(total === 0 ? 1 : done / total));
    }) satisfies AfterImport,
  };
}

async function run([command, ...args]: readonly string[]): Promise<number> {
  if (command === 'import') return importCommand(args, io, importDependencies);
  if (command === 'momentum') return momentumCommand(args, io, openContext);
  if (command === 'admin') return adminCommand(args, io, openContext);
  if (command === 'demo') return demoCommand(args, io, openContext);
  if (command === 'campaign') return campaignCommand(args, io, openContext);
  if (command === 'tokens') return tokensCommand(args, io, openContext);
  const isHelp = command === 'help' || command === '--help';
  (isHelp ? io.stdout : io.stderr).write(command === undefined || isHelp ? help : `There is no command "${command}".\n\n${help}`);
  return isHelp ? 0 : 2;
}

/** Ends with what the command answered, the database left as it was found: running for others, stopped when nobody else uses it. */
async function main(): Promise<void> {
  let code = 1;
  try {
    code = await run(process.argv.slice(2));
  } catch (error) {
    console.error(`corklight: ${error instanceof Error ? error.message : String(error)}`);
  }
  await context?.then((workshop) => workshop.close()).catch(() => undefined);
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    setTimeout(() => process.exit(130), 5_000).unref();
    void Promise.resolve(context?.then((workshop) => workshop.abort())).finally(() => process.exit(130));
  });
}
await main();
