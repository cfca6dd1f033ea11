import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { HOUR_MS } from '#domain/durations';
import { HttpsClientDocuments, isPublicAddress } from '#server/auth/oauth/https-client-documents';
import { localhostCertificate } from '../../support/servers/certificates';

describe('client metadata documents', () => {
  let server: Server;
  let origin: string;
  let answer: (response: ServerResponse, url: string) => unknown;
  let now: number;
  let requests: string[];
  const looked: string[] = [];
  const isAllowed = (address: string) => looked.push(address) > 0;
  const documents = (trust = { isAllowed, ca: localhostCertificate.cert }) => new HttpsClientDocuments({ now: () => new Date(now) }, trust);
  const describing = (url: string, over: object = {}) =>
    JSON.stringify({ client_id: `${origin}${url}`, client_name: 'Helper', redirect_uris: ['https://helper.example/callback'], ...over });

  beforeAll(async () => {
    server = createServer(localhostCertificate, (request, response) => {
      requests.push(request.url ?? '');
      answer(response, request.url ?? '');
    }).listen(0, 'localhost');
    await once(server, 'listening');
    origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    [now, requests] = [Date.now(), []];
    answer = (response, url) => response.end(describing(url));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('are read from the addresses that were checked', async () => {
    const client = { client_id: `${origin}/c`, name: 'Helper', redirect_uris: ['https://helper.example/callback'] };
    expect(await documents().fetch(`${origin}/c`)).toEqual(client);
    expect(looked.length).toBeGreaterThan(0);
    expect(looked.every((address) => address === '127.0.0.1' || address === '::1')).toBe(true);
  });

  it('are not read from the network of this server, nor from servers whose certificate is not valid', async () => {
    await expect(documents({ isAllowed: isPublicAddress, ca: localhostCertificate.cert }).fetch(`${origin}/c`)).rejects.toThrow(
      "can't be used: its address is not public.",
    );
    await expect(new HttpsClientDocuments({ now: () => new Date(now) }, { isAllowed }).fetch(`${origin}/c`)).rejects.toThrow(
      'it cannot be reached',
    );
    expect(requests).toEqual([]);
  });

  const refusals: readonly (readonly [name: string, reason: string, answer: (response: ServerResponse, url: string) => unknown])[] = [
    ['redirect', 'it answers with status 302', (response) => response.writeHead(302, { location: `${origin}/other` }).end()],
    ['are missing', 'it answers with status 404', (response) => response.writeHead(404).end()],
    ['are too large', 'it is too large', (response, url) => response.end(describing(url, { padding: 'x'.repeat(5 * 1024) }))],
    [
      'never end',
      'it is too large',
      (response) => {
        const timer = setInterval(() => response.write('x'.repeat(1_024)), 1);
        response.on('close', () => clearInterval(timer));
      },
    ],
    ['take too long', 'it takes too long', () => null],
    ['stop in the middle', 'it takes too long', (response) => response.write('{')],
    ['are no JSON', 'it is malformed', (response) => response.end('<html>')],
    ['lack a field', 'it is malformed', (response, url) => response.end(describing(url, { redirect_uris: undefined }))],
    ['are of another client', 'it is that of another client', (response, url) => response.end(describing(`${url}/`))],
    ['break off', 'it cannot be reached', (response) => response.destroy()],
  ];
  it.each(refusals)(
    'that %s are refused: %s',
    async (_, reason, answering) => {
      answer = answering;
      await expect(documents().fetch(`${origin}/c`)).rejects.toThrow(`can't be used: ${reason}.`);
      expect(requests).toEqual(['/c']);
    },
    30_000,
  );

  it('name a client without what hides or reverses text; the host where they do not', async () => {
    answer = (response, url) => response.end(describing(url, { client_name: url === '/c' ? ` \u202EHel\u0000per${'!'.repeat(99)}` : ' ' }));
    expect((await documents().fetch(`${origin}/c`)).name).toBe(`Helper${'!'.repeat(54)}`);
    expect((await documents().fetch(`${origin}/d`)).name).toBe(new URL(origin).host);
  });

  it('are kept as long as they say, and the latest hundred at most', async () => {
    answer = (response, url) => response.setHeader('cache-control', url === '/once' ? 'no-store' : 'max-age=3600').end(describing(url));
    const kept = documents();
    const read = (path: string) => kept.fetch(`${origin}${path}`);
    await read('/c');
    await read('/c');
    await read('/once');
    await read('/once');
    expect(requests).toEqual(['/c', '/once', '/once']);
    now += HOUR_MS;
    await read('/c');
    expect(requests).toHaveLength(4);
    for (let index = 0; index < 100; index++) await read(`/${index}`);
    await read('/99');
    expect(requests).toHaveLength(104);
    await read('/c');
    expect(requests).toHaveLength(105);
  });
});

describe('public addresses', () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001:81b::200e'])('are %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  const others = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 192.0.2.1 198.18.0.1
    198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:1.1.1.1 64:ff9b::a00:1 fc00::1 fd12::1
    fe80::1 fec0::1 ff02::1 2001:db8::1 2001::1 2002:7f00:1:: 3fff::1 100::1 5f00::1 fe80::1%eth0`;
  it.each(others.split(/\s+/))('are not %s', (address) => expect(isPublicAddress(address)).toBe(false));
});
