import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig } from '#server/config/config';
import { readEnvironment } from '#server/config/environment';

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
