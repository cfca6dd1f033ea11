import { createHash } from 'node:crypto';
import type { Clock } from '#domain/clock';
import { DAY_MS, MINUTE_MS } from '#domain/durations';
import type { Permission, Platform, Profile, Tokens } from '#domain/linked-accounts/platform';
import { LinkingEnded, PermissionEnded } from '#domain/linked-accounts/errors';
import { type TokenCipher, DecryptionFailed } from '#server/secrets/token-cipher';

/** The path of the consent page; relative, so that the browser stays on the current host. */
export const SANDBOX_CONSENT_PATH = '/sandbox/oauth';

const lifetimesMs = { code: 5 * MINUTE_MS, access: 30 * DAY_MS, refresh: 60 * DAY_MS } as const;

type TokenKind = keyof typeof lifetimesMs;

/**
 * A platform of fictional accounts, to try linking without a Pinterest account. Codes and tokens are encrypted by this installation, so
 * they survive a restart without a table.
 */
export class SandboxPlatform implements Platform {
  readonly name = 'sandbox';
  /** Used codes with their expiry. */
  readonly #usedCodes = new Map<string, number>();

  constructor(
    private readonly tokenCipher: TokenCipher,
    private readonly clock: Clock,
  ) {}

  authorizationUrl(state: string): string {
    return `${SANDBOX_CONSENT_PATH}?${new URLSearchParams({ state }).toString()}`;
  }

  /** Issues an authorization code: single-use, valid for five minutes. */
  issueCode(username: string): string {
    return this.#issue('code', username);
  }

  async exchangeCode(code: string): Promise<Permission> {
    const username = this.#usernameFrom('code', code);
    if (username === null || this.#isUsed(code)) throw new LinkingEnded('The sandbox rejected the request. Please link the account again.');
    return { tokens: this.#tokens(username), profile: fakeProfile(username) };
  }

  async refreshTokens({ refresh }: Tokens): Promise<Tokens> {
    const username = refresh === null ? null : this.#usernameFrom('refresh', refresh);
    if (username === null) throw new PermissionEnded();
    return this.#tokens(username);
  }

  async fetchProfile(access: string): Promise<Profile> {
    const username = this.#usernameFrom('access', access);
    if (username === null) throw new PermissionEnded();
    return fakeProfile(username);
  }

  #tokens(username: string): Tokens {
    const now = this.clock.now().getTime();
    return {
      access: this.#issue('access', username),
      access_expires_at: new Date(now + lifetimesMs.access),
      refresh: this.#issue('refresh', username),
      refresh_expires_at: new Date(now + lifetimesMs.refresh),
    };
  }

  #issue(kind: TokenKind, username: string): string {
    const expiresAt = this.clock.now().getTime() + lifetimesMs[kind];
    return `${this.tokenCipher.keyId}.${this.tokenCipher.encrypt(JSON.stringify([expiresAt, username]), `sandbox ${kind}`).toString('base64url')}`;
  }

  /** Returns the username of a code or token; null when it is invalid or expired. */
  #usernameFrom(kind: TokenKind, token: string): string | null {
    const [keyId = '', encrypted = ''] = token.split('.');
    try {
      const [expiresAt, username] = JSON.parse(this.tokenCipher.decrypt(Buffer.from(encrypted, 'base64url'), keyId, `sandbox ${kind}`)) as [
        number,
        string,
      ];
      return expiresAt > this.clock.now().getTime() ? username : null;
    } catch (error) {
      if (error instanceof DecryptionFailed) return null;
      throw error;
    }
  }

  #isUsed(code: string): boolean {
    const now = this.clock.now().getTime();
    for (const [usedCode, expiresAt] of this.#usedCodes) if (expiresAt <= now) this.#usedCodes.delete(usedCode);
    if (this.#usedCodes.has(code)) return true;
    this.#usedCodes.set(code, now + lifetimesMs.code);
    return false;
  }
}

/** Derives a stable profile from a name. */
function fakeProfile(username: string): Profile {
  const site =
    username
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^-+|-+$/g, '') || 'site';
  const digest = createHash('sha256').update(username.toLowerCase()).digest();
  return {
    external_id: digest.toString('hex').slice(0, 18),
    username,
    profile_image: null,
    pin_count: digest.readUInt16BE(0) % 5_000,
    website_url: `https://${site}.example`,
  };
}
