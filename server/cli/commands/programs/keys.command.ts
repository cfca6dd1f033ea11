import { type ApiKeyKind, apiKeyKinds, keyLifetimes } from '#domain/auth/api-keys/api-keys';
import { ApiKeyId, NewApiKey } from '#domain/auth/api-keys/contract';
import type { ApplicationContext } from '#server/cli/application-context';
import { nameAmong, parseVerb, UsageError } from '#server/cli/arguments';
import { type CommandIo, printResult, type Run } from '#server/cli/command-io';
import { commandForms, optionsHelp } from '#server/cli/command-options';

export const help = `corklight keys create --email ADDRESS --name NAME [--kind ingest|personal] [--days 30|90|365]
corklight keys list
corklight keys revoke ID

create prints a new API key, which is not shown again. Programs send it as "Authorization: Bearer KEY". An ingest key imports data in
the name of its administrator, and reads nothing; it counts only as long as its owner is an administrator. A personal key reads
what its owner may read.
list shows the keys that are not revoked. revoke ends a key at once. The audit has each creation and revocation.

${optionsHelp(commandForms.keys.options)}
Example: corklight keys create --email you@example.com --name nightly-feed

Exit codes: 0 when done, 1 when it could not be done, 2 on incorrect usage.
`;

type Keys = ApplicationContext['apiKeys'];
type Options = Readonly<Partial<Record<keyof typeof commandForms.keys.options, string>>>;

function parseNewKey({ name, kind, days }: Options) {
  if (name === undefined) throw new UsageError('--name is missing.');
  const parsedName = NewApiKey.shape.name.safeParse(name);
  if (!parsedName.success) throw new UsageError(`--name ${parsedName.error.issues[0]?.message}.`);
  const typedDays = days === undefined ? null : nameAmong('number of days', days, keyLifetimes.map(String));
  return {
    name: parsedName.data,
    kind: nameAmong<ApiKeyKind>('kind', kind, apiKeyKinds),
    days: keyLifetimes.find((lifetime) => String(lifetime) === typedDays) ?? null,
  };
}

async function printList(io: CommandIo, keys: Keys): Promise<number> {
  const list = await keys.listAll();
  const day = (time: string | null) => time?.slice(0, 10) ?? 'never';
  const lines = list.map(
    ({ id, email, kind, name, prefix, used_at, expires_at }) =>
      `${id}  ${prefix}…  ${kind}  ${email}  "${name}"  last used: ${day(used_at)}  expires: ${day(expires_at)}\n`,
  );
  return printResult(io, lines.join('') || 'There are no API keys.\n', { keys: list });
}

/** `corklight keys`. */
export const run: Run<'apiKeys'> = async (args, io, connect) => {
  const { verb, values, rest } = parseVerb(args, commandForms.keys, args[0] === 'revoke' ? 1 : 0);
  if (verb === 'list') return printList(io, (await connect()).apiKeys);
  if (verb === 'create') {
    const { email } = values;
    if (email === undefined) throw new UsageError('--email is missing.');
    const newKey = parseNewKey(values);
    const { key, token } = await (await connect()).apiKeys.createFor(email, newKey, io.by);
    return printResult(io, `The key, which is not shown again:\n  ${token}\n`, { ...key, token });
  }
  const id = ApiKeyId.safeParse(rest[0]);
  if (!id.success) throw new UsageError('Give the id of a key, as corklight keys list shows it.');
  const key = await (await connect()).apiKeys.revoke(id.data, io.by);
  return printResult(io, `The key "${key.name}" (${key.prefix}…) is revoked.\n`, { ...key, revoked: true });
};
