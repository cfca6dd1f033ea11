import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { Unavailable } from '#domain/errors';
import { LinkingEnded, PermissionEnded } from '#domain/linked-accounts/errors';
import { PinterestPlatform } from '#server/linked-accounts/pinterest/platform';
import { sandboxProfile } from '#server/linked-accounts/sandbox/accounts';
import { FixedClock } from '../../../support/fixed-clock';
import {
  hostileResponses,
  jsonResponse,
  pinterestApp,
  type PinterestServer,
  startPinterest,
} from '../../../support/servers/pinterest-server';

const SITE = 'https://pins.example.com';
const now = new Date('2026-11-21T12:00:00Z');
const storedTokens = { access: 'pina_0_maple', access_expires_at: now, refresh: 'pinr_0_maple', refresh_expires_at: now };

let pinterest: PinterestServer;
let canary: Server;
let canaryUrl: string;
let canaryRequests = 0;
let logLines: string[];
let platform: PinterestPlatform;

const platformWithTimeout = (milliseconds: number) =>
  new PinterestPlatform(
    {
      name: 'pinterest',
      ...pinterestApp,
      apiUrl: pinterest.url,
      oauthUrl: 'https://www.pinterest.com/oauth/',
      origin: () => SITE,
      timeoutMs: milliseconds,
    },
    new FixedClock(now),
  );
const codeFor = (username: string) => pinterest.codeFor(username, undefined, `${SITE}/oauth2/pinterest`);

const captureLog = (said: unknown) => void logLines.push(String(said));

beforeAll(async () => {
  Logger.overrideLogger({ log: captureLog, warn: captureLog, error: captureLog });
  pinterest = await startPinterest(new FixedClock(now));
  canary = createServer((_, response) => {
    canaryRequests++;
    response.end('{}');
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  canaryUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`;
  platform = platformWithTimeout(30_000);
});

afterAll(async () => {
  expect(pinterest.faults).toEqual([]);
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
    const url = new URL(platform.authorizationUrl('the-state', false));
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

  it('requests search volumes only where they are wanted', () => {
    const { searchParams } = new URL(platform.authorizationUrl('the-state', true));
    expect(searchParams.get('scope')).toBe('user_accounts:read,boards:read,pins:read,ads:read');
  });

  it.each([
    ['as Pinterest lists them', 'ads:read pins:read', ['ads:read', 'pins:read']],
    ['with commas', 'ads:read,pins:read', ['ads:read', 'pins:read']],
    ['without what is no scope', 'ads:read <b> 7', ['ads:read']],
    ['none where the answer has none', undefined, []],
    ['none where they are no text', 7, []],
  ])('reads the granted scopes: %s', async (_, scope, scopes) => {
    pinterest.respondWith('account', jsonResponse(200, { id: '1', username: 'maple' }));
    pinterest.respondWith('token', jsonResponse(200, { access_token: 'pina_1', token_type: 'bearer', expires_in: 60, scope }));
    expect((await platform.exchangeCode('code')).scopes).toEqual(scopes);
  });

  it('exchanges a code for tokens and a profile', async () => {
    const code = codeFor('maple');
    expect(await platform.exchangeCode(code)).toEqual({
      tokens: {
        access: expect.stringMatching(/^pina_/),
        access_expires_at: new Date('2026-12-21T12:00:00Z'),
        refresh: expect.stringMatching(/^pinr_/),
        refresh_expires_at: new Date('2027-01-20T12:00:00Z'),
      },
      scopes: ['user_accounts:read', 'boards:read', 'pins:read'],
      profile: {
        external_id: sandboxProfile('maple')['id'],
        username: 'maple',
        profile_image: null,
        pin_count: sandboxProfile('maple')['pin_count'],
        website_url: 'https://maple.example',
      },
    });
    expect(pinterest.requests[0]).toEqual({
      method: 'POST',
      path: '/v5/oauth/token',
      authorization: `Basic ${Buffer.from('app-1:the app secret').toString('base64')}`,
      form: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'https://pins.example.com/oauth2/pinterest',
        continuous_refresh: 'true',
      },
    });
  });

  it('returns a new refresh token with every renewal, and the old one is dead', async () => {
    const { tokens } = await platform.exchangeCode(codeFor('maple'));
    pinterest.requests.length = 0;
    const fresh = await platform.refreshTokens(tokens);
    expect(fresh.refresh).toMatch(/^pinr_/);
    expect(fresh.refresh).not.toBe(tokens.refresh);
    expect(pinterest.requests[0]?.form).toEqual({ grant_type: 'refresh_token', refresh_token: tokens.refresh });
    expect(await errorOf(platform.refreshTokens(tokens))).toBeInstanceOf(PermissionEnded);
    expect((await platform.fetchProfile(tokens.access)).username).toBe('maple');
  });

  it.each([400, 401])('treats %d as a refused code or an ended permission', async (status) => {
    pinterest.respondWith(
      'token',
      jsonResponse(status, { code: 2, message: 'Authentication failed. pinr_0_maple' }, { 'x-pinterest-rid': 'rid-7' }),
    );
    expect(await errorOf(platform.exchangeCode(codeFor('maple')))).toBeInstanceOf(LinkingEnded);
    expect(await errorOf(platform.refreshTokens(storedTokens))).toBeInstanceOf(PermissionEnded);
    expect(logLines).toEqual([`oauth/token: ${status}, code 2, rid rid-7`, `oauth/token: ${status}, code 2, rid rid-7`]);
  });

  it('treats a 401 for the profile as an ended permission', async () => {
    pinterest.respondWith('account', jsonResponse(401, { code: 2, message: 'Authentication failed.' }));
    expect(await errorOf(platform.fetchProfile(storedTokens.access))).toBeInstanceOf(PermissionEnded);
    expect(await errorOf(platform.exchangeCode(codeFor('maple')))).toBeInstanceOf(Unavailable);
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
        if (name === '429 with headers') expect(error.message).toBe('Pinterest is limiting requests. Please try again in 2 minutes.');
        expect(error.message + error.stack).not.toMatch(/pin[ar]_|code-of|app secret|leak/);
      }
      expect(canaryRequests).toBe(0);
      expect(logLines.join('\n')).not.toMatch(/pin[ar]_|code-of|app secret|leak|127\.0\.0\.1/);
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

  it('is unavailable for an hour when it takes our requests for spam', async () => {
    pinterest.respondWith(
      'account',
      jsonResponse(429, { code: 8, message: 'Blocked: this looks like spam.' }, { 'x-ratelimit-reset': '9' }),
    );
    const error = await errorOf(platform.fetchProfile(storedTokens.access));
    expect(error).toMatchObject({ failure: 'limited', retryAfterSeconds: 3_600 });
  });

  it('is unavailable when it cannot be reached', async () => {
    const unreachable = new PinterestPlatform(
      {
        name: 'pinterest',
        id: 'a',
        secret: 'b',
        apiUrl: 'http://127.0.0.1:1/v5',
        oauthUrl: 'https://www.pinterest.com/oauth/',
        origin: () => '',
      },
      new FixedClock(now),
    );
    expect((await errorOf(unreachable.refreshTokens(storedTokens))).message).toBe("We couldn't reach Pinterest. Please try again later.");
  });
});
