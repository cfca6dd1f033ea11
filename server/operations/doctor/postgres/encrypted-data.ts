import type { ClientBase } from 'pg';
import { formatCount } from '#domain/numbers';
import { doubtful, type Finding, good } from '#server/operations/doctor/finding';
import { type EncryptedTokenRow, TokenEncryption } from '#server/linked-accounts/postgres/token-encryption';
import { unsealWith } from '#server/secrets/crypto-secrets';
import { hasKeys, type KeySettings, readKeys } from '#server/secrets/keys';
import { DecryptionFailed, TokenCipher } from '#server/secrets/token-cipher';

const fixes = {
  keys: 'Set the TOKEN_KEYS of before (outside production: secrets.json of the data folder).',
  factors: 'Without them, remove each of these factors: corklight admin reset-second-factor --email ADDRESS.',
  links: 'Without them, these accounts must be linked again.',
};

/** The present keys; null where the next start would make new ones, which read nothing of before; `undefined` for damaged ones. */
function presentCipher(config: KeySettings): TokenCipher | null | undefined {
  try {
    return hasKeys(config) ? new TokenCipher(readKeys(config)) : null;
  } catch {
    return undefined;
  }
}

/** Why something cannot be decrypted, which names its key; none if it can be. */
function faultsOf(cipher: TokenCipher | null, decrypt: (present: TokenCipher) => unknown): string[] {
  if (cipher === null) return ['There are no keys.'];
  try {
    decrypt(cipher);
    return [];
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
    return [error.message];
  }
}

/**
 * Whether today's keys read what is stored encrypted: they do not after a move to another machine without its keys. Says nothing of damaged
 * keys, which are a finding of their own.
 */
export async function checkEncryptedData(client: ClientBase, config: KeySettings): Promise<readonly Finding[]> {
  const cipher = presentCipher(config);
  if (cipher === undefined) return [];
  const { rows: factors } = await client.query<{ sealed_key: string }>(
    'select sealed_key from second_factors where confirmed_at is not null',
  );
  const { rows: links } = await client.query<EncryptedTokenRow>(
    'select user_id, platform, external_id, access_token, null refresh_token, key_id from linked_accounts',
  );
  const factorFaults = factors.flatMap(({ sealed_key }) => faultsOf(cipher, (present) => unsealWith(present, sealed_key)));
  const linkFaults = links.flatMap((row) => faultsOf(cipher, (present) => new TokenEncryption(present).decrypt(row)));
  const [lostFactors, lostLinks] = [factorFaults.length, linkFaults.length];
  if (lostFactors + lostLinks === 0) return [good('Encrypted data', 'TOKEN_KEYS reads all of it')];
  const lost = [
    ...(lostFactors > 0 ? [formatCount(lostFactors, 'second factor', 'second factors')] : []),
    ...(lostLinks > 0 ? [formatCount(lostLinks, 'linked account', 'linked accounts')] : []),
  ];
  const fix = [
    ...new Set([...factorFaults, ...linkFaults]),
    fixes.keys,
    ...(lostFactors > 0 ? [fixes.factors] : []),
    ...(lostLinks > 0 ? [fixes.links] : []),
  ];
  return [doubtful('Encrypted data', `today's keys cannot read ${lost.join(' and ')}`, fix.join(' '))];
}
