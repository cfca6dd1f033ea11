import { formatCount } from '#domain/numbers';
import { parseVerb } from '#server/cli/arguments';
import { printResult, type Run } from '#server/cli/command-io';
import { commandForms } from '#server/cli/command-options';
import { Progress } from '#server/cli/progress';

export const help = `corklight tokens rotate

Re-encrypts the tokens of linked accounts, and the keys of second factors, with the current key, the first one of TOKEN_KEYS:

  1. put a new key in front:   TOKEN_KEYS=k2:NEW,k1:OLD
  2. restart the server
  3. corklight tokens rotate
  4. when no tokens are left, remove the old key

To resume an interrupted run, run the same command again. Accounts whose key is missing are listed and left unchanged.

Exit codes: 0 when all tokens use the current key, 1 when some were left, 2 on incorrect usage.
`;

/** `corklight tokens`. */
export const run: Run<'tokenRotation' | 'enter'> = async (args, io, connect) => {
  parseVerb(args, commandForms.tokens);
  const { tokenRotation, enter } = await connect();
  await enter(io.by, 'keys_rotated');
  const total = await tokenRotation.countPending();
  const progress = new Progress(io.stderr);
  const rotation = tokenRotation.rotate((processed) => progress.show('tokens', total === 0 ? 1 : processed / total, processed));
  const { rotated, skipped } = await rotation.finally(() => progress.clear());
  for (const { what, _id, reason } of skipped) io.stderr.write(`${what} ${_id}: ${reason}\n`);
  const left = skipped.length === 0 ? 'None are left.' : `Left: ${formatCount(skipped.length, 'account', 'accounts')}.`;
  const text = `Tokens of ${formatCount(rotated, 'account', 'accounts')} now use the key "${tokenRotation.keyId}". ${left}\n`;
  printResult(io, text, { key: tokenRotation.keyId, rotated, skipped });
  return skipped.length === 0 ? 0 : 1;
};
