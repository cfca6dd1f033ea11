import { TokenBox, Unopenable } from '#server/secrets/token-box';

const key = (byte: number) => Buffer.alloc(32, byte);
const box = (...ids: readonly number[]) => new TokenBox({ secret: key(0), tokenKeys: new Map(ids.map((id) => [`k${id}`, key(id)])) });

describe('T40: sealed tokens', () => {
  const sealed = box(1).seal('pina_secret', 'ana');

  it('open with their key, for what they belong to', () => {
    expect(box(1).open(sealed, 'k1', 'ana')).toBe('pina_secret');
    expect(box(2, 1).open(sealed, 'k1', 'ana')).toBe('pina_secret');
    expect(() => box(1).open(sealed, 'k1', 'ben')).toThrow(Unopenable);
  });

  it('do not show what they hold, and never look alike', () => {
    expect(sealed.includes('pina')).toBe(false);
    expect(sealed).toHaveLength(12 + 16 + 'pina_secret'.length);
    expect(box(1).seal('pina_secret', 'ana').equals(sealed)).toBe(false);
  });

  it('fail when any byte is flipped, or some are missing', () => {
    for (let place = 0; place < sealed.length; place++) {
      const flipped = Buffer.from(sealed);
      flipped[place]! ^= 1;
      expect(() => box(1).open(flipped, 'k1', 'ana')).toThrow(Unopenable);
      expect(() => box(1).open(sealed.subarray(0, place), 'k1', 'ana')).toThrow(Unopenable);
    }
  });

  it('name the key that is missing', () => {
    expect(() => box(2).open(sealed, 'k1', 'ana')).toThrow('The key "k1" is not among TOKEN_KEYS.');
  });
});
