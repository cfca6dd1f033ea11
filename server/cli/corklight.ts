import type { ApplicationContext } from '#server/cli/application-context';
import { commandActor, type CommandIo, runCommand } from '#server/cli/command-io';
import { commands, commandsHelp } from '#server/cli/command-list';
import { nearestName } from '#server/config/nearest-name';
import { readSettings, VERSION } from '#server/config/config';

const STOPPED_EXIT_CODE = 130;
/** What shells report of a program that SIGPIPE ends, which Node ignores. */
const CLOSED_OUTPUT_EXIT_CODE = 141;
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * On Ctrl-C, SIGTERM, or when the process that started it is gone, says so in one line, closes, and ends the process with 130. A second
 * Ctrl-C ends it at once. Other signals beside one are the same stop: a terminal's Ctrl-C also arrives as the SIGTERM of the launcher. Where
 * nothing reads its output any more (`| head`), it ends with 141, and says nothing. Returns whether the process is being stopped.
 */
function stopEarly(sentence: string, close: () => Promise<unknown>): () => boolean {
  let isStopping = false;
  let interruptCount = 0;
  const stop = (code: number) => {
    isStopping = true;
    // What fails because its database closes is no news, nor are the rejections of it that nothing handles.
    process.stderr.write = () => true;
    process.on('uncaughtException', () => undefined);
    process.exitCode = code;
    const exit = () => process.exit(code);
    setTimeout(exit, CLOSE_TIMEOUT_MS).unref();
    void close().then(exit, exit);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT') interruptCount++;
    if (interruptCount > 1) process.exit(STOPPED_EXIT_CODE);
    if (isStopping) return;
    // The line of a progress, if one is drawn, makes room.
    process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${sentence}\n`);
    stop(STOPPED_EXIT_CODE);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  if (process.channel) {
    process.on('disconnect', () => onSignal('SIGTERM'));
    process.channel.unref();
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' && !isStopping) stop(CLOSED_OUTPUT_EXIT_CODE);
    // Without this listener, it would have ended the process.
    else if (error.code !== 'EPIPE' && process.stdout.listenerCount('error') === 1) throw error;
  });
  return () => isStopping;
}

const [name, ...typedArgs] = process.argv.slice(2);
const args = typedArgs.filter((arg) => arg !== '--json');

const io: CommandIo = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  folder: process.env['CORKLIGHT_FROM'] ?? process.cwd(),
  isJson: args.length < typedArgs.length,
  by: commandActor(process.argv.slice(2)),
};

let context: Promise<ApplicationContext> | undefined;

async function startApplication(): Promise<ApplicationContext> {
  const { openApplicationContext } = await import('#server/cli/application-context');
  const config = readSettings((warning) => void io.stderr.write(`${warning}\n`));
  return openApplicationContext(config, (label) => void io.stderr.write(`Database: ${label}\n`));
}

const openContext = () => (context ??= startApplication());

let isStopping = (): boolean => false;

const helpNames: ReadonlySet<string | undefined> = new Set(['help', '--help', '-h']);

function refuseUnknownCommand(): number {
  const names = commands.map((each) => each.name);
  const nearest = name === undefined ? null : nearestName(name, names);
  const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
  io.stderr.write(name === undefined ? commandsHelp : `There is no command "${name}".${hint}\n\n${commandsHelp}`);
  return 2;
}

async function run(): Promise<number> {
  const isHelp = helpNames.has(name);
  // `corklight help import` is `corklight import --help`.
  const command = commands.find((each) => each.name === (isHelp ? args[0] : name));
  if (isHelp && command) return runCommand(command.name, await command.load(), ['--help'], io, openContext);
  if (isHelp) {
    io.stdout.write(commandsHelp);
    return 0;
  }
  if (name === '--version') {
    io.stdout.write(`${VERSION}\n`);
    return 0;
  }
  if (!command) return refuseUnknownCommand();
  const sentence = `corklight ${name} was stopped.${command.isResumable ? ' To go on, run the same command again.' : ''}`;
  // The server stops in its own way. Closing the database of a command rolls back what is uncommitted.
  if (name !== 'serve') isStopping = stopEarly(sentence, async () => (await context)?.abort());
  return runCommand(command.name, await command.load(), args, io, openContext);
}

async function describeFailure(failure: unknown): Promise<string> {
  const application = await context?.catch(() => undefined);
  const error = application ? await application.explainFailure(failure) : failure;
  const message = error instanceof Error ? error.message : String(error);
  const { explainDeniedPrivilege, isPrivilegeDenied } = await import('#server/operations/doctor/postgres/database-roles');
  if (!isPrivilegeDenied(error)) return message;
  // The embedded Postgres has one role, which owns everything.
  const { DATABASE_URL } = readSettings();
  if (DATABASE_URL === undefined) return message;
  try {
    return await explainDeniedPrivilege(error, DATABASE_URL);
  } catch {
    return message;
  }
}

/** Exits with the command's code. An embedded Postgres that no other process uses is stopped. */
async function main(): Promise<void> {
  let code = 1;
  try {
    code = await run();
  } catch (error) {
    if (isStopping()) return;
    const message = await describeFailure(error);
    io.stderr.write(`corklight: ${message}\n`);
    if (io.isJson) io.stdout.write(`${JSON.stringify({ error: message })}\n`);
  }
  if (isStopping()) return; // The stop closes, and ends with its own code.
  await context?.then((application) => application.close()).catch(() => undefined);
  // A pipe takes long results in parts; an exit would cut off the rest.
  await new Promise((resolve) => process.stdout.write('', resolve));
  if (!isStopping()) process.exit(code);
}

await main();
