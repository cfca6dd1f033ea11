import { Readable } from 'node:stream';
import type { CommandActor } from '#domain/audit/acts';
import type { ApplicationContext } from '#server/cli/application-context';
import { commands } from '#server/cli/command-list';
import { runCommand } from '#server/cli/command-io';
import { operator } from '../fakes/audit';

interface CommandSettings {
  readonly stdin?: string;
  readonly folder?: string;
  readonly isJson?: boolean;
  readonly by?: CommandActor;
}

/** Runs a command, such as `['admin', 'list']`, with the services of this process. */
export async function runInProcess(
  application: ApplicationContext,
  [name = '', ...args]: readonly string[],
  { stdin = '', folder = '.', isJson = false, by = operator }: CommandSettings = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const io = {
    stdin: Readable.from([stdin]),
    stdout: { write: (text: string) => void (stdout += text) },
    stderr: { write: (text: string) => void (stderr += text) },
    folder,
    isJson,
    by,
  };
  const command = await commands.find((each) => each.name === name)!.load();
  const code = await runCommand(name, command, args, io, async () => application);
  return { code, stdout, stderr };
}
