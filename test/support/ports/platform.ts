import { LinkingEnded, PermissionEnded } from '#domain/linked-accounts/errors';
import type { Platform } from '#domain/linked-accounts/platform';

interface PlatformSetup {
  readonly platform: Platform;
  /** Returns a code as the platform sends it back after consent. */
  codeFor(username: string): string;
}

/** The behavior of every implementation of `Platform` that has a name. */
export function describePlatform(name: string, setUp: () => PlatformSetup): void {
  describe(name, () => {
    let setup: PlatformSetup;
    beforeEach(() => (setup = setUp()));

    it('sends the state along to the authorization URL', () => {
      const url = new URL(setup.platform.authorizationUrl('the-state'), 'https://pins.example');
      expect(url.searchParams.get('state')).toBe('the-state');
    });

    it('exchanges a code for tokens that fetch the same profile', async () => {
      const { tokens, profile } = await setup.platform.exchangeCode(setup.codeFor('maple'));
      expect(profile.username).toBe('maple');
      expect((await setup.platform.fetchProfile(tokens.access)).external_id).toBe(profile.external_id);
    });

    it('refreshes tokens', async () => {
      const { tokens, profile } = await setup.platform.exchangeCode(setup.codeFor('maple'));
      const renewed = await setup.platform.refreshTokens(tokens);
      expect(renewed.access).not.toBe(tokens.access);
      expect((await setup.platform.fetchProfile(renewed.access)).external_id).toBe(profile.external_id);
    });

    it('refuses an invalid code and invalid tokens', async () => {
      const { tokens } = await setup.platform.exchangeCode(setup.codeFor('maple'));
      await expect(setup.platform.exchangeCode('')).rejects.toThrow(LinkingEnded);
      await expect(setup.platform.fetchProfile('')).rejects.toThrow(PermissionEnded);
      await expect(setup.platform.refreshTokens({ ...tokens, refresh: null })).rejects.toThrow(PermissionEnded);
    });
  });
}
