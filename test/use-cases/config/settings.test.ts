import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig, type Config, readSettings } from '#server/config/config';
import { readEnvironment } from '#server/config/environment';
import { unencryptedConnections } from '#server/config/config-errors';

describe('the settings of the environment', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'settings-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const writeFile = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('come from the environment first, then from the file', () => {
    const ENV_FILE = writeFile('site.env', 'PORT=4000\nBRAND_NAME="Our pins" # ours\n');
    expect(readEnvironment({ ENV_FILE, PORT: '5000' })).toEqual({ settings: { PORT: '5000', BRAND_NAME: 'Our pins' }, warnings: [] });
  });

  it('come from the environment alone if the name of the file is empty', () => {
    expect(readEnvironment({ ENV_FILE: '', PORT: '5000' }).settings).toEqual({ PORT: '5000' });
  });

  it('may be the content of a file, without the line break at its end', () => {
    const SECRET_KEY_FILE = writeFile('key', 'a key that is long enough to sign with\n');
    expect(readEnvironment({ ENV_FILE: '', SECRET_KEY_FILE }).settings).toEqual({ SECRET_KEY: 'a key that is long enough to sign with' });
  });

  it.each([
    ['a value of the file', 'SECRET_KEY=of the file', {}, 'of the file'],
    ['a value, before a file of the file', 'SECRET_KEY_FILE=/nowhere/key', { SECRET_KEY: 'of the environment' }, 'of the environment'],
    ['nothing, before a file of the file', 'SECRET_KEY_FILE=/nowhere/key', { SECRET_KEY: '' }, ''],
    ['no file, before one of the file', 'SECRET_KEY_FILE=/nowhere/key\nSECRET_KEY=of the file', { SECRET_KEY_FILE: '' }, 'of the file'],
  ])('may be %s', (_, text, environment, expected) => {
    expect(readEnvironment({ ENV_FILE: writeFile('site.env', text), ...environment }).settings).toEqual({ SECRET_KEY: expected });
  });

  it('may be a file of the environment, before a value of the file', () => {
    const ENV_FILE = writeFile('site.env', 'SECRET_KEY=of the file');
    const SECRET_KEY_FILE = writeFile('key', 'of the environment');
    expect(readEnvironment({ ENV_FILE, SECRET_KEY_FILE }).settings).toEqual({ SECRET_KEY: 'of the environment' });
  });

  it.each([
    [{ ENV_FILE: '/nowhere/site.env' }, /^wrong settings: ENV_FILE cannot be read: ENOENT/],
    [{ ENV_FILE: '', SMTP_URL_FILE: '/nowhere/smtp' }, /^wrong settings: SMTP_URL_FILE cannot be read: ENOENT/],
  ])('are refused with the missing file of %j', (environment, message) => {
    expect(() => readEnvironment(environment)).toThrow(message);
  });

  it.each([
    ['DEMOO', 'DEMO'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['SMTP_URI', 'SMTP_URL'],
  ])('get a warning for %s', (name, nearest) => {
    expect(readEnvironment({ ENV_FILE: '', [name]: '1' }).warnings).toEqual([`There is no setting ${name}. Did you mean ${nearest}?`]);
  });

  it('get no warning for names of other programs, except in the file of settings', () => {
    const ENV_FILE = writeFile('site.env', 'LANGUAGE_OF_SITE=en\n');
    expect(readEnvironment({ ENV_FILE, HOME: '/root', PATH: '/bin', TERM: 'dumb', PGHOST: 'db' }).warnings).toEqual([
      'There is no setting LANGUAGE_OF_SITE.',
    ]);
  });
});

describe('the configuration', () => {
  it('reports every wrong setting at once, also errors in combinations of the others', () => {
    const settings = { NODE_ENV: 'production', PORT: 'many', SECRET_KEY: 'short', PUBLIC_URL: 'http://pins.example', MAIL_FROM: 'a@b.c' };
    expect(() => readConfig(settings)).toThrow(
      'wrong settings: PORT must be a number; SECRET_KEY must be at least 32 characters; TOKEN_KEYS is needed in production; ' +
        'PUBLIC_URL must be an https:// address in production; SMTP_URL is needed in production',
    );
  });

  it.each([
    ['data', resolve('data')],
    ['/srv/corklight', '/srv/corklight'],
  ])('has the data folder %s at %s', (DATA_DIR, expected) => {
    expect(readConfig({ DATA_DIR }).DATA_DIR).toBe(expected);
  });

  it.each([
    [{}, true],
    [{ PUBLIC_URL: 'https://pins.example' }, false],
    [{ PUBLIC_URL: 'https://pins.example', DEMO: 'true' }, true],
    [{ DEMO: 'false' }, false],
  ])('with %j has a demo: %s', (settings, expected) => {
    expect(readConfig(settings).DEMO).toBe(expected);
  });
});

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
    [{ ALARM_WEBHOOK_URL: 'http://chat.example/x' }, 'ALARM_WEBHOOK_URL must be an https:// address'],
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
    { ALARM_WEBHOOK_URL: 'https://chat.lan/x' },
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

const signOn = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'corklight', OIDC_CLIENT_SECRET: 'secret' };
const ageKey = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
const replicas = ['postgres://reader:a%2Cb@one/pins', 'postgresql://two:5433/pins'];
const noHomeList = 'must name lists of the home page (etsy, pinterest marketing, make money, fashion blogging):';
const noHost = (text: string) => ['IMAGE_HOSTS', `i.pinimg.com,${text}`, `must be host names like i.pinimg.com, separated by commas: "${text}" is none`] as const; // prettier-ignore

