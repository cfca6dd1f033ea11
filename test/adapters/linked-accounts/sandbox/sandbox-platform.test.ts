import { MINUTE_MS } from '#domain/durations';
import { LinkingEnded } from '#domain/linked-accounts/errors';
import { SandboxPlatform } from '#server/linked-accounts/sandbox/platform';
import { TokenCipher } from '#server/secrets/token-cipher';
import { FixedClock } from '../../../support/fixed-clock';
import { describePlatform } from '../../../support/ports/platform';

const createPlatform = () => {
  const clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
  const cipher = new TokenCipher({ signingKey: Buffer.alloc(32), tokenKeys: new Map([['k1', Buffer.alloc(32, 1)]]) });
  return { clock, platform: new SandboxPlatform(cipher, clock) };
};

describePlatform('the sandbox platform', () => {
  const { platform } = createPlatform();
  return { platform, codeFor: (username) => platform.issueCode(username) };
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
