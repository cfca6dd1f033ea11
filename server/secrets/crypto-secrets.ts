import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SignaturePurpose, Secrets } from '#domain/secrets';
import { type Keys, KEYS } from '#server/secrets/keys';

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

  sign(purpose: SignaturePurpose, text: string): string {
    return createHmac('sha256', this.keys.signingKey).update(`${purpose}\n${text}`).digest('base64url');
  }

  isSigned(purpose: SignaturePurpose, text: string, signature: string): boolean {
    const [expected, actual] = [Buffer.from(this.sign(purpose, text)), Buffer.from(signature)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
}
