import { endpoints } from '#domain/api';
import { apiKeyProblem, apiKeyRefusal, containsApiKey, isApiKeyToken, keyExpiresAt, newApiKeyToken } from '#domain/auth/api-keys/api-keys';

const now = new Date('2026-11-26T12:00:00Z');
const token = `ck_${'a'.repeat(43)}`;

describe('API keys', () => {
  it('are stored as a hash, with the beginning of the token', () => {
    const created = newApiKeyToken({ createToken: () => 'Abc-_x'.padEnd(43, 'y'), hash: (text) => `hash of ${text.length} characters` });
    expect(created.prefix).toBe('ck_Abc-_x');
    expect(isApiKeyToken(created.token)).toBe(true);
    expect(created.token_hash).toBe('hash of 46 characters');
  });

  it.each([
    ['a key', token, true],
    ['nothing', '', false],
    ['a key of another program', `sk_${'a'.repeat(43)}`, false],
    ['a part of a key', token.slice(0, -1), false],
    ['more than a key', `${token}a`, false],
  ])('%s is sent to the database: %#', (_, text, expected) => expect(isApiKeyToken(text)).toBe(expected));

  it.each([
    [`/api/boards?key=${token}`, true],
    [`/api/boards/${token}`, true],
    [`/?access_token=ck%5F${'%61'.repeat(43)}`, true],
    ['/api/boards?query=ck_short', false],
    // A code of a consent is a long random text, in which the three characters of the prefix may follow each other.
    [`/oauth2/pinterest?code=k1.aQ${token}&state=b`, false],
    ['/api/boards?query=%', false],
  ])('%s contains one: %s', (url, expected) => expect(containsApiKey(url)).toBe(expected));

  it.each([
    [null, null, null],
    [null, new Date('2026-11-26T12:00:01Z'), null],
    [null, now, 'This API key expired on 2026-11-26.'],
    [now, null, 'This API key was revoked.'],
  ])('revoked %s, expiring %s: %s', (revoked_at, expires_at, problem) =>
    expect(apiKeyProblem({ revoked_at, expires_at }, now)).toBe(problem),
  );

  it('expire after their days, or never', () => {
    expect([keyExpiresAt(30, now), keyExpiresAt(null, now)]).toEqual([new Date('2026-12-26T12:00:00Z'), null]);
  });

  it.each([
    ['personal', { access: 'anyone', isReadableByKey: true }, false, null],
    ['personal', { access: 'anyone' }, false, 'Personal API keys cannot be used for this call.'],
    ['personal', { access: 'ingest' }, true, 'Personal API keys cannot be used for this call.'],
    ['personal', { access: 'admin' }, true, 'Personal API keys cannot be used for this call.'],
    ['ingest', { access: 'ingest' }, true, null],
    ['ingest', { access: 'ingest' }, false, 'The owner of this ingest key is no administrator any more.'],
    ['ingest', { access: 'anyone', isReadableByKey: true }, true, 'Ingest keys can only be used to import data.'],
    ['ingest', { access: 'admin' }, true, 'Ingest keys can only be used to import data.'],
  ] as const)('a %s key at %j, of an administrator: %s, is refused: %s', (kind, endpoint, isOwnerAdmin, reason) =>
    expect(apiKeyRefusal(endpoint, kind, isOwnerAdmin)?.message ?? null).toBe(reason),
  );

  it('read the product, and neither change it nor see account or administration', () => {
    const readable = [...endpoints.values()].filter(({ isReadableByKey }) => isReadableByKey);
    expect(readable.length).toBeGreaterThan(20);
    for (const { name, access } of readable) {
      expect([name, access]).toEqual([name, expect.stringMatching(/^(anyone|signed-in)$/)]);
      expect(name).toMatch(
        /^GET \/(?!admin|auth|sessions|exports\/account|oauth|users\/me\/(sessions|api-keys|assistants|passkeys|subscription|pinterest))/,
      );
    }
  });
});
