import { Readable } from 'node:stream';
import type { CommandIo } from '#server/cli/command-io';
import { operator } from './fakes/audit';

/** The streams of a command, and what it has written to them. */
export function collectIo({
  stdin = '',
  ...given
}: Partial<Omit<CommandIo, 'stdin' | 'stdout' | 'stderr'>> & { readonly stdin?: string } = {}) {
  const written = { stdout: '', stderr: '' };
  const io: CommandIo = {
    stdin: Readable.from([stdin]),
    stdout: { write: (text: string) => void (written.stdout += text) },
    stderr: { write: (text: string) => void (written.stderr += text) },
    folder: '.',
    isJson: false,
    by: operator,
    ...given,
  };
  return { io, written };
}
