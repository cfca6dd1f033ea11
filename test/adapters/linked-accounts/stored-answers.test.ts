import { MINUTE_MS } from '#domain/durations';
import { StoredAnswers } from '#server/linked-accounts/postgres/stored-answers';
import { TokenCipher } from '#server/secrets/token-cipher';
import { daysFromNow, linkedAccountStores, now, permissionFor } from '../../support/database/linked-accounts';
import { useTypeormDatabase } from '../../support/database/typeorm-database';

const cipherWith = (keyNumber: number) =>
  new TokenCipher({ signingKey: Buffer.alloc(32), tokenKeys: new Map([[`k${keyNumber}`, Buffer.alloc(32, keyNumber)]]) });
const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
const PINS = 'pins?page_size=250';

describe('answers that servers share', () => {
  const database = useTypeormDatabase();
  let answers: StoredAnswers;
  let user: string;
  let account: string;
  beforeEach(async () => {
    await database.pool.query('truncate linked_accounts cascade');
    answers = new StoredAnswers(database.postgres, cipherWith(1));
    user = await database.insertUser();
    account = (await linkedAccountStores(database).accounts.add(user, 'pinterest', permissionFor('maple'), now))._id;
  });
  const countRows = async () => (await database.pool.query('select from account_answers')).rowCount;
  const claim = (store = answers, at = now) => store.claim(account, PINS, at, new Date(at.getTime() + MINUTE_MS / 2));

  it('are asked for by one server alone, and shown to all until they expire', async () => {
    const other = new StoredAnswers(database.postgres, cipherWith(1));
    const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(index % 2 === 0 ? answers : other)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await other.read(account, PINS, now)).toBe('asking');
    const value = { items: [{ title: 'marked soup', created_at: now, image: null, rest: undefined }] };
    await answers.save(account, PINS, value, after(15));
    expect(await other.read(account, PINS, after(14.9))).toEqual({ value });
    expect([await claim(other, after(14.9)), await claim(other, after(15))]).toEqual([false, true]);
    expect(await other.read(account, PINS, after(15))).toBe('asking');
  });

  it('may be asked for again after a failure, and half a minute after a server has died', async () => {
    await claim();
    await answers.release(account, PINS);
    expect([await answers.read(account, PINS, now), await claim(), await claim(), await claim(answers, after(0.5))]).toEqual([
      null,
      true,
      false,
      true,
    ]);
  });

  it('are stored encrypted, bound to their account and request, and unreadable with another key', async () => {
    await claim();
    await answers.save(account, PINS, 'marked soup', after(15));
    const { rows } = await database.pool.query<{ stored: string }>('select t::text stored from account_answers t');
    for (const text of ['marked', PINS, Buffer.from('marked').toString('hex'), Buffer.from('marked').toString('base64')])
      expect(rows[0]?.stored).not.toContain(text);
    expect(await new StoredAnswers(database.postgres, cipherWith(2)).read(account, PINS, now)).toBeNull();
    const other = (await linkedAccountStores(database).accounts.add(user, 'pinterest', permissionFor('oak'), now))._id;
    await database.pool.query('update account_answers set account_id = $1', [other]);
    expect(await answers.read(other, PINS, now)).toBeNull();
  });

  it('are deleted with their account, also while a server is asking, and cannot come back', async () => {
    await claim();
    await answers.claim(account, 'boards', now, after(1));
    await answers.save(account, 'boards', 'marked boards', after(15));
    expect(await linkedAccountStores(database).accounts.remove(user, account)).toBe(true);
    expect(await countRows()).toBe(0);
    await answers.save(account, PINS, 'marked soup', after(15));
    expect([await claim(), await countRows()]).toEqual([false, 0]);
  });

  it('are deleted when they are no longer shown', async () => {
    await claim();
    await answers.save(account, PINS, 'marked soup', after(15));
    expect([await answers.deleteExpired(after(14.9)), await answers.deleteExpired(after(15)), await countRows()]).toEqual([0, 1, 0]);
    expect(await answers.deleteExpired(daysFromNow(1))).toBe(0);
  });

  it('are in no WAL, and so in no replica and no archive of it', async () => {
    const { rows } = await database.pool.query(`select relpersistence kind from pg_class where relname = 'account_answers'`);
    expect(rows).toEqual([{ kind: 'u' }]);
  });
});
