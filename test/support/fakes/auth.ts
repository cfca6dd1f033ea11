import { type HashRequester, Passwords } from '#domain/auth/account/passwords';
import { type SecurityEvent, SecurityLog } from '#domain/auth/security-log';
import {
  type AttemptCount,
  countAttempt,
  MAX_FAILURES,
  secondsUntilNextAttempt,
  SignInAttempts,
} from '#domain/auth/sessions/sign-in-attempts';
import type { ClientIp } from '#domain/client-ip';
import type { Clock } from '#domain/clock';
import { SignInLocked, TooManyRequests } from '#domain/errors';
import { Secrets, type SignaturePurpose } from '#domain/secrets';

/** Passwords "hashed" by a prefix. */
export class FakePasswords extends Passwords {
  async hash(password: string): Promise<string> {
    return `hash of ${password}`;
  }

  async matches(hash: string | null, password: string): Promise<boolean> {
    return hash === `hash of ${password}` || hash === `old hash of ${password}`;
  }

  isOutdated(hash: string): boolean {
    return hash.startsWith('old ');
  }

  async loadCommon(): Promise<(password: string) => boolean> {
    return (password) => password === 'password1234';
  }
}

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

/** The attempt counts of one process. */
export class FakeSignInAttempts extends SignInAttempts {
  readonly #attempts = new Map<string, AttemptCount>();
  readonly #failureCounts = new Map<string, number>();

  constructor(private readonly clock: Clock) {
    super();
  }

  async record(email: string, clientIp: ClientIp): Promise<HashRequester> {
    const familiar = `${email} ${clientIp.key}`;
    const isFamiliar = this.#attempts.has(familiar);
    if (!isFamiliar && (this.#failureCounts.get(email) ?? 0) >= MAX_FAILURES) throw new SignInLocked();
    const subject = isFamiliar ? familiar : email;
    const previous = this.#attempts.get(subject) ?? null;
    const waitSeconds = secondsUntilNextAttempt(previous, this.clock.now());
    if (waitSeconds > 0) throw new TooManyRequests(waitSeconds);
    this.#attempts.set(subject, countAttempt(previous, this.clock.now()));
    return isFamiliar ? 'familiar' : 'stranger';
  }

  async recordSuccess(email: string, clientIp: ClientIp): Promise<void> {
    this.#attempts.delete(email);
    this.#failureCounts.delete(email);
    this.#attempts.set(`${email} ${clientIp.key}`, { tries: 0, tried_at: this.clock.now() });
  }

  async recordFailure(email: string): Promise<boolean> {
    const failures = (this.#failureCounts.get(email) ?? 0) + 1;
    this.#failureCounts.set(email, failures);
    return failures === MAX_FAILURES;
  }
}
