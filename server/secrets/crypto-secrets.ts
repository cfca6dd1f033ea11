import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SignaturePurpose, Secrets } from '#domain/secrets';
import { type Keys, KEYS } from '#server/secrets/keys';
import { TokenCipher } from '#server/secrets/token-cipher';

const SEALED_PREFIX = 'sealed:';
const SEALED_PATTERN = /^sealed:([\w-]+):([\w-]+)$/;

/** The beginning of what is sealed with the cipher's present key. */
export const sealedPrefixOf = ({ keyId }: TokenCipher): string => `${SEALED_PREFIX}${keyId}:`;

/** Encrypts a text, with the id of the key in the result. */
export const sealWith = (cipher: TokenCipher, text: string): string =>
  `${sealedPrefixOf(cipher)}${cipher.encrypt(text, SEALED_PREFIX).toString('base64url')}`;

/** Decrypts what `sealWith` returned. Throws `DecryptionFailed`. */
export function unsealWith(cipher: TokenCipher, sealed: string): string {
  const [, keyId, encrypted] = SEALED_PATTERN.exec(sealed) ?? [];
  // Codes that were queued by an earlier version are not sealed.
  if (keyId === undefined || encrypted === undefined) return sealed;
  return cipher.decrypt(Buffer.from(encrypted, 'base64url'), keyId, SEALED_PREFIX);
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** 160 bits at five bits a letter. */
const KEY_LENGTH = 32;

function base32Bytes(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

@Injectable()
export class CryptoSecrets implements Secrets {
  constructor(@Inject(KEYS) private readonly keys: Keys) {}

  createToken(): string {
    return randomBytes(32).toString('base64url');
  }

  createCode(): string {
    return randomBytes(16).toString('base64url');
  }

  createKey(): string {
    return Array.from(randomBytes(KEY_LENGTH), (byte) => BASE32.charAt(byte % BASE32.length)).join('');
  }

  timeCode(key: string, step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const mac = createHmac('sha1', base32Bytes(key)).update(counter).digest();
    // RFC 4226, 5.3: the last four bits say where the 31 bits of the code begin.
    const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
    return String(number % 1_000_000).padStart(6, '0');
  }

  hash(secret: string): string {
    return createHash('sha256').update(secret).digest('base64url');
  }

  seal(text: string): string {
    return sealWith(new TokenCipher(this.keys), text);
  }

  unseal(sealed: string): string {
    return unsealWith(new TokenCipher(this.keys), sealed);
  }

  sign(purpose: SignaturePurpose, text: string): string {
    return createHmac('sha256', this.keys.signingKey).update(`${purpose}\n${text}`).digest('base64url');
  }

  isSigned(purpose: SignaturePurpose, text: string, signature: string): boolean {
    const [expected, actual] = [Buffer.from(this.sign(purpose, text)), Buffer.from(signature)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
}
