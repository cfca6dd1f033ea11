import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { testKeys } from '../app/test-keys';

export interface ServerProcess {
  readonly origin: string;
  /** The address that it prints, whose opening makes a browser one of this machine. */
  readonly printedAddress: string;
  readonly output: () => string;
  readonly process: ChildProcess;
  /** Sends SIGTERM, to its whole group if it leads one; returns the exit code and how long stopping took, in ms. */
  stop(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly tookMs: number }>;
}

export type Environment = Readonly<Record<string, string>>;

/** Where Node keeps what it has compiled, a tenth of the processor time of a start. */
const compiledFolder = join(process.cwd(), 'node_modules', '.cache', 'corklight', 'compiled');

const processEnvironment = (environment: Environment): NodeJS.ProcessEnv => {
  const { TEST_DATABASE_URL: _, NODE_ENV: __, NODE_OPTIONS: ___, DATABASE_URL: ____, ...rest } = process.env;
  return { ...rest, NODE_COMPILE_CACHE: compiledFolder, ENV_FILE: '', ...testKeys, ...environment };
};

const runningProcesses = new Set<ChildProcess>();

/** Kills processes that a failed test left running. */
export function killLeftoverProcesses(): void {
  for (const child of runningProcesses) child.kill('SIGKILL');
}

/** What starts a server; `isGroup` lets it lead a process group of its own, as a shell does for what a terminal signals. */
interface Starter {
  readonly program: string;
  readonly args: readonly string[];
  readonly isGroup?: boolean;
}

/** Starts the built server as a child process, itself or by another program, and waits until it listens. */
export async function startServer(
  environment: Environment,
  { program, args, isGroup = false }: Starter = { program: join('dist', 'server', 'main.js'), args: [] },
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program, ...args], {
    env: processEnvironment({ PORT: '0', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
  });
  runningProcesses.add(child);
  child.once('exit', () => runningProcesses.delete(child));
  let output = '';
  const ended = once(child, 'exit');
  const printedAddress = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        output += data.toString();
        const found = /Open {2}(http:\/\/\S+)[^]*README/.exec(output);
        if (found?.[1]) resolve(found[1].replace('localhost', '127.0.0.1'));
      });
    }
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  return {
    origin: new URL(printedAddress).origin,
    printedAddress,
    output: () => output,
    process: child,
    stop: async (signal = 'SIGTERM') => {
      const startedAt = performance.now();
      if (isGroup) process.kill(-(child.pid ?? 0), signal);
      else child.kill(signal);
      await ended;
      return { code: child.exitCode, tookMs: performance.now() - startedAt };
    },
  };
}

export interface CommandResult {
  /** Null if it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  readonly ended: Promise<CommandResult>;
  /** Resolves when it prints something for its operator. */
  readonly reported: Promise<unknown>;
  /** Sends a signal, by default SIGKILL, so that it cannot clean up. */
  kill(signal?: NodeJS.Signals): void;
  /** Reads its standard output no more, as `head` does at its end. */
  closeOutput(): void;
}

/** Starts one of the operator's commands with `input` as its standard input, which stays open if that is null. */
export function startCorklight(
  args: readonly string[],
  environment: Environment,
  input: string | null = '',
  program = join('dist', 'server', 'cli', 'corklight.js'),
): RunningCommand {
  const child = spawn(process.execPath, [program, ...args], {
    env: processEnvironment(environment),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A command that does not read its input may exit first.
  child.stdin.on('error', () => undefined);
  if (input !== null) child.stdin.end(input);
  runningProcesses.add(child);
  child.once('exit', () => runningProcesses.delete(child));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  return {
    ended: once(child, 'close').then(() => ({ code: child.exitCode, stdout, stderr })),
    reported: once(child.stderr, 'data'),
    kill: (signal = 'SIGKILL') => void child.kill(signal),
    closeOutput: () => void child.stdout.destroy(),
  };
}

/** Runs one of the operator's commands until it exits. */
export const corklight = (args: readonly string[], environment: Environment, input = ''): Promise<CommandResult> =>
  startCorklight(args, environment, input).ended;
