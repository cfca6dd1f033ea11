import { readConfig } from '#server/config/config';

const read = (settings: Readonly<Record<string, string>>) => readConfig({ NODE_ENV: 'test', ...settings });

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
