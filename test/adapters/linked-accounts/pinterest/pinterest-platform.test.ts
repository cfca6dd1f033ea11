import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { Unavailable } from '#domain/errors';
import { LinkingEnded, PermissionEnded } from '#domain/linked-accounts/errors';
import { PinterestPlatform } from '#server/linked-accounts/pinterest/platform';
import { FixedClock } from '../../../support/fixed-clock';
import { hostileResponses, jsonResponse, type FakePinterest, startFakePinterest } from '../../../support/servers/fake-pinterest';

const now = new Date('2026-11-21T12:00:00Z');
const storedTokens = { access: 'pina_0_maple', access_expires_at: now, refresh: 'pinr_0_maple', refresh_expires_at: now };

let pinterest: FakePinterest;
let canary: Server;
let canaryUrl: string;
let canaryRequests = 0;
let logLines: string[];
let platform: PinterestPlatform;

const platformWithTimeout = (milliseconds: number) =>
  new PinterestPlatform(
    {
      id: 'app-1',
      secret: 'app-secret',
      apiUrl: pinterest.url,
      oauthUrl: 'https://www.pinterest.com/oauth/',
      origin: () => 'https://pins.example.com',
    },
    new FixedClock(now),
    milliseconds,
  );

const captureLog = (said: unknown) => void logLines.push(String(said));

