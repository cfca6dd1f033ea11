import type { ApplicationContext } from '#server/cli/application-context';
import { parseVerb, UsageError } from '#server/cli/arguments';
import { type CommandIo, printResult, type Run } from '#server/cli/command-io';
import { commandForms, optionsHelp } from '#server/cli/command-options';
import type { AppointedAdministrator } from '#server/people/appoint-administrators';

export const help = `corklight admin create --email ADDRESS [--password-stdin]
corklight admin reset-password --email ADDRESS
corklight admin reset-second-factor --email ADDRESS
corklight admin remove --email ADDRESS
corklight admin list

create creates an administrator, or makes an existing account one and signs it out everywhere, and prints a link for choosing the
password, which works once and for 24 hours. With --password-stdin, the password is the first line of the standard input instead (at
least 15 characters). An administrator stays as they are.
reset-password prints such a link for an administrator, and signs them out everywhere. The old password works no longer.
reset-second-factor removes the authenticator app, the passkeys, and the recovery codes of an account that lost them, whether or not
it is an administrator's, and signs it out everywhere. Make sure who asks for it. The owner gets an email, and /admin/audit has an entry.
remove makes an administrator a regular user and signs them out everywhere. The last administrator cannot be removed.

${optionsHelp(commandForms.admin.options)}
Example: corklight admin create --email you@example.com

Exit codes: 0 when done, 1 when it could not be done, 2 on incorrect usage.
`;

async function readFirstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const part of stdin) {
    text += String(part);
    if (text.includes('\n')) break;
  }
  return text.split(/\r?\n/)[0] ?? '';
}

const howTexts = {
  made: 'is an administrator.',
  promoted: 'is an administrator now, signed out everywhere.',
  reset: 'was signed out everywhere.',
  kept: 'is an administrator already. Nothing was changed.',
} as const;

function printAppointed({ email, how, link }: AppointedAdministrator, io: CommandIo): number {
  const next =
    link === null ? 'Sign in with the password.' : `Choose a password with this link, which works once and for 24 hours:\n  ${link}`;
  return printResult(io, `${email} ${howTexts[how]}\n${how === 'kept' ? '' : `${next}\n`}`, { email, how, link });
}

async function printList(io: CommandIo, { administrators }: Pick<ApplicationContext, 'administrators'>): Promise<number> {
  const list = await administrators.list();
  const text = list.length === 0 ? 'There are no administrators yet.\n' : list.map(({ email }) => `${email}\n`).join('');
  return printResult(io, text, { administrators: list.map(({ email, created_at }) => ({ email, created_at })) });
}

/** `corklight admin`. */
export const run: Run<'administrators'> = async (args, io, connect) => {
  const { verb, values } = parseVerb(args, commandForms.admin);
  const { email, 'password-stdin': isPasswordGiven } = values;
  if (isPasswordGiven && verb !== 'create') throw new UsageError('--password-stdin belongs to create.');
  if (verb === 'list' && email !== undefined) throw new UsageError('--email does not belong to list.');
  if (verb === 'list') return printList(io, await connect());
  if (email === undefined) throw new UsageError('--email is missing.');
  const { administrators } = await connect();
  if (verb === 'create')
    return printAppointed(await administrators.appoint(email, isPasswordGiven ? await readFirstLine(io.stdin) : null, io.by), io);
  if (verb === 'reset-password') return printAppointed(await administrators.resetPassword(email, io.by), io);
  if (verb === 'reset-second-factor') {
    const address = await administrators.resetSecondFactor(email, io.by);
    const text = `${address} signs in with the password alone now, and was signed out everywhere.\n`;
    return printResult(io, text, { email: address, reset: true });
  }
  await administrators.dismiss(email, io.by);
  return printResult(io, `${email} is now a regular user and was signed out everywhere.\n`, { email, removed: true });
};
