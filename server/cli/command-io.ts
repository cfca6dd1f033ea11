import type { ApplicationContext } from '#server/cli/application-context';
import type { ProgressOutput } from '#server/cli/progress';

/** The input and output of a command. */
export interface CommandIo {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: ProgressOutput;
  readonly stderr: ProgressOutput;
  /** The folder that relative file names refer to: where the command was entered. */
  readonly folder: string;
}

/** Where a command without input writes. */
export type CommandOutput = Pick<CommandIo, 'stdout' | 'stderr'>;

/** Opens the services that a command uses; called only when the application is needed. */
export type Connect<Service extends keyof ApplicationContext> = () => Promise<Pick<ApplicationContext, Service>>;

/** Tells the operator that the command waits for the write lock. */
export const reportWait =
  ({ stderr }: CommandOutput) =>
  () =>
    void stderr.write('Another import or job is writing the catalog; waiting for it to finish.\n');

/** Whether the arguments ask for help. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

/** Prints the usage of a command: as requested help, or because of incorrect arguments. Returns the exit code. */
export function printUsage(help: string, args: readonly string[], { stdout, stderr }: CommandOutput): number {
  const isHelp = asksForHelp(args);
  (isHelp ? stdout : stderr).write(help);
  return isHelp ? 0 : 2;
}
