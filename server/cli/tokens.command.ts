import { wholeNumber } from '#domain/numbers';
import { Progress, type ProgressOutput } from '#server/cli/progress';
import type { PostgresTokenRotation } from '#server/linked-accounts/postgres/token-rotation';

export const tokensHelp = `corklight tokens rotate

Encrypts the tokens of linked accounts anew with the current key, which is the first of TOKEN_KEYS:

  1. put a new key in front:   TOKEN_KEYS=k2:NEW,k1:OLD
  2. restart the server
  3. corklight tokens rotate
  4. when it says that no tokens are left, take the old key away

Interrupted, the same command goes on; with nothing to do it does nothing. Tokens whose key is missing are named and left as they are.

Ends with 0 when all tokens have the current key, 1 when some were left, 2 when called wrongly.
`;

/** Where the command speaks. */
export interface TokensIo {
  readonly stdout: ProgressOutput;
  readonly stderr: ProgressOutput;
}

/** What the command works with. */
export interface TokensDependencies {
  readonly tokenRotation: Pick<PostgresTokenRotation, 'keyId' | 'countPending' | 'rotate'>;
}

const accountCount = (count: number) => `${wholeNumber(count)} ${count === 1 ? 'account' : 'accounts'}`;

/** `corklight tokens`. Answers the exit code; `connect` is asked only when there is something to do. */
export async function tokensCommand(args: readonly string[], io: TokensIo, connect: () => Promise<TokensDependencies>): Promise<number> {
  const isHelp = args.includes('--help') || args.includes('-h');
  if (isHelp || args.length !== 1 || args[0] !== 'rotate') {
    (isHelp ? io.stdout : io.stderr).write(tokensHelp);
    return isHelp ? 0 : 2;
  }
  const { tokenRotation } = await connect();
  const total = await tokenRotation.countPending();
  const progress = new Progress(io.stderr, () => performance.now());
  try {
    const { rotated, skipped } = await tokenRotation.rotate((processed) =>
      progress.show('tokens', total === 0 ? 1 : processed / total, processed),
    );
    progress.clear();
    for (const { _id, reason } of skipped) io.stderr.write(`linked account ${_id}: ${reason}\n`);
    io.stdout.write(
      `Tokens of ${accountCount(rotated)} now have the key "${tokenRotation.keyId}". ${skipped.length === 0 ? 'None are left.' : `Left: ${accountCount(skipped.length)}.`}\n`,
    );
    return skipped.length === 0 ? 0 : 1;
  } finally {
    progress.clear();
  }
}
