import { type SecurityEvent, SecurityLog } from '#domain/auth/security-log';
import { Secrets, type SignaturePurpose } from '#domain/secrets';

/** Counted secrets: `token-1`, `code-2`, … */
export class FakeSecrets extends Secrets {
  #count = 0;

  createToken(): string {
    return `token-${++this.#count}`;
  }

  createCode(): string {
    return `code-${++this.#count}`;
  }

  createKey(): string {
    return `KEY${++this.#count}`;
  }

  timeCode(key: string, step: number): string {
    return `code of ${key} in ${step}`;
  }

  hash(secret: string): string {
    return `hash of ${secret}`;
  }

  /** Not sealed, so that tests can read codes in queued emails. */
  seal(text: string): string {
    return text;
  }

  unseal(sealed: string): string {
    return sealed;
  }

  sign(purpose: SignaturePurpose, text: string): string {
    return `${purpose} ${text}`;
  }

  isSigned(purpose: SignaturePurpose, text: string, signature: string): boolean {
    return signature === this.sign(purpose, text);
  }
}

/** A log that tests read. */
export class RecordingSecurityLog extends SecurityLog {
  readonly events: SecurityEvent[] = [];

  record(event: SecurityEvent): void {
    this.events.push(event);
  }
}
