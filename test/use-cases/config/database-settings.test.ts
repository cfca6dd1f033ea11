import { readConfig } from '#server/config/config';

const read = (settings: Readonly<Record<string, string>>) => readConfig({ NODE_ENV: 'test', ...settings });

describe('the recipients of backups', () => {
  it('are public keys of age, separated by commas', () => {
    const key = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
    expect(read({}).BACKUP_RECIPIENT).toEqual([]);
    expect(read({ BACKUP_RECIPIENT: `${key}, ${key}` }).BACKUP_RECIPIENT).toEqual([key, key]);
    for (const wrong of ['ssh-ed25519 AAAA', 'AGE-SECRET-KEY-1QQ', `${key},age1`])
      expect(() => read({ BACKUP_RECIPIENT: wrong })).toThrow('wrong settings: BACKUP_RECIPIENT must be public keys of age');
  });
});

describe('the settings of the database', () => {
  it('have a number of connections within bounds', () => {
    expect(read({})).toMatchObject({ DATABASE_CONNECTIONS: 10, DATABASE_JOB_CONNECTIONS: 5 });
    expect(read({ DATABASE_CONNECTIONS: '40' }).DATABASE_CONNECTIONS).toBe(40);
    expect(() => read({ DATABASE_CONNECTIONS: '1', DATABASE_JOB_CONNECTIONS: '4' })).toThrow(
      /wrong settings: DATABASE_CONNECTIONS .*; DATABASE_JOB_CONNECTIONS /,
    );
  });

  it('name replicas, separated by commas', () => {
    expect(read({}).DATABASE_READ_URLS).toBeUndefined();
    const urls = ['postgres://reader:a%2Cb@one/pins', 'postgresql://two:5433/pins'];
    expect(read({ DATABASE_READ_URLS: urls.join(' , ') }).DATABASE_READ_URLS).toEqual(urls);
  });

  it('do not repeat a wrong address, which may hold a password', () => {
    const wrong = () => read({ DATABASE_READ_URLS: 'postgres://one/pins,mysql://reader:secret@two/pins' });
    expect(wrong).toThrow('wrong settings: DATABASE_READ_URLS must be postgres:// addresses, separated by commas');
    expect(wrong).not.toThrow(/secret/);
  });
});
