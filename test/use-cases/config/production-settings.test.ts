import { readConfig } from '#server/config/config';

const completeSettings = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://pins.example.com',
  SECRET_KEY: 'a secret of our own, long enough to sign with',
  TOKEN_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'pins@example.com',
};

describe('the settings of a public site', () => {
  it('are accepted when they are complete', () => {
    expect(readConfig(completeSettings)).toMatchObject({ PUBLIC_URL: 'https://pins.example.com' });
  });

  it.each([
    [{ PUBLIC_URL: 'http://pins.example.com' }, 'PUBLIC_URL must be an https:// address in production'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL is needed in production'],
    [{ SECRET_KEY: '' }, 'SECRET_KEY is needed in production'],
    [{ SECRET_KEY: 'too short' }, 'SECRET_KEY must be at least 32 characters'],
    [{ SECRET_KEY: 'please-change-me-please-change-me' }, 'SECRET_KEY must be a secret of your own'],
    [{ TOKEN_KEYS: '' }, 'TOKEN_KEYS is needed in production'],
    [{ SMTP_URL: '' }, 'SMTP_URL is needed in production'],
    [{ ARGON2_MEMORY: '1024' }, 'ARGON2_MEMORY must be at least 19456 in production'],
    [{ PAYMENT_PROVIDER: 'sandbox' }, 'PAYMENT_PROVIDER=sandbox is not allowed in production'],
    [{ PLATFORM: 'sandbox' }, 'PLATFORM=sandbox is not allowed in production'],
    [{ NODE_ENV: 'development', PAYMENT_PROVIDER: 'sandbox' }, 'PAYMENT_PROVIDER=sandbox is not allowed in production'],
    [{ ALLOW_SANDBOX: 'true' }, 'ALLOW_SANDBOX needs a PUBLIC_URL on this machine'],
    [{ PINTEREST_API_URL: 'http://pinterest.example.com/v5' }, 'PINTEREST_API_URL must be an https:// address'],
    [{ PINTEREST_OAUTH_URL: 'https://evil.example.com/oauth/' }, 'PINTEREST_OAUTH_URL must be an address of pinterest.com'],
  ])('are refused with %j', (changedSettings, message) => {
    expect(() => readConfig({ ...completeSettings, ...changedSettings })).toThrow(message);
  });
});
