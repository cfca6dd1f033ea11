import { useTestApp } from '../../support/app/test-app';
import { dumpDatabase } from '../../support/app/served-endpoints';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

const variants = ['boards', 'pinners', 'pins'] as const;

/** Texts with a meaning in SQL, patterns or text search, if they are not escaped. */
const injections = [
  `'`,
  `''`,
  `"`,
  `";--`,
  `'; drop table users; --`,
  `1' or '1'='1`,
  `1) union select password_hash from users--`,
  `saves,1`,
  `saves desc;select pg_sleep(5)`,
  `(case when 1=1 then saves else id end)`,
  `$1`,
  `\\`,
  `%`,
  `_`,
  `a & | b`,
  `!!(`,
  `:*`,
  `<->`,
  `-a`,
  `or or or`,
  `{}`,
  `constructor`,
  `__proto__`,
  `'${'a'.repeat(90)}`,
];

const invalidInput = { status: 400, body: { error: expect.any(String), errors: expect.any(Array), code: 'invalid_input' } };

describe('lists and details', () => {
  const site = useTestApp({ as: 'premium' });
  let before: string;
  beforeAll(async () => {
    for (const variant of variants) {
      await insertEntity(site.database.pool, variant, { _id: 'plain', name: 'Etsy shop' });
      await insertEntity(site.database.pool, variant, { _id: 'wild', name: '100 % wool_socks' });
    }
    await updateCatalogStats(site.database.pool);
    before = await dumpDatabase(site.database.pool);
  });

  describe.each(variants)('of %s', (variant) => {
    it.each(['order_by', 'sort', 'metric', 'period', 'page', 'per_page', 'use_momentum'])('reject SQL in %s', async (parameter) => {
      for (const text of injections) {
        const { status, body } = await site.get(`/api/${variant}?${parameter}=${encodeURIComponent(text)}`);
        expect({ status, body }).toEqual(invalidInput);
      }
    });

    it('treat keywords as plain text', async () => {
      const findIds = async (query: string) => {
        const { status, body } = await site.get(`/api/${variant}?query=${encodeURIComponent(query)}`);
        expect([query, status]).toEqual([query, 200]);
        return (body[variant] as { _id: string }[]).map(({ _id }) => _id);
      };
      for (const text of injections) expect(['', 'plain', 'wild']).toContain((await findIds(text)).join());
      for (const wildcard of ['%', '_', '\\', '%%', 'e%y', 'ets_', '*', '.*'])
        expect([wildcard, await findIds(wildcard)]).toEqual([wildcard, []]);
      expect([await findIds('etsy'), await findIds('wool_socks')]).toEqual([['plain'], ['wild']]);
    });

    it('reject keywords that are too long or too many', async () => {
      const rejected = ['a'.repeat(101), 'a b c d e f g h i j k', '-a '.repeat(50), 'the '.repeat(200), '🎄'.repeat(101)];
      for (const query of rejected) {
        const { status, body } = await site.get(`/api/${variant}?query=${encodeURIComponent(query)}`);
        expect({ status, body }).toEqual(invalidInput);
      }
    });

    it('search for very frequent words without an error', async () => {
      const accepted = ['a', 'the of and to in', '-a -b -c -d', '(a+)+$ (x|x|x)*', `${'a'.repeat(31)}!`, '🎄'.repeat(50), 'a'.repeat(100)];
      for (const query of accepted) expect((await site.get(`/api/${variant}?query=${encodeURIComponent(query)}`)).status).toBe(200);
    });

    it('respond to every unknown id in the same way, without revealing anything', async () => {
      const ids = [
        ...injections,
        '0',
        '-1',
        '1e3',
        '9'.repeat(30),
        '../users',
        '..%2f..%2fetc',
        'plain/../wild',
        'PLAIN',
        'plain ',
        '\u0000',
        '\u202Eplain',
        'x'.repeat(301),
        '🎄',
      ];
      for (const id of ids) {
        const { status, body, text } = await site.get(`/api/${variant}/${encodeURIComponent(id)}`);
        expect([id, [400, 404].includes(status)]).toEqual([id, true]);
        expect(Object.keys(body)).toEqual(['error', 'errors', 'code']);
        expect(text).not.toMatch(/select|syntax|pg_|relation|node_modules/i);
        if (status === 404) expect(body['error']).toBe(`This ${variant.slice(0, -1)} is not in our index any more.`);
      }
    });
  });

  it('have changed nothing', async () => expect(await dumpDatabase(site.database.pool)).toBe(before));
});
