import {
  codeProblem,
  documentCacheMs,
  type Grant,
  hostOf,
  isAccessToken,
  isDocumentAddress,
  isRedirectAllowed,
  parseRefreshToken,
  redirectTo,
  refreshProblem,
  refreshTokenOf,
  requestProblem,
  requireComplete,
} from '#domain/auth/oauth/oauth';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/durations';

const resource = 'https://pins.example/mcp';
const client = 'https://assistant.example/client.json';
const callback = 'https://assistant.example/callback';

describe('OAuth', () => {
  it.each([
    [client, true],
    ['https://assistant.example:8443/a/b?version=2', true],
    ['https://localhost/client.json', true],
    ['http://assistant.example/client.json', false],
    ['https://assistant.example', false],
    ['https://assistant.example/', false],
    ['https://assistant.example/a/../client.json', false],
    ['https://assistant.example/client.json#part', false],
    ['https://user:secret@assistant.example/client.json', false],
    ['https://ASSISTANT.example/client.json', false],
    ['https://assistant.example:443/client.json', false],
    ['https://127.0.0.1/client.json', false],
    ['https://0x7f.1/client.json', false],
    ['https://[::1]/client.json', false],
    ['client-1', false],
    ['', false],
  ])('takes %s for the address of a document: %s', (address, expected) => expect(isDocumentAddress(address)).toBe(expected));

  it.each([
    [callback, [callback], true],
    [callback, ['https://assistant.example/other', callback], true],
    [`${callback}/`, [callback], false],
    [`${callback}?next=1`, [callback], false],
    ['https://assistant.example:8443/callback', [callback], false],
    ['https://evil.example/callback', [callback], false],
    ['http://127.0.0.1:53123/callback', ['http://127.0.0.1/callback'], true],
    ['http://127.0.0.1/callback', ['http://127.0.0.1:3000/callback'], true],
    ['http://[::1]:53123/callback', ['http://[::1]/callback'], true],
    ['http://localhost:53123/callback', ['not an address', 'http://localhost/callback'], true],
    ['http://localhost:53123/callback', ['http://127.0.0.1/callback'], false],
    ['http://localhost:53123/other', ['http://localhost/callback'], false],
    ['https://localhost:53123/callback', ['https://localhost/callback'], false],
    ['http://assistant.example/callback', ['http://assistant.example/callback'], false],
    ['http://localhost.evil.example/callback', ['http://localhost.evil.example/callback'], false],
    ['https://user@assistant.example/callback', ['https://user@assistant.example/callback'], false],
    [`${callback}#part`, [`${callback}#part`], false],
    ['assistant:callback', ['assistant:callback'], false],
    ['javascript:alert(1)', ['javascript:alert(1)'], false],
    ['nothing', ['nothing'], false],
  ])('sends back to %s where a client registered %j: %s', (uri, registered, expected) =>
    expect(isRedirectAllowed(uri, registered)).toBe(expected),
  );

  it('names the host of an address, and whether it is the machine of the user', () => {
    expect([callback, 'http://[::1]:81/', 'https://localhost/', 'https://localhost.example/'].map(hostOf)).toEqual([
      { host: 'assistant.example', isLoopback: false },
      { host: '[::1]:81', isLoopback: true },
      { host: 'localhost', isLoopback: true },
      { host: 'localhost.example', isLoopback: false },
    ]);
  });

  it('appends an answer to the query of the address', () => {
    expect(redirectTo(`${callback}?a=1`, { code: 'x&y', state: undefined })).toBe(`${callback}?a=1&code=x%26y`);
  });

  const asked = { client_id: client, redirect_uri: callback, response_type: 'code', code_challenge: 'c'.repeat(43), resource };
  it.each([
    [{}, undefined],
    [{ scope: 'read' }, undefined],
    [{ scope: 'write read' }, undefined],
    [{ resource: 'HTTPS://PINS.example/mcp' }, undefined],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge: 'c'.repeat(42) }, 'invalid_request'],
    [{ scope: 'write' }, 'invalid_scope'],
    [{ resource: undefined }, 'invalid_target'],
    [{ resource: 'https://pins.example/' }, 'invalid_target'],
    [{ resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ])('answers a request with %j: %s', (change, error) =>
    expect(requestProblem({ ...asked, code_challenge_method: 'S256', ...change }, resource)?.[0]).toBe(error),
  );

  const code = { grant_type: 'authorization_code', client_id: client, code: 'c', redirect_uri: callback, code_verifier: 'v' };
  it.each([
    [code, null],
    [{ ...code, resource }, null],
    [{ grant_type: 'refresh_token', client_id: client, refresh_token: 'r' }, null],
    [{ ...code, resource: 'https://pins.example/api' }, 'invalid_target'],
    [{ ...code, grant_type: 'password' }, 'unsupported_grant_type'],
    [{ ...code, grant_type: 'constructor' }, 'unsupported_grant_type'],
    [{}, 'unsupported_grant_type'],
    [{ ...code, client_id: undefined }, 'invalid_request'],
    [{ ...code, code_verifier: '' }, 'invalid_request'],
    [{ ...code, redirect_uri: undefined }, 'invalid_request'],
    [{ grant_type: 'refresh_token', client_id: client }, 'invalid_request'],
  ])('asked for tokens by %j, refuses with %s', (request, error) => {
    const ask = () => requireComplete(request, resource);
    if (error === null) expect(ask).not.toThrow();
    else expect(ask).toThrow(expect.objectContaining({ code: error }));
  });

  const now = new Date('2026-11-27T12:00:00Z');
  const before = (ms: number) => new Date(now.getTime() - ms);
  const fresh: Grant = {
    id: '00000000-0000-4000-8000-000000000001',
    user_id: 'u',
    client_id: client,
    client_name: 'Assistant',
    redirect_uri: callback,
    code_challenge: 'hash of v',
    created_at: before(59 * SECOND_MS),
    access_hash: null,
    refresh_hash: null,
    issued_at: null,
  };
  it.each([
    [{}, {}, 'hash of v', null],
    [{ access_hash: 'a' }, {}, 'hash of v', 'The code was used before.'],
    [{ created_at: before(60 * SECOND_MS) }, {}, 'hash of v', 'The code has expired.'],
    [{}, { client_id: 'https://evil.example/c' }, 'hash of v', 'The code is for another client.'],
    [{}, { redirect_uri: `${callback}2` }, 'hash of v', 'redirect_uri is not that of the code.'],
    [{}, {}, 'hash of w', 'code_verifier does not match.'],
    [{ code_challenge: 'v' }, {}, 'hash of v', 'code_verifier does not match.'],
  ])('of a grant with %j, for a request with %j and a verifier with the %s: %s', (grant, request, verifierHash, problem) =>
    expect(codeProblem({ ...fresh, ...grant }, { ...code, ...request }, verifierHash, now)).toBe(problem),
  );

  const redeemed = { ...fresh, access_hash: 'a', refresh_hash: 'r', issued_at: before(30 * DAY_MS - 1) };
  it.each([
    [{}, {}, 'r', null],
    [{}, {}, 'old', 'The refresh token was used before.'],
    [{ refresh_hash: null }, {}, 'r', 'The refresh token was used before.'],
    [{ issued_at: before(30 * DAY_MS) }, {}, 'r', 'The refresh token has expired.'],
    [{}, { client_id: 'https://evil.example/c' }, 'r', 'The refresh token is for another client.'],
  ])('of a redeemed grant with %j, for a request with %j and the secret %s: %s', (grant, request, refreshHash, problem) =>
    expect(refreshProblem({ ...redeemed, ...grant }, { client_id: client, ...request }, refreshHash, now)).toBe(problem),
  );

  const secret = 'Ab-_'.padEnd(43, 'x');
  it.each([
    [refreshTokenOf(fresh.id, secret), { grantId: fresh.id, secret }],
    [`cr_${fresh.id}_${secret}x`, null],
    [`cr_${fresh.id}`, null],
    [`cr_${'0'.repeat(36)}_${secret}`, null],
    [`ca_${secret}`, null],
    ['', null],
  ])('reads the refresh token %s as %j', (token, parsed) => expect(parseRefreshToken(token)).toEqual(parsed));

  it.each([
    [`ca_${secret}`, true],
    [`ck_${secret}`, false],
    [`ca_${secret}x`, false],
  ])('takes %s for an access token: %s', (token, expected) => expect(isAccessToken(token)).toBe(expected));

  it.each([
    [undefined, 0],
    ['', 0],
    ['max-age=60', 60 * SECOND_MS],
    ['public, max-age=3600', HOUR_MS],
    ['max-age=99999999', DAY_MS],
    ['no-store, max-age=60', 0],
    ['no-cache, max-age=60', 0],
    ['max-age=-1', 0],
  ])('keeps a document with the header %s for %i ms', (header, ms) => expect(documentCacheMs(header)).toBe(ms));
});
