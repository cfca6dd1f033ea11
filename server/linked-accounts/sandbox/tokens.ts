import { createHash } from 'node:crypto';
import type { Clock } from '#domain/clock';
import { DAY_MS, MINUTE_MS } from '#domain/durations';
import { type TokenCipher, DecryptionFailed } from '#server/secrets/token-cipher';

/** The lifetimes that Pinterest documents. */
export const lifetimesMs = { code: 5 * MINUTE_MS, access: 30 * DAY_MS, refresh: 60 * DAY_MS } as const;

type TokenKind = keyof typeof lifetimesMs;

/** What an account has granted, and where its consent was returned to. */
export interface SandboxGrant {
  readonly username: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
}

const prefixes: Readonly<Record<TokenKind, string>> = { code: '', access: 'pina_', refresh: 'pinr_' };

/**
 * Codes and tokens of the sandbox. They are encrypted by this installation, so they survive a restart without a table; only what was used
 * up is remembered.
 */
export class SandboxTokens {
  /** Used codes and refresh tokens by their digest, with their expiry. */
  readonly #used = new Map<string, number>();

  constructor(
    private readonly cipher: TokenCipher,
    private readonly clock: Clock,
  ) {}

  /** The time by which tokens expire. */
  get nowMs(): number {
    return this.clock.now().getTime();
  }

  issue(kind: TokenKind, grant: SandboxGrant): string {
    const expiresAt = this.nowMs + lifetimesMs[kind];
    const content = JSON.stringify([expiresAt, grant]);
    return `${prefixes[kind]}${this.cipher.keyId}.${this.cipher.encrypt(content, `sandbox ${kind}`).toString('base64url')}`;
  }

  /** The grant of a code or token; null when it is invalid or expired. */
  read(kind: TokenKind, token: string): SandboxGrant | null {
    const content = token.startsWith(prefixes[kind]) ? this.#decrypt(kind, token.slice(prefixes[kind].length)) : null;
    if (content === null) return null;
    const [expiresAt, grant] = JSON.parse(content) as [number, SandboxGrant];
    return expiresAt > this.nowMs ? grant : null;
  }

  /** The grant of a code or refresh token, which works once. */
  use(kind: 'code' | 'refresh', token: string): SandboxGrant | null {
    const grant = this.read(kind, token);
    if (grant === null) return null;
    const now = this.nowMs;
    for (const [used, expiresAt] of this.#used) if (expiresAt <= now) this.#used.delete(used);
    const digest = createHash('sha256').update(token).digest('base64url');
    if (this.#used.has(digest)) return null;
    this.#used.set(digest, now + lifetimesMs[kind]);
    return grant;
  }

  #decrypt(kind: TokenKind, sealed: string): string | null {
    const [keyId = '', encrypted = ''] = sealed.split('.');
    try {
      return this.cipher.decrypt(Buffer.from(encrypted, 'base64url'), keyId, `sandbox ${kind}`);
    } catch (error) {
      if (error instanceof DecryptionFailed) return null;
      throw error;
    }
  }
}
