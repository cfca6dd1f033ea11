import { scryptSync } from 'node:crypto';
import type { ArchiveHeader } from '#server/backup/archive-format';
import type { Keys } from '#server/secrets/keys';

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
