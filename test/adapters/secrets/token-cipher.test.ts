import { TokenCipher, DecryptionFailed } from '#server/secrets/token-cipher';

const testKey = (byte: number) => Buffer.alloc(32, byte);
const cipherWith = (...ids: readonly number[]) =>
  new TokenCipher({ signingKey: testKey(0), tokenKeys: new Map(ids.map((id) => [`k${id}`, testKey(id)])) });

describe('T40: sealed tokens', () => {
  const sealed = cipherWith(1).encrypt('pina_secret', 'ana');

  it('open with their key, for what they belong to', () => {
    expect(cipherWith(1).decrypt(sealed, 'k1', 'ana')).toBe('pina_secret');
    expect(cipherWith(2, 1).decrypt(sealed, 'k1', 'ana')).toBe('pina_secret');
    expect(() => cipherWith(1).decrypt(sealed, 'k1', 'ben')).toThrow(DecryptionFailed);
  });

  it('do not show what they hold, and never look alike', () => {
    expect(sealed.includes('pina')).toBe(false);
    expect(sealed).toHaveLength(12 + 16 + 'pina_secret'.length);
    expect(cipherWith(1).encrypt('pina_secret', 'ana').equals(sealed)).toBe(false);
  });

  it('fail when any byte is flipped, or some are missing', () => {
    for (let index = 0; index < sealed.length; index++) {
      const flipped = Buffer.from(sealed);
      flipped[index]! ^= 1;
      expect(() => cipherWith(1).decrypt(flipped, 'k1', 'ana')).toThrow(DecryptionFailed);
      expect(() => cipherWith(1).decrypt(sealed.subarray(0, index), 'k1', 'ana')).toThrow(DecryptionFailed);
    }
  });

  it('name the key that is missing', () => {
    expect(() => cipherWith(2).decrypt(sealed, 'k1', 'ana')).toThrow('The key "k1" is not among TOKEN_KEYS.');
  });
});
