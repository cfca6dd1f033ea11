import { createHmac, scryptSync, timingSafeEqual } from 'node:crypto';
import { type ArchiveHeader, InvalidArchive } from '#server/operations/backup/archive-format';
import type { Seal } from '#server/operations/backup/archive-reader';
import type { Keys } from '#server/secrets/keys';

const hmac = (key: Buffer, content: string | Buffer): Buffer => createHmac('sha256', key).update(content).digest();

/** Signs an archive by its checksum, with a key derived from SECRET_KEY, so that write access to the folder of backups is not enough to make one. */
export const signChecksum = ({ signingKey }: Pick<Keys, 'signingKey'>, checksum: Buffer): Buffer =>
  hmac(hmac(signingKey, 'corklight archive signature'), checksum);

const FINGERPRINT_BYTES = 8;

/** Recognizes a key without revealing it. It is slow to compute, because operators may choose a SECRET_KEY that can be guessed. */
const fingerprintOf = (key: Buffer): string => scryptSync(key, 'corklight key fingerprint', FINGERPRINT_BYTES).toString('hex');

/** The fingerprints of an installation's keys. */
export const keyFingerprints = ({ signingKey, tokenKeys }: Keys): ArchiveHeader['keys'] => ({
  secretKey: fingerprintOf(signingKey),
  tokenKeys: Object.fromEntries([...tokenKeys].map(([id, key]) => [id, fingerprintOf(key)])),
});

/** What the present keys mean for an archive, as sentences: which keys differ from those that its site used. */
export function keyWarnings(archived: ArchiveHeader['keys'], present: ArchiveHeader['keys']): string[] {
  const tokenKeyWarnings = Object.entries(archived.tokenKeys).flatMap(([id, fingerprint]) => {
    if (present.tokenKeys[id] === fingerprint) return [];
    if (present.tokenKeys[id] === undefined) return [`TOKEN_KEYS lacks the key "${id}" that the site of the archive had.`];
    return [`The key "${id}" of TOKEN_KEYS differs from that of the archive.`];
  });
  return archived.secretKey === present.secretKey
    ? tokenKeyWarnings
    : ['SECRET_KEY differs from that of the archive: everyone has to sign in again.', ...tokenKeyWarnings];
}

/**
 * What is known of an archive before it is unpacked: why it is not certain that this site made it (null when its signature says so), and
 * which keys differ. Throws `InvalidArchive` for a signature that is not of the key that the archive names.
 */
export function checkSeal({ header, checksum, signature }: Seal, keys: Keys) {
  const present = keyFingerprints(keys);
  const warnings = keyWarnings(header.keys, present);
  if (signature === null) return { doubt: 'The archive is not signed, as those of release 0.1.0.', warnings };
  if (timingSafeEqual(signature, signChecksum(keys, checksum))) return { doubt: null, warnings };
  if (header.keys.secretKey === present.secretKey)
    throw new InvalidArchive('The signature of the archive is wrong: it was changed after it was made. Take another copy of it.');
  return {
    doubt: 'SECRET_KEY cannot confirm the signature of the archive: SECRET_KEY has changed since, another site made it, or it was changed.',
    warnings,
  };
}
