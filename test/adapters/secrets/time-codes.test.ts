import { timeStepAt } from '#domain/auth/second-factor';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';

const secrets = new CryptoSecrets({ signingKey: Buffer.alloc(32), tokenKeys: new Map([['k1', Buffer.alloc(32, 1)]]) });
/** `12345678901234567890` in base32. */
const rfcKey = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('the codes of authenticator apps', () => {
  // The last six digits of the eight in RFC 6238, appendix B.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are at %d s what RFC 6238 says', (seconds, code) => {
    expect(secrets.timeCode(rfcKey, timeStepAt(new Date(seconds * 1_000)))).toBe(code);
  });

  it('have keys of 160 random bits', () => {
    expect(secrets.createKey()).toMatch(/^[A-Z2-7]{32}$/);
    expect(secrets.createKey()).not.toBe(secrets.createKey());
  });
});
