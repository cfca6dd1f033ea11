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

/** Tells the operator that the command waits for the write lock. */
export const reportWait =
  ({ stderr }: CommandOutput) =>
  () =>
    void stderr.write('Another import or job is writing the catalog; waiting for it to finish.\n');

/** Whether the arguments ask for help. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');
