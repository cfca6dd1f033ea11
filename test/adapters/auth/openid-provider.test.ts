import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenIdProvider } from '#server/auth/single-sign-on/openid/provider';
import { readConfig } from '#server/config/config';
import { PublicUrl } from '#server/http/public-url';

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });
const secrets = { state: 'a-state', nonce: 'a-nonce', code_verifier: 'v'.repeat(43) };
const now = () => Math.floor(Date.now() / 1_000);
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

function signToken(claims: Readonly<Record<string, unknown>>, key: KeyObject): string {
  const content = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`;
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
}

describe('the ID token of a provider', () => {
  const keys = newKeys();
  const server = createServer();
  let issuer = '';
  let token = '';
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/jwks': () => ({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] }),
      '/token': () => ({ access_token: 'access', token_type: 'bearer', id_token: token }),
    };
    server.on('request', ({ url = '' }, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answers[url]?.() ?? {}));
    });
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const identify = (change: Readonly<Record<string, unknown>>, key = keys.privateKey) => {
    const claims = {
      iss: issuer,
      aud: 'corklight',
      sub: 'nina',
      nonce: secrets.nonce,
      iat: now(),
      exp: now() + 60,
      email: 'Nina@people.test',
    };
    token = signToken({ ...claims, ...change }, key);
    const config = readConfig({ NODE_ENV: 'test', OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'corklight', OIDC_CLIENT_SECRET: 'secret' });
    return new OpenIdProvider(config, new PublicUrl(config)).identify({ code: 'a-code', state: secrets.state }, secrets);
  };

  it.each([
    [true, true],
    [false, false],
    ['true', false],
    [undefined, false],
  ])('with email_verified %p says who signed in, with a verified address: %p', async (email_verified, is_email_verified) => {
    const identity = { issuer, subject: 'nina', email: 'Nina@people.test', is_email_verified, authenticated_at: null };
    expect(await identify({ email_verified })).toEqual(identity);
    const signedInAt = now() - 30;
    expect(await identify({ auth_time: signedInAt })).toMatchObject({ authenticated_at: new Date(signedInAt * 1000) });
  });

  it.each<[what: string, change: Record<string, unknown>]>([
    ['another issuer', { iss: 'https://other.test' }],
    ['another audience', { aud: 'another-site' }],
    ['another nonce', { nonce: 'other' }],
    ['no nonce', { nonce: undefined }],
    ['a past end', { exp: now() - 3_600 }],
    ['no subject', { sub: undefined }],
  ])('is refused with %s', async (_, change) => {
    await expect(identify(change)).rejects.toMatchObject({ problem: 'failed' });
  });

  it('is refused with the signature of another key', async () => {
    await expect(identify({}, newKeys().privateKey)).rejects.toMatchObject({ problem: 'failed' });
  });
});
