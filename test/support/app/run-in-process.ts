import type { ApplicationContext } from '#server/cli/application-context';
import { commands } from '#server/cli/command-list';
import { runCommand } from '#server/cli/command-io';
import { collectIo } from '../collected-io';

/** Runs a command, such as `['admin', 'list']`, with the services of this process. */
export async function runInProcess(
  application: ApplicationContext,
  [name = '', ...args]: readonly string[],
  given: Parameters<typeof collectIo>[0] = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const { io, written } = collectIo(given);
  const command = await commands.find((each) => each.name === name)!.load();
  const code = await runCommand(name, command, args, io, async () => application);
  return { code, ...written };
}
