import { parseArgs } from 'node:util';
import { DomainError } from '#domain/errors';
import type { AppointAdministrators } from '#server/auth/administrators/appoint-administrators';
import type { CommandIo } from '#server/cli/import.command';

export const adminHelp = `corklight admin create --email ADDRESS [--password-stdin]
corklight admin remove --email ADDRESS
corklight admin list

create makes an administrator, or makes one of an account that is there, and prints a link by which the password is chosen (once,
within 24 hours). With --password-stdin the password is the first line of the standard input instead, 15 characters at least.
remove makes an administrator an ordinary user. Both sign that person out everywhere.

Ends with 0 when done, 1 when it could not be done, 2 when called wrongly.
`;

/** What the command works with. */
export interface AdminDependencies {
  readonly administrators: AppointAdministrators;
}

interface AdminArguments {
  readonly command: 'create' | 'remove' | 'list';
  readonly email: string;
  readonly fromStdin: boolean;
}

function parseArguments(args: readonly string[]): AdminArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { email: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
    });
    const [command, ...extra] = positionals;
    const { email = '', 'password-stdin': fromStdin = false } = values;
    if (extra.length > 0 || (command !== 'create' && fromStdin)) return null;
    if (command === 'list') return email === '' ? { command, email, fromStdin } : null;
    return (command === 'create' || command === 'remove') && email !== '' ? { command, email, fromStdin } : null;
  } catch {
    return null;
  }
}

async function readFirstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const part of stdin) {
    text += String(part);
    if (text.includes('\n')) break;
  }
  return text.split(/\r?\n/)[0] ?? '';
}

async function runAdmin(
  { command, email, fromStdin }: AdminArguments,
  io: CommandIo,
  { administrators }: AdminDependencies,
): Promise<void> {
  if (command === 'list') {
    const administratorList = await administrators.list();
    io.stdout.write(
      administratorList.length === 0
        ? 'There is no administrator yet.\n'
        : administratorList.map((administrator) => `${administrator.email}\n`).join(''),
    );
  } else if (command === 'remove') {
    await administrators.dismiss(email);
    io.stdout.write(`${email} is an ordinary user now, signed out everywhere.\n`);
  } else {
    const appointed = await administrators.appoint(email, fromStdin ? await readFirstLine(io.stdin) : null);
    io.stdout.write(
      `${appointed.email} is an administrator${appointed.how === 'made' ? '' : ' now, signed out everywhere'}.\n` +
        (appointed.link === null
          ? 'Sign in with the password.\n'
          : `Choose the password here, once and within 24 hours:\n  ${appointed.link}\n`),
    );
  }
}

/** `corklight admin`. Answers the exit code. */
export async function adminCommand(args: readonly string[], io: CommandIo, connect: () => Promise<AdminDependencies>): Promise<number> {
  if (args.includes('--help')) {
    io.stdout.write(adminHelp);
    return 0;
  }
  const parsed = parseArguments(args);
  if (!parsed) {
    io.stderr.write(adminHelp);
    return 2;
  }
  try {
    await runAdmin(parsed, io, await connect());
    return 0;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return 1;
  }
}
