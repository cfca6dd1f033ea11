import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SignaturePurpose, Secrets } from '#domain/secrets';
import { type Keys, KEYS } from '#server/secrets/keys';
import { TokenCipher } from '#server/secrets/token-cipher';

const SEALED_PREFIX = 'sealed:';
const SEALED_PATTERN = /^sealed:([\w-]+):([\w-]+)$/;

@Injectable()
export class CryptoSecrets implements Secrets {
  constructor(@Inject(KEYS) private readonly keys: Keys) {}

  createToken(): string {
    return randomBytes(32).toString('base64url');
  }

  createCode(): string {
    return randomBytes(16).toString('base64url');
  }

  hash(secret: string): string {
    return createHash('sha256').update(secret).digest('base64url');
  }

  seal(text: string): string {
    const cipher = new TokenCipher(this.keys);
    return `${SEALED_PREFIX}${cipher.keyId}:${cipher.encrypt(text, SEALED_PREFIX).toString('base64url')}`;
  }

  unseal(sealed: string): string {
    const [, keyId, encrypted] = SEALED_PATTERN.exec(sealed) ?? [];
    // Codes that were queued by an earlier version are not sealed.
    if (keyId === undefined || encrypted === undefined) return sealed;
    return new TokenCipher(this.keys).decrypt(Buffer.from(encrypted, 'base64url'), keyId, SEALED_PREFIX);
  }

  sign(purpose: SignaturePurpose, text: string): string {
    return createHmac('sha256', this.keys.signingKey).update(`${purpose}\n${text}`).digest('base64url');
  }

  isSigned(purpose: SignaturePurpose, text: string, signature: string): boolean {
    const [expected, actual] = [Buffer.from(this.sign(purpose, text)), Buffer.from(signature)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
}
