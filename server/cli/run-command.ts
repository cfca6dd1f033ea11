import { DomainError } from '#domain/errors';
import { UsageError } from '#server/cli/arguments';
import { type CommandOutput, printFailure } from '#server/cli/command-io';

/**
 * Runs a command and returns its exit code: 0 when done, 1 when it could not be done, 2 on incorrect usage, each with its reason. Errors
 * that are no one's mistake are thrown.
 */
export async function runCommand<Io extends CommandOutput, Context>(
  name: string,
  command: (args: readonly string[], io: Io, context: Context) => Promise<number>,
  args: readonly string[],
  io: Io,
  context: Context,
): Promise<number> {
  try {
    return await command(args, io, context);
  } catch (error) {
    if (error instanceof UsageError) {
      printFailure(io, `${error.message}\nSee corklight ${name} --help.`);
      return 2;
    }
    if (error instanceof DomainError) return printFailure(io, error.message);
    throw error;
  }
}