beforeAll(async () => {
  Logger.overrideLogger({ log: captureLog, warn: captureLog, error: captureLog });
  pinterest = await startFakePinterest();
  canary = createServer((_, response) => {
    canaryRequests++;
    response.end('{}');
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  canaryUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`;
  platform = platformWithTimeout(30_000);
});

afterAll(async () => {
  await pinterest.close();
  canary.closeAllConnections();
  await new Promise((resolve) => canary.close(resolve));
});

beforeEach(() => {
  pinterest.requests.length = 0;
  pinterest.respondWith('token');
  pinterest.respondWith('account');
  logLines = [];
});

const errorOf = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('it did not fail'),
    (error: Error) => error,
  );

describe('the Pinterest adapter', () => {
  it('requests the minimum scopes and a fixed redirect URI', () => {
    const url = new URL(platform.authorizationUrl('the-state'));
    expect(url.origin + url.pathname).toBe('https://www.pinterest.com/oauth/');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'app-1',
      redirect_uri: 'https://pins.example.com/oauth2/pinterest',
      response_type: 'code',
      scope: 'user_accounts:read,boards:read,pins:read',
      refreshable: 'true',
      state: 'the-state',
    });
  });

  it('exchanges a code for tokens and a profile', async () => {
    expect(await platform.exchangeCode('code-of-maple')).toEqual({
      tokens: {
        access: expect.stringMatching(/^pina_\d+_maple$/),
        access_expires_at: new Date('2026-12-21T12:00:00Z'),
        refresh: expect.stringMatching(/^pinr_\d+_maple$/),
        refresh_expires_at: new Date('2027-01-20T12:00:00Z'),
      },
      profile: {
        external_id: 'id-maple',
        username: 'maple',
        profile_image: 'https://i.pinimg.com/600x600/a.jpg',
        pin_count: 42,
        website_url: 'https://example.com/',
      },
    });
    expect(pinterest.requests[0]).toEqual({
      method: 'POST',
      path: '/v5/oauth/token',
      authorization: `Basic ${Buffer.from('app-1:app-secret').toString('base64')}`,
      form: {
        grant_type: 'authorization_code',
        code: 'code-of-maple',
        redirect_uri: 'https://pins.example.com/oauth2/pinterest',
        continuous_refresh: 'true',
      },
    });
  });

  it('returns a new refresh token with every renewal', async () => {
    const fresh = await platform.refreshTokens(storedTokens);
    expect(fresh.refresh).toMatch(/^pinr_\d+_maple$/);
    expect(fresh.refresh).not.toBe(storedTokens.refresh);
    expect(pinterest.requests[0]?.form).toEqual({ grant_type: 'refresh_token', refresh_token: 'pinr_0_maple' });
  });

  it.each([400, 401])('treats %d as a refused code or an ended permission', async (status) => {
    pinterest.respondWith(
      'token',
      jsonResponse(status, { code: 2, message: 'Authentication failed. pinr_0_maple' }, { 'x-pinterest-rid': 'rid-7' }),
    );
    expect(await errorOf(platform.exchangeCode('code-of-maple'))).toBeInstanceOf(LinkingEnded);
    expect(await errorOf(platform.refreshTokens(storedTokens))).toBeInstanceOf(PermissionEnded);
    expect(logLines).toEqual([`oauth/token: ${status}, code 2, rid rid-7`, `oauth/token: ${status}, code 2, rid rid-7`]);
  });

  it('treats a 401 for the profile as an ended permission', async () => {
    pinterest.respondWith('account', jsonResponse(401, { code: 2, message: 'Authentication failed.' }));
    expect(await errorOf(platform.fetchProfile(storedTokens.access))).toBeInstanceOf(PermissionEnded);
    expect(await errorOf(platform.exchangeCode('code-of-maple'))).toBeInstanceOf(Unavailable);
  });

  it('makes no request without a refresh token', async () => {
    expect(await errorOf(platform.refreshTokens({ ...storedTokens, refresh: null }))).toBeInstanceOf(PermissionEnded);
    expect(pinterest.requests).toEqual([]);
  });

  it('refuses a renewal without a new refresh token', async () => {
    pinterest.respondWith('token', jsonResponse(200, { access_token: 'pina_x', token_type: 'bearer', expires_in: 60 }));
    expect(await errorOf(platform.refreshTokens(storedTokens))).toBeInstanceOf(Unavailable);
  });
});

describe('a hostile Pinterest', () => {
  it.each(hostileResponses('http://127.0.0.1:1/').map(([name], index) => ({ name, index })))(
    'is unavailable when it responds with $name',
    async ({ name, index }) => {
      const respond = hostileResponses(canaryUrl)[index]![1];
      pinterest.respondWith('token', respond);
      pinterest.respondWith('account', respond);
      // Only silence runs into the timeout, so only there it is short.
      const hostile = name === 'silence' ? platformWithTimeout(200) : platform;
      for (const call of [
        () => hostile.exchangeCode('code-of-secret'),
        () => hostile.refreshTokens(storedTokens),
        () => hostile.fetchProfile(storedTokens.access),
      ]) {
        const error = await errorOf(call());
        expect(error).toBeInstanceOf(Unavailable);
        expect((error as Unavailable).retryAfterSeconds).toBe(name === '429 with headers' ? 77 : 5);
        expect(error.message + error.stack).not.toMatch(/pin[ar]_|code-of|app-secret|leak/);
      }
      expect(canaryRequests).toBe(0);
      expect(logLines.join('\n')).not.toMatch(/pin[ar]_|code-of|app-secret|leak|127\.0\.0\.1/);
    },
  );

  it.each([
    ['javascript:alert(1)', 'javascript:alert(1)', null, null],
    ['http images', 'http://i.pinimg.com/a.jpg', null, 'http://i.pinimg.com/a.jpg'],
    ['data images', 'data:image/svg+xml,<svg onload=alert(1)>', null, null],
    ['credentials in links', 'https://user:pass@example.com/', null, null],
    ['addresses of this machine', 'https://127.0.0.1/', null, null],
    ['markup', 'https://example.com/"><script>', 'https://example.com/%22%3E%3Cscript%3E', 'https://example.com/%22%3E%3Cscript%3E'],
  ])('drops unsafe links: %s', async (_, link, image, website) => {
    pinterest.respondWith(
      'account',
      jsonResponse(200, { id: '1', username: 'maple', profile_image: link, website_url: link, pin_count: null }),
    );
    expect(await platform.fetchProfile(storedTokens.access)).toMatchObject({ profile_image: image, website_url: website, pin_count: null });
  });

  it.each([['<b>maple</b>'], ['maple\r\nBcc: all@people.test'], ['']])('refuses the username %p', async (username) => {
    pinterest.respondWith('account', jsonResponse(200, { id: '1', username }));
    expect(await errorOf(platform.fetchProfile(storedTokens.access))).toBeInstanceOf(Unavailable);
  });

  it('is unavailable when it cannot be reached', async () => {
    const unreachable = new PinterestPlatform(
      { id: 'a', secret: 'b', apiUrl: 'http://127.0.0.1:1/v5', oauthUrl: 'https://www.pinterest.com/oauth/', origin: () => '' },
      new FixedClock(now),
    );
    expect((await errorOf(unreachable.refreshTokens(storedTokens))).message).toBe("We couldn't reach Pinterest. Please try again later.");
  });
});
