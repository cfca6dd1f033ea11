import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Keys, KEYS } from '#server/secrets/keys';

const IV_BYTES = 12;
const AUTH_TAG_BYTES = 16;

/** What was sealed cannot be opened: its key is not among ours, or it was changed, or belongs elsewhere. */
export class DecryptionFailed extends Error {}

/**
 * Encrypts secrets that must be read again: AES-256-GCM, a random 96-bit start for each. `belonging` says what a secret belongs to;
 * moved to another place it does not open. Sealed: 12 bytes start, 16 bytes proof, the secret.
 */
@Injectable()
export class TokenCipher {
  /** The id of the key that seals. */
  readonly keyId: string;

  constructor(@Inject(KEYS) private readonly keys: Keys) {
    const [first] = keys.tokenKeys.keys();
    if (first === undefined) throw new Error('wrong settings: TOKEN_KEYS holds no key');
    this.keyId = first;
  }

  encrypt(secret: string, associatedData: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keyById(this.keyId), iv, { authTagLength: AUTH_TAG_BYTES }).setAAD(
      Buffer.from(associatedData),
    );
    const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
  }

  /** Throws `Unopenable`; what it says names the key and never the content. */
  decrypt(encrypted: Buffer, keyId: string, associatedData: string): string {
    const key = this.#keyById(keyId);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, IV_BYTES), { authTagLength: AUTH_TAG_BYTES });
      decipher.setAAD(Buffer.from(associatedData)).setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + AUTH_TAG_BYTES));
      return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES + AUTH_TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      throw new DecryptionFailed(`What the key "${keyId}" sealed was changed or moved.`);
    }
  }

  #keyById(keyId: string): Buffer {
    const key = this.keys.tokenKeys.get(keyId);
    if (!key) throw new DecryptionFailed(`The key "${keyId}" is not among TOKEN_KEYS.`);
    return key;
  }
}
