import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Keys, KEYS } from '#server/secrets/keys';

const IV_BYTES = 12;
const AUTH_TAG_BYTES = 16;

/** A secret cannot be decrypted: its key is unknown, or it was changed or moved. */
export class DecryptionFailed extends Error {}

/**
 * Encrypts tokens with AES-256-GCM and a random 96-bit IV. The associated data (AAD) binds a ciphertext to its row, so it cannot be
 * decrypted elsewhere. Format: 12 bytes IV, 16 bytes auth tag, ciphertext.
 */
@Injectable()
export class TokenCipher {
  /** The id of the key for new secrets. */
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

  /** Throws `DecryptionFailed`, whose message names the key and never the content. */
  decrypt(encrypted: Buffer, keyId: string, associatedData: string): string {
    const key = this.#keyById(keyId);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, IV_BYTES), { authTagLength: AUTH_TAG_BYTES });
      decipher.setAAD(Buffer.from(associatedData)).setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + AUTH_TAG_BYTES));
      return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES + AUTH_TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      throw new DecryptionFailed(`The data encrypted with the key "${keyId}" was changed or moved.`);
    }
  }

  #keyById(keyId: string): Buffer {
    const key = this.keys.tokenKeys.get(keyId);
    if (!key) throw new DecryptionFailed(`The key "${keyId}" is not among TOKEN_KEYS.`);
    return key;
  }
}
