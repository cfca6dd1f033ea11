import { MINUTE_MS } from '#domain/durations';
import { LinkingEnded, PermissionEnded } from '#domain/linked-accounts/errors';
import { SandboxPlatform } from '#server/linked-accounts/sandbox/platform';
import { TokenCipher } from '#server/secrets/token-cipher';
import { FixedClock } from '../../../support/fixed-clock';

const createPlatform = () => {
  const clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
  const cipher = new TokenCipher({ signingKey: Buffer.alloc(32), tokenKeys: new Map([['k1', Buffer.alloc(32, 1)]]) });
  return { clock, platform: new SandboxPlatform(cipher, clock) };
};

describe('the sandbox platform', () => {
  const { platform } = createPlatform();

  it('sends the state along to the authorization URL', () => {
    const url = new URL(platform.authorizationUrl('the-state'), 'https://pins.example');
    expect(url.searchParams.get('state')).toBe('the-state');
  });

  it('exchanges a code for tokens that fetch the same profile', async () => {
    const { tokens, profile } = await platform.exchangeCode(platform.issueCode('maple'));
    expect(profile.username).toBe('maple');
    expect((await platform.fetchProfile(tokens.access)).external_id).toBe(profile.external_id);
  });

  it('refreshes tokens', async () => {
    const { tokens, profile } = await platform.exchangeCode(platform.issueCode('maple'));
    const renewed = await platform.refreshTokens(tokens);
    expect(renewed.access).not.toBe(tokens.access);
    expect((await platform.fetchProfile(renewed.access)).external_id).toBe(profile.external_id);
  });

  it('refuses an invalid code and invalid tokens', async () => {
    const { tokens } = await platform.exchangeCode(platform.issueCode('maple'));
    await expect(platform.exchangeCode('')).rejects.toThrow(LinkingEnded);
    await expect(platform.fetchProfile('')).rejects.toThrow(PermissionEnded);
    await expect(platform.refreshTokens({ ...tokens, refresh: null })).rejects.toThrow(PermissionEnded);
  });
});

it('accepts a code once', async () => {
  const { platform } = createPlatform();
  const code = platform.issueCode('maple');
  await platform.exchangeCode(code);
  await expect(platform.exchangeCode(code)).rejects.toThrow(LinkingEnded);
});

it('refuses a code after five minutes', async () => {
  const { clock, platform } = createPlatform();
  const code = platform.issueCode('maple');
  clock.advance(5 * MINUTE_MS);
  await expect(platform.exchangeCode(code)).rejects.toThrow(LinkingEnded);
});
