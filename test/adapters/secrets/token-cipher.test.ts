import { TokenCipher, DecryptionFailed } from '#server/secrets/token-cipher';

const testKey = (byte: number) => Buffer.alloc(32, byte);
const cipherWith = (...ids: readonly number[]) =>
  new TokenCipher({ signingKey: testKey(0), tokenKeys: new Map(ids.map((id) => [`k${id}`, testKey(id)])) });

describe('encrypted tokens', () => {
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
