import { parseArgs } from 'node:util';
import { DomainError } from '#domain/errors';
import type { ApplicationContext } from '#server/cli/application-context';
import { type CommandIo, type Connect, printUsage } from '#server/cli/command-io';

const adminHelp = `corklight admin create --email ADDRESS [--password-stdin]
corklight admin remove --email ADDRESS
corklight admin list

create creates an administrator, or makes an existing account one, and prints a link for choosing the password, which works once
and for 24 hours. With --password-stdin, the password is the first line of the standard input instead (at least 15 characters).
remove makes an administrator a regular user. Both sign the account out everywhere.

Exit codes: 0 when done, 1 when it could not be done, 2 on incorrect usage.
`;

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
  { administrators }: Pick<ApplicationContext, 'administrators'>,
): Promise<void> {
  if (command === 'list') {
    const administratorList = await administrators.list();
    io.stdout.write(
      administratorList.length === 0
        ? 'There are no administrators yet.\n'
        : administratorList.map((administrator) => `${administrator.email}\n`).join(''),
    );
  } else if (command === 'remove') {
    await administrators.dismiss(email);
    io.stdout.write(`${email} is now a regular user and was signed out everywhere.\n`);
  } else {
    const appointed = await administrators.appoint(email, fromStdin ? await readFirstLine(io.stdin) : null);
    io.stdout.write(
      `${appointed.email} is an administrator${appointed.how === 'made' ? '' : ' now, signed out everywhere'}.\n` +
        (appointed.link === null
          ? 'Sign in with the password.\n'
          : `Choose a password with this link, which works once and for 24 hours:\n  ${appointed.link}\n`),
    );
  }
}

/** `corklight admin`. Returns the exit code. */
export async function adminCommand(args: readonly string[], io: CommandIo, connect: Connect<'administrators'>): Promise<number> {
  const parsed = parseArguments(args);
  if (!parsed) return printUsage(adminHelp, args, io);
  try {
    await runAdmin(parsed, io, await connect());
    return 0;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return 1;
  }
}
