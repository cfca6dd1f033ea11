import { createHash } from 'node:crypto';
import type { Clock } from '#domain/clock';
import { type Permission, Platform, type Profile, type Tokens } from '#domain/linked-accounts/platform';
import { LinkingEnded, PermissionEnded } from '#domain/linked-accounts/refusals';
import { type TokenBox, Unopenable } from '#server/secrets/token-box';

/** Where the sandbox asks for consent; a path of ours, so that the browser stays at the name it calls us by. */
export const SANDBOX_CONSENT = '/sandbox/oauth';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const lives = { code: 5 * MINUTE, access: 30 * DAY, refresh: 60 * DAY } as const;

type Kind = keyof typeof lives;

/**
 * A platform of made-up accounts, for trying everything without one of Pinterest's. Codes and tokens are random texts that only this
 * installation can open, so that they outlive a restart without a table of their own.
 */
export class SandboxPlatform extends Platform {
  readonly name = 'sandbox';
  /** Codes that were used, until they end anyway. */
  readonly #used = new Map<string, number>();

  constructor(
    private readonly box: TokenBox,
    private readonly clock: Clock,
  ) {
    super();
  }

  authorisationUrl(state: string): string {
    return `${SANDBOX_CONSENT}?${new URLSearchParams({ state }).toString()}`;
  }

  /** The code an account's owner comes back with after saying yes; good once, for five minutes. */
  code(username: string): string {
    return this.#issue('code', username);
  }

  async exchange(code: string): Promise<Permission> {
    const username = this.#read('code', code);
    if (username === null || this.#isUsed(code))
      throw new LinkingEnded('The sandbox did not accept this permission. Please link the account again.');
    return { tokens: this.#tokens(username), profile: madeUp(username) };
  }

  async refresh({ refresh }: Tokens): Promise<Tokens> {
    const username = refresh === null ? null : this.#read('refresh', refresh);
    if (username === null) throw new PermissionEnded();
    return this.#tokens(username);
  }

  async profile(access: string): Promise<Profile> {
    const username = this.#read('access', access);
    if (username === null) throw new PermissionEnded();
    return madeUp(username);
  }

  #tokens(username: string): Tokens {
    const now = this.clock.now().getTime();
    return {
      access: this.#issue('access', username),
      access_expires_at: new Date(now + lives.access),
      refresh: this.#issue('refresh', username),
      refresh_expires_at: new Date(now + lives.refresh),
    };
  }

  #issue(kind: Kind, username: string): string {
    const until = this.clock.now().getTime() + lives[kind];
    return `${this.box.keyId}.${this.box.seal(JSON.stringify([until, username]), `sandbox ${kind}`).toString('base64url')}`;
  }

  /** Whose it is; null when it is not one of ours, or over. */
  #read(kind: Kind, issued: string): string | null {
    const [keyId = '', sealed = ''] = issued.split('.');
    try {
      const [until, username] = JSON.parse(this.box.open(Buffer.from(sealed, 'base64url'), keyId, `sandbox ${kind}`)) as [number, string];
      return until > this.clock.now().getTime() ? username : null;
    } catch (error) {
      if (error instanceof Unopenable) return null;
      throw error;
    }
  }

  #isUsed(code: string): boolean {
    const now = this.clock.now().getTime();
    for (const [old, until] of this.#used) if (until <= now) this.#used.delete(old);
    if (this.#used.has(code)) return true;
    this.#used.set(code, now + lives.code);
    return false;
  }
}

/** The same name is the same account, with the same numbers. */
function madeUp(username: string): Profile {
  const digest = createHash('sha256').update(username.toLowerCase()).digest();
  return {
    external_id: digest.toString('hex').slice(0, 18),
    username,
    profile_image: null,
    pin_count: digest.readUInt16BE(0) % 5_000,
    website_url: `https://${
      username
        .toLowerCase()
        .replaceAll('_', '-')
        .replace(/^-+|-+$/g, '') || 'site'
    }.example`,
  };
}