describe('a setting', () => {
  it.each<[name: keyof Config, text: string | undefined, value: unknown]>([
    ['HOME_KEYWORDS', undefined, {}],
    ['HOME_KEYWORDS', '', {}],
    ['HOME_KEYWORDS', 'etsy: crafts', { etsy: ['crafts'] }],
    ['HOME_KEYWORDS', ' Etsy : crafts , hand made,Yarn ; make money: budget;', { etsy: ['crafts', 'hand made', 'Yarn'], 'make money': ['budget'] }], // prettier-ignore
    ['HOME_KEYWORDS', 'fashion blogging: コーデ', { 'fashion blogging': ['コーデ'] }],
    ['IMAGE_HOSTS', undefined, ['i.pinimg.com']],
    ['IMAGE_HOSTS', '', []],
    ['IMAGE_HOSTS', ' , ', []],
    ['IMAGE_HOSTS', 'i.pinimg.com', ['i.pinimg.com']],
    ['IMAGE_HOSTS', 'I.PinImg.com, images.example.com,i.pinimg.com', ['i.pinimg.com', 'images.example.com']],
    ['IMAGE_HOSTS', 'xn--bcher-kva.example', ['xn--bcher-kva.example']],
    ['BACKUP_RECIPIENT', undefined, []],
    ['BACKUP_RECIPIENT', `${ageKey}, ${ageKey}`, [ageKey, ageKey]],
    ['DATABASE_CONNECTIONS', undefined, 10],
    ['DATABASE_CONNECTIONS', '40', 40],
    ['DATABASE_JOB_CONNECTIONS', undefined, 5],
    ['DATABASE_READ_URLS', undefined, undefined],
    ['DATABASE_READ_URLS', replicas.join(' , '), replicas],
    ['OIDC_BUTTON_LABEL', 'Sign in with Acme', 'Sign in with Acme'],
  ])('%s=%j is %j', (name, text, value) => expect(readConfig({ NODE_ENV: 'test', [name]: text })[name]).toEqual(value));

  it.each<readonly [name: keyof Config, text: string, reason: string]>([
    ['HOME_KEYWORDS', 'crafts', `${noHomeList} "crafts" is none`],
    ['HOME_KEYWORDS', 'etsy: a; gardens: b', `${noHomeList} "gardens" is none`],
    ['HOME_KEYWORDS', 'etsy', 'must have 1 to 3 keywords for "etsy"'],
    ['HOME_KEYWORDS', 'etsy: a, b, c, d', 'must have 1 to 3 keywords for "etsy"'],
    ['HOME_KEYWORDS', 'etsy: crafts, !?', 'must have keywords of up to 10 words: "!?" is none'],
    ['HOME_KEYWORDS', `etsy: ${'a '.repeat(11)}`, `must have keywords of up to 10 words: "${'a '.repeat(11).trim()}" is none`],
    ...['https://i.pinimg.com', 'i.pinimg.com/originals', 'i.pinimg.com:443', '*.pinimg.com', '*', "'unsafe-inline'"].map(noHost),
    ...['i.pinimg.com;script-src *', 'i.pinimg.com evil.test', '127.0.0.1', 'localhost', '-.example.com', 'bücher.example'].map(noHost),
    noHost(`${'a'.repeat(64)}.example`),
    ...['ssh-ed25519 AAAA', 'AGE-SECRET-KEY-1QQ', `${ageKey},age1`].map(
      (text) => ['BACKUP_RECIPIENT', text, 'must be public keys of age'] as const,
    ),
    ['DATABASE_CONNECTIONS', '1', 'must be at least'],
    ['DATABASE_JOB_CONNECTIONS', '4', 'must be at least'],
  ])('%s=%j is refused at startup: %s', (name, text, reason) => {
    expect(() => readConfig({ NODE_ENV: 'test', [name]: text })).toThrow(`wrong settings: ${name} ${reason}`);
  });

  it('is not repeated where it is an address, which may hold a password', () => {
    const wrong = () => readConfig({ DATABASE_READ_URLS: 'postgres://one/pins,mysql://reader:secret@two/pins' });
    expect(wrong).toThrow('wrong settings: DATABASE_READ_URLS must be postgres:// addresses, separated by commas');
    expect(wrong).not.toThrow(/secret/);
  });
});

describe('the settings of single sign-on', () => {
  it.each([signOn, { ...signOn, OIDC_ISSUER: 'http://localhost:8080/realms/test' }])(
    'may be all, with an issuer by https or on this machine: %j',
    (settings) => {
      expect(readConfig(settings)).toMatchObject(settings);
    },
  );

  it.each<[what: string, settings: Record<string, string>, message: string]>([
    ['an issuer alone', { OIDC_ISSUER: signOn.OIDC_ISSUER }, 'OIDC_CLIENT_ID is needed for single sign-on; OIDC_CLIENT_SECRET is needed'],
    ['a secret alone', { OIDC_CLIENT_SECRET: 'secret' }, 'OIDC_ISSUER is needed for single sign-on; OIDC_CLIENT_ID is needed'],
    ['an http issuer elsewhere', { ...signOn, OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER must be an https:// address'],
    ['an http issuer in production', { ...signOn, OIDC_ISSUER: 'http://localhost:8080', NODE_ENV: 'production' }, 'OIDC_ISSUER must be an https:// address'], // prettier-ignore
    ['an issuer that is no address', { ...signOn, OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER must be an https:// address'],
  ])('are not %s', (_, settings, message) => expect(() => readConfig(settings)).toThrow(message));
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
