import type { Clock } from '#domain/clock';
import { DAY_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';
import { LinkingEnded, PermissionEnded } from '#domain/linked-accounts/errors';
import { type Permission, Platform, type Profile, type Tokens } from '#domain/linked-accounts/platform';

/** A platform where a code `maple` grants permission for the account `maple`. Renewed access tokens end with `+`. */
export class FakePlatform extends Platform {
  name: string | null = 'fake';
  behavior: 'normal' | 'down' | 'refusing' = 'normal';
  /** True: refuses renewals, but still returns profiles. */
  rejectsRefresh = false;
  readonly calls: string[] = [];

  constructor(private readonly clock: Clock) {
    super();
  }

  authorizationUrl(state: string): string {
    return `https://platform.test/oauth?state=${state}`;
  }

  async exchangeCode(code: string): Promise<Permission> {
    this.#recordCall('exchange', () => new LinkingEnded());
    if (code === '') throw new LinkingEnded();
    return { tokens: this.tokensFor(code), profile: this.profileFor(code) };
  }

  async refreshTokens({ access, refresh }: Tokens): Promise<Tokens> {
    this.#recordCall('refresh', () => new PermissionEnded());
    if (this.rejectsRefresh || refresh === null) throw new PermissionEnded();
    return this.tokensFor(`${access}+`);
  }

  async fetchProfile(access: string): Promise<Profile> {
    this.#recordCall('profile', () => new PermissionEnded());
    if (access === '') throw new PermissionEnded();
    return this.profileFor(access);
  }

  tokensFor(access: string): Tokens {
    const now = this.clock.now().getTime();
    return {
      access,
      access_expires_at: new Date(now + 30 * DAY_MS),
      refresh: `r-${access}`,
      refresh_expires_at: new Date(now + 60 * DAY_MS),
    };
  }

  profileFor(access: string): Profile {
    const name = access.replaceAll('+', '');
    return { external_id: name, username: name, profile_image: null, pin_count: this.calls.length, website_url: null };
  }

  #recordCall(name: string, refusal: () => Error): void {
    this.calls.push(name);
    if (this.behavior === 'down') throw new Unavailable('down');
    if (this.behavior === 'refusing') throw refusal();
  }
}
