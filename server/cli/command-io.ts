import { hostname, userInfo } from 'node:os';
import type { CommandActor } from '#domain/audit/acts';
import { DomainError } from '#domain/errors';
import type { ApplicationContext } from '#server/cli/application-context';
import { UsageError } from '#server/cli/arguments';
import type { ProgressOutput } from '#server/cli/progress';

/** The input and output of a command. */
export interface CommandIo {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: ProgressOutput;
  readonly stderr: ProgressOutput;
  /** The folder that relative file names refer to: where the command was entered. */
  readonly folder: string;
  /** Whether the result is printed as JSON, for programs. */
  readonly isJson: boolean;
  /** Who runs the command, for the audit. */
  readonly by: CommandActor;
}

/** The user and the host of this process, who of several people became this user by sudo, and the command as it was typed. */
export function commandActor(words: readonly string[], { SUDO_USER = '' }: NodeJS.ProcessEnv = process.env): CommandActor {
  const [user, host] = [systemUser(), hostname()];
  const sudo = SUDO_USER === '' || SUDO_USER === user ? '' : ` (sudo by ${SUDO_USER})`;
  return { kind: 'command', label: `${user}@${host}${sudo}`, origin: ['corklight', ...words].join(' ') };
}

/** The name of the process's user, which a container may not know. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Where a command without input writes. */
export type CommandOutput = Pick<CommandIo, 'stdout' | 'stderr' | 'isJson'>;

/** Opens the services that a command uses; called only when the application is needed. */
export type Connect<Service extends keyof ApplicationContext> = () => Promise<Pick<ApplicationContext, Service>>;

/** Runs a command with its arguments and returns the exit code. Throws `UsageError`. */
export type Run<Service extends keyof ApplicationContext = never> = (
  args: readonly string[],
  io: CommandIo,
  connect: Connect<Service>,
) => Promise<number>;

/** The code of a command that uses these services. */
export interface CommandModule<Service extends keyof ApplicationContext = keyof ApplicationContext> {
  readonly help: string;
  readonly run: Run<Service>;
}

/** Tells the operator that the command waits for the write lock. */
export const reportWait =
  ({ stderr }: Pick<CommandIo, 'stderr'>) =>
  () =>
    void stderr.write('Another import or job is writing the catalog; waiting for it to finish.\n');

/** Prints the result of a command: `text` for people, or `data` as a line of JSON. Returns the exit code. */
export function printResult({ stdout, isJson }: CommandOutput, text: string, data: unknown): number {
  stdout.write(isJson ? `${JSON.stringify(data)}\n` : text);
  return 0;
}

/** Prints why a command could not do its work, for programs too. Returns the exit code. */
export function printFailure({ stdout, stderr, isJson }: CommandOutput, message: string): number {
  stderr.write(`${message}\n`);
  if (isJson) stdout.write(`${JSON.stringify({ error: message })}\n`);
  return 1;
}

const fileFailures: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder.',
  EISDIR: 'That is a folder, not a file.',
  EACCES: 'It may not be read or written.',
};

/** What is wrong with a file that the operator named; null for other errors, such as a missing program or socket. */
function fileFailure(error: unknown): string | null {
  const { code = '', path, syscall = '' } = error as NodeJS.ErrnoException;
  const reason = fileFailures[code];
  if (reason === undefined || !['open', 'read'].includes(syscall)) return null;
  return path === undefined ? reason : `${path}: ${reason}`;
}

/**
 * Runs a command, or prints its help, and returns the exit code: 0 when done, 1 when it could not be done, 2 on incorrect usage, each with
 * its reason. Errors that are no one's mistake are thrown.
 */
export async function runCommand<Service extends keyof ApplicationContext>(
  name: string,
  { help, run }: CommandModule<Service>,
  args: readonly string[],
  io: CommandIo,
  connect: Connect<Service>,
): Promise<number> {
  try {
    if (!args.includes('--help') && !args.includes('-h')) return await run(args, io, connect);
    io.stdout.write(help);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      printFailure(io, `${error.message}\nSee corklight ${name} --help.`);
      return 2;
    }
    const message = error instanceof DomainError ? error.message : fileFailure(error);
    if (message !== null) return printFailure(io, message);
    throw error;
  }
}
