import { readConfig } from '#server/config/config';

const complete = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'corklight', OIDC_CLIENT_SECRET: 'secret' };

describe('the settings of single sign-on', () => {
  it.each<[what: string, settings: Record<string, string>]>([
    ['none', {}],
    ['all, with an https issuer', complete],
    ['all, with an issuer on this machine', { ...complete, OIDC_ISSUER: 'http://localhost:8080/realms/test' }],
    ['a label alone', { OIDC_BUTTON_LABEL: 'Sign in with Acme' }],
  ])('may be %s', (_, settings) => {
    expect(readConfig(settings)).toMatchObject(settings);
  });

  it.each<[what: string, settings: Record<string, string>, message: string]>([
    ['an issuer alone', { OIDC_ISSUER: complete.OIDC_ISSUER }, 'OIDC_CLIENT_ID is needed for single sign-on; OIDC_CLIENT_SECRET is needed'],
    ['a secret alone', { OIDC_CLIENT_SECRET: 'secret' }, 'OIDC_ISSUER is needed for single sign-on; OIDC_CLIENT_ID is needed'],
    ['an http issuer elsewhere', { ...complete, OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER must be an https:// address'],
    ['an http issuer in production', { ...complete, OIDC_ISSUER: 'http://localhost:8080', NODE_ENV: 'production' }, 'OIDC_ISSUER must be an https:// address'], // prettier-ignore
    ['an issuer that is no address', { ...complete, OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER must be an https:// address'],
  ])('are not %s', (_, settings, message) => {
    expect(() => readConfig(settings)).toThrow(message);
  });
});
