import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeStepAt } from '#domain/auth/second-factor';
import { readConfig } from '#server/config/config';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { readKeys } from '#server/secrets/keys';
import { TokenCipher, DecryptionFailed } from '#server/secrets/token-cipher';

describe('the keys of an installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder });
  const file = join(folder, 'secrets.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('say what to do on a full disk, and leave no half of a file', () => {
    const fillDisk = (path: string) => {
      writeFileSync(path, '{"SECR');
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    expect(() => readKeys(config, fillDisk)).toThrow(
      `The disk is full: the keys of this site could not be written to ${file}. Make room and start again.`,
    );
    expect(existsSync(file)).toBe(false);
  });

  it('are generated once, and read from then on', () => {
    const first = readKeys(config);
    expect(first.signingKey.length).toBeGreaterThanOrEqual(32);
    expect(readKeys(config)).toEqual(first);
  });
});

describe('the codes of authenticator apps', () => {
  const secrets = new CryptoSecrets({ signingKey: Buffer.alloc(32), tokenKeys: new Map([['k1', Buffer.alloc(32, 1)]]) });
  /** `12345678901234567890` in base32. */
  const rfcKey = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

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

describe('encrypted tokens', () => {
  const testKey = (byte: number) => Buffer.alloc(32, byte);
  const cipherWith = (...ids: readonly number[]) =>
    new TokenCipher({ signingKey: testKey(0), tokenKeys: new Map(ids.map((id) => [`k${id}`, testKey(id)])) });

  const encrypted = cipherWith(1).encrypt('pina_secret', 'ana');

  it('are decrypted only with their key and their associated data', () => {
    expect(cipherWith(1).decrypt(encrypted, 'k1', 'ana')).toBe('pina_secret');
    expect(cipherWith(2, 1).decrypt(encrypted, 'k1', 'ana')).toBe('pina_secret');
    expect(() => cipherWith(1).decrypt(encrypted, 'k1', 'ben')).toThrow(DecryptionFailed);
  });

  it('do not contain the plaintext, and differ each time', () => {
    expect(encrypted.includes('pina')).toBe(false);
    expect(encrypted).toHaveLength(12 + 16 + 'pina_secret'.length);
    expect(cipherWith(1).encrypt('pina_secret', 'ana').equals(encrypted)).toBe(false);
  });

  it('are rejected when a byte is changed or missing', () => {
    for (let index = 0; index < encrypted.length; index++) {
      const flipped = Buffer.from(encrypted);
      flipped[index]! ^= 1;
      expect(() => cipherWith(1).decrypt(flipped, 'k1', 'ana')).toThrow(DecryptionFailed);
      expect(() => cipherWith(1).decrypt(encrypted.subarray(0, index), 'k1', 'ana')).toThrow(DecryptionFailed);
    }
  });

  it('name the missing key', () => {
    expect(() => cipherWith(2).decrypt(encrypted, 'k1', 'ana')).toThrow('The key "k1" is not among TOKEN_KEYS.');
  });
});
