import { wholeNumber } from '#domain/numbers';
import { parseVerb } from '#server/cli/arguments';
import { asksForHelp, type ActingOutput, type Connect, printHelp, printResult } from '#server/cli/command-io';
import { tokensVerbs } from '#server/cli/command-options';
import { Progress } from '#server/cli/progress';

const tokensHelp = `corklight tokens rotate

Re-encrypts the tokens of linked accounts, and the keys of second factors, with the current key, the first one of TOKEN_KEYS:

  1. put a new key in front:   TOKEN_KEYS=k2:NEW,k1:OLD
  2. restart the server
  3. corklight tokens rotate
  4. when no tokens are left, remove the old key

To resume an interrupted run, run the same command again. Accounts whose key is missing are listed and left unchanged.

Exit codes: 0 when all tokens use the current key, 1 when some were left, 2 on incorrect usage.
`;

const accountCount = (count: number) => `${wholeNumber(count)} ${count === 1 ? 'account' : 'accounts'}`;

/** `corklight tokens`. Returns the exit code. Throws `UsageError`. */
export async function tokensCommand(
  args: readonly string[],
  io: ActingOutput,
  connect: Connect<'tokenRotation' | 'enter'>,
): Promise<number> {
  if (asksForHelp(args)) return printHelp(tokensHelp, io);
  parseVerb(args, tokensVerbs, {});
  const { tokenRotation, enter } = await connect();
  await enter(io.by, 'keys_rotated');
  const total = await tokenRotation.countPending();
  const progress = new Progress(io.stderr);
  const rotation = tokenRotation.rotate((processed) => progress.show('tokens', total === 0 ? 1 : processed / total, processed));
  const { rotated, skipped } = await rotation.finally(() => progress.clear());
  for (const { what, _id, reason } of skipped) io.stderr.write(`${what} ${_id}: ${reason}\n`);
  printResult(
    io,
    `Tokens of ${accountCount(rotated)} now use the key "${tokenRotation.keyId}". ${skipped.length === 0 ? 'None are left.' : `Left: ${accountCount(skipped.length)}.`}\n`,
    { key: tokenRotation.keyId, rotated, skipped },
  );
  return skipped.length === 0 ? 0 : 1;
}
