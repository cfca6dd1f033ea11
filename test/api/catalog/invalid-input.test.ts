import { useTestApp } from '../../support/app/test-app';

describe('invalid input', () => {
  const server = useTestApp({ as: 'premium' });

  const numbers = ['', ' 1', ...'0 -1 1.5 1e3 0x10 +1 1_000 9007199254740993 NaN Infinity [] {} true null １'.split(' ')];
  const orders = [
    '',
    'saves desc;select pg_sleep(5)',
    '(case when 1=1 then saves else id end)',
    ...'saves,1 1 constructor toString __proto__'.split(' '),
  ];
  const refused = [
    ...numbers.flatMap((value) => [`page=${encodeURIComponent(value)}`, `per_page=${encodeURIComponent(value)}`]),
    ...orders.map((value) => `order_by=${encodeURIComponent(value)}`),
    ...`page=1&page=99 sort=asc,desc sort=DESC query=a&query=b query=%00 metric=%EF%BF%BD metric=collaborator_count period=90 use_momentum=yes
       per_page=101 saves=5 saves=9..5 saves=..9999999999 repins=1..2..3 growth=1e3.. momentum=..101 created=30 created=2025-13-01..
       updated=31d topic= topic=%00 topic=a&topic=b domain=%EF%BF%BD%00 script=klingon picture=true board= owner=a%20b`.split(/\s+/),
    `query=${'a'.repeat(101)}`,
    `query=${'a+'.repeat(11)}`,
    `owner=${'x'.repeat(301)}`,
  ];

  it.each(refused)('returns 400 with the name of the parameter: %s', async (query) => {
    const { status, body } = await server.get(`/api/pins?${query}`);
    expect(status).toBe(400);
    expect(body['code']).toBe('invalid_input');
    expect(String(body['error'])).toMatch(new RegExp(`^${query.split(/[=[]/)[0]} `));
    expect(body['errors']).toEqual([body['error']]);
  });

  it.each([
    ['/api/pins?page=1&page=2', 'page must be one text'],
    ['/api/pins?page=999999999999', 'page must be a whole number from 1 to 9999999'],
    ['/api/pins?per_page=0', 'per_page must be a whole number from 1 to 100'],
    ['/api/comparisons/keywords', 'keywords is missing'],
    ['/api/pins?with=snippet,foo', 'with must be one or more of sparkline, momentum_score, growth_last_30_days, snippet'],
    ['/api/comparisons/boards?ids=a,', 'ids.1 must not be empty'],
  ])('says of %s in our words: %s', async (path, error) => expect((await server.get(path)).body).toMatchObject({ error }));

  it('names every invalid parameter', async () => {
    const { body } = await server.get('/api/boards?page=0&sort=up');
    expect(body['errors']).toHaveLength(2);
  });

  it.each([
    ['/api/boards/no-such-board', 404],
    [`/api/boards/${'x'.repeat(301)}`, 400],
    ['/api/boards/a%20b', 400],
    ['/api/boards/%00', 400],
    ['/api/pins/%27%3Bdrop--', 404],
    ['/api/pinners/github%3Aowner%2Frepository', 404],
    ['/api/nothing', 404],
    ['/api/boards/%E0%A4%A', 400],
  ])('%s returns %d with the common error body', async (path, expected) => {
    const { status, body } = await server.get(path);
    expect(status).toBe(expected);
    expect(body).toMatchObject({ error: expect.any(String), errors: [expect.any(String)], code: expect.any(String) });
    expect(JSON.stringify(body)).not.toMatch(/select|pg_|typeorm|node_modules/i);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('does not accept %s on a list', async (method) => {
    expect((await server.app.inject({ method, url: '/api/boards' })).statusCode).toBe(405);
  });
});
