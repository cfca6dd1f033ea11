import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { dumpDatabase } from '../../support/app/served-endpoints';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

const site = useTestApp({ as: 'premium' });

describe('lists and details', () => {
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

  let before: string;
  beforeAll(async () => {
    for (const variant of variants) {
      await insertEntity(site.database.pool, variant, { _id: 'plain', name: 'Etsy shop' });
      await insertEntity(site.database.pool, variant, { _id: 'wild', name: '100 % wool_socks' });
    }
    await updateCatalogStats(site.database.pool);
    // A session that was seen a minute ago is marked as seen, which these tests may take on a busy machine.
    await site.database.pool.query(`update sessions set seen_at = now() + interval '1 day'`);
    before = await dumpDatabase(site.database.pool);
  });

  describe.each(variants)('of %s', (variant) => {
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

describe('URLs in crawled or linked data', () => {
  let canary: Server;
  let origin: string;
  const requestedUrls: string[] = [];

  beforeAll(async () => {
    canary = createServer((request, response) => {
      requestedUrls.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    canary.closeAllConnections();
    await new Promise((resolve) => canary.close(resolve));
  });

  const insertLinkedAccount = async (user: TestUser) =>
    site.database.pool.query(
      `insert into linked_accounts (user_id, platform, external_id, username, profile_image, website_url, access_token, key_id, access_expires_at, linked_at, read_at, renewed_at)
       values ($1, 'sandbox', 'ext', 'ada', $2, $3, 'x', 't1', now() + interval '1 year', now(), now(), now())`,
      [user.id, `${origin}/profile`, `${origin}/site`],
    );

  it('are never requested by the server', async () => {
    const { pool } = site.database;
    await insertEntity(pool, 'pinners', {
      _id: 'p',
      username: 'ada',
      image_url: `${origin}/pinner`,
      website_url: `${origin}/website`,
      domain_url: origin,
      url: origin,
    });
    await insertEntity(pool, 'boards', { _id: 'b', pinner_id: 'p', image_url: `${origin}/board`, url: origin });
    await insertEntity(pool, 'pins', { _id: 'n', pinner_id: 'p', image_url: `${origin}/pin`, link: `${origin}/link`, url: origin });
    await updateCatalogStats(pool);
    await site.app.get(RecomputeGrowth, { strict: false }).recomputeAll();
    const admin = await site.createUser('admin');
    await insertLinkedAccount(admin);
    for (const path of [
      'boards',
      'pinners',
      'pins',
      'boards/b',
      'pinners/p',
      'pins/n',
      'exports/pins',
      'users/me/pinterest_accounts',
      'admin/analytics',
    ]) {
      const { status, text } = await site.request('GET', `/api/${path}`, { as: admin });
      expect([path, status]).toEqual([path, 200]);
      if (!path.startsWith('admin')) expect(text).toContain(origin);
    }
    expect((await site.request('GET', '/api/admin/data-quality/scan', { as: admin })).status).toBe(200);
    // The canary does record requests.
    await fetch(`${origin}/the-test-itself`);
    expect(requestedUrls).toEqual(['/the-test-itself']);
  });
});
