import { unencryptedConnections } from '#server/config/config-errors';
import { readConfig } from '#server/config/config';
import { readSettings } from '#server/config/read-settings';

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
    [{ SMTP_URL: '', MAIL_FROM: '' }, 'SMTP_URL is needed in production; MAIL_FROM is needed in production'],
    [{ SMTP_URL: 'mail.example.com', MAIL_FROM: '' }, 'SMTP_URL must be an smtp:// or smtps:// address; MAIL_FROM is needed with SMTP_URL'],
    [{ HOST: 'not-an-address' }, 'HOST must be an IP address of this machine'],
    [{ PUBLIC_URL: 'https://pins.example.com/app' }, 'PUBLIC_URL must be an address without a path'],
    [{ TOKEN_KEYS: 'abc' }, 'TOKEN_KEYS must be id:key,… with 32 bytes of base64 each'],
    [{ TOKEN_KEYS: `k1:${Buffer.alloc(31, 1).toString('base64')}` }, 'TOKEN_KEYS must be id:key,… with 32 bytes'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an email address'],
    [{ DATABASE_URL: 'mysql://db/corklight' }, 'DATABASE_URL must be'],
    [{ DATABASE_URL: 'postgres://' }, 'DATABASE_URL must name a host and a database'],
    [{ RATE_LIMITS: 'login=5' }, 'RATE_LIMITS must be off, or name=attempts/seconds'],
    [{ PORT: '4480', METRICS_PORT: '4480' }, 'METRICS_PORT must be another port than PORT'],
    [{ STOP_DELAY: 'long' }, 'STOP_DELAY must be a number'],
    [{ STOP_DELAY: '301' }, 'STOP_DELAY must be at most 300'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of error, warn, info, debug'],
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

  it.each([
    { HOST: '::1' },
    { HOST: 'localhost' },
    { PUBLIC_URL: 'https://pins.example.com:8443/' },
    { MAIL_FROM: 'Example Pins <pins@example.com>' },
    { DATABASE_URL: 'postgres:///corklight?host=/var/run/postgresql' },
    { DATABASE_URL: 'postgres://corklight:p%40ss@db:5432/corklight' },
    { RATE_LIMITS: 'login=5/60,register=off' },
  ])('are accepted with %j', (changedSettings) => {
    expect(() => readConfig({ ...completeSettings, ...changedSettings })).not.toThrow();
  });

  it.each([
    [{ RATE_LIMITS: 'off' }, 'Warning: RATE_LIMITS=off lets anyone try as many passwords as they like.'],
    [{ PADDLE_API_KEY: 'pdl_live_key' }, 'Warning: PADDLE_API_KEY has no effect without PAYMENT_PROVIDER=paddle.'],
  ])('get a warning with %j', (changedSettings, warning) => {
    const warnings: string[] = [];
    readSettings((sentence) => void warnings.push(sentence), { ENV_FILE: '', ...completeSettings, ...changedSettings });
    expect(warnings).toEqual([warning]);
  });
});

describe('connections to other machines', () => {
  it.each([
    ['postgres://u:p@db.example/site', true],
    ['postgres://u:p@db.example/site?sslmode=disable', true],
    ['postgres://u:p@db/site', false],
    ['postgres://u:p@10.0.0.5/site?sslmode=verify-full', false],
    ['postgres://u:p@db.example/site?sslmode=require', false],
    ['postgres://u:p@localhost:5432/site', false],
    ['postgres://u:p@[::1]/site', false],
    ['postgres://u:p@localhost/site?host=/run/postgresql', false],
    ['postgres://u:p@localhost/site?host=db.example', true],
  ])('%s is warned about: %s', (url, isWarnedAbout) => {
    expect(unencryptedConnections({ DATABASE_URL: url }).map(({ setting }) => setting)).toEqual(isWarnedAbout ? ['DATABASE_URL'] : []);
  });

  it('names the replica without TLS among those that have it', () => {
    const DATABASE_READ_URLS = ['postgres://u:p@one.example/site?sslmode=verify-full', 'postgres://u:p@two.example/site'];
    expect(unencryptedConnections({ DATABASE_READ_URLS })).toMatchObject([{ setting: 'DATABASE_READ_URLS', host: 'two.example' }]);
  });

  it.each([
    ['smtp://u:p@mail.example:587', true],
    ['smtp://u:p@mail.example:587?requireTLS=true', false],
    ['smtps://u:p@mail.example', false],
    ['smtp://127.0.0.1:25', false],
  ])('%s is warned about: %s', (url, isWarnedAbout) => {
    expect(unencryptedConnections({ SMTP_URL: url }).map(({ setting }) => setting)).toEqual(isWarnedAbout ? ['SMTP_URL'] : []);
  });
});
