import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Keys, KEYS } from '#server/secrets/keys';

const IV = 12;
const TAG = 16;

/** What was sealed cannot be opened: its key is not among ours, or it was changed, or belongs elsewhere. */
export class Unopenable extends Error {}

/**
 * Encrypts secrets that must be read again: AES-256-GCM, a random 96-bit start for each. `belonging` says what a secret belongs to;
 * moved to another place it does not open. Sealed: 12 bytes start, 16 bytes proof, the secret.
 */
@Injectable()
export class TokenBox {
  /** The id of the key that seals. */
  readonly keyId: string;

  constructor(@Inject(KEYS) private readonly keys: Keys) {
    const [first] = keys.tokenKeys.keys();
    if (first === undefined) throw new Error('wrong settings: TOKEN_KEYS holds no key');
    this.keyId = first;
  }

  seal(secret: string, belonging: string): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.keyId), iv, { authTagLength: TAG }).setAAD(Buffer.from(belonging));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** Throws `Unopenable`; what it says names the key and never the content. */
  open(sealed: Buffer, keyId: string, belonging: string): string {
    const key = this.#key(keyId);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV), { authTagLength: TAG });
      decipher.setAAD(Buffer.from(belonging)).setAuthTag(sealed.subarray(IV, IV + TAG));
      return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]).toString('utf8');
    } catch {
      throw new Unopenable(`What the key "${keyId}" sealed was changed or moved.`);
    }
  }

  #key(keyId: string): Buffer {
    const key = this.keys.tokenKeys.get(keyId);
    if (!key) throw new Unopenable(`The key "${keyId}" is not among TOKEN_KEYS.`);
    return key;
  }
}
