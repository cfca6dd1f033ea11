import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Purpose, Secrets } from '#domain/secrets';
import { type Keys, KEYS } from '#server/secrets/keys';

@Injectable()
export class CryptoSecrets extends Secrets {
  constructor(@Inject(KEYS) private readonly keys: Keys) {
    super();
  }

  token(): string {
    return randomBytes(32).toString('base64url');
  }

  code(): string {
    return randomBytes(16).toString('base64url');
  }

  hash(secret: string): string {
    return createHash('sha256').update(secret).digest('base64url');
  }

  sign(purpose: Purpose, text: string): string {
    return createHmac('sha256', this.keys.secret).update(`${purpose}\n${text}`).digest('base64url');
  }

  isSigned(purpose: Purpose, text: string, signature: string): boolean {
    const [ours, theirs] = [Buffer.from(this.sign(purpose, text)), Buffer.from(signature)];
    return ours.length === theirs.length && timingSafeEqual(ours, theirs);
  }
}
