import { queueEmails } from '#server/mail/typeorm/queue-emails';
import { TypeormEmailOutbox } from '#server/mail/typeorm/email-outbox';
import { createTypeormDatabase, type TypeormDatabase } from '../../support/database/typeorm-database';
import { describeEmailOutbox, now, resetEmail, type StoredEmail } from '../../support/ports/email-outbox';

let database: TypeormDatabase;
beforeAll(async () => (database = await createTypeormDatabase()));
beforeEach(() => database.pool.query('delete from letters'));
afterAll(() => database.close());

const stored = async () => (await database.pool.query<StoredEmail>('select * from letters order by id')).rows;

describeEmailOutbox('the email outbox in Postgres', async () => ({
  outbox: new TypeormEmailOutbox(database.dataSource),
  queue: (emails, at) => queueEmails(database.dataSource.manager, emails, at),
  stored,
}));

describe('queueing emails', () => {
  it('writes nothing when the transaction is rolled back', async () => {
    const transaction = database.dataSource.transaction(async (manager) => {
      await queueEmails(manager, [resetEmail()], now);
      throw new Error('rolled back');
    });
    await expect(transaction).rejects.toThrow('rolled back');
    expect(await stored()).toEqual([]);
  });

  it('writes nothing for no emails', async () => {
    await queueEmails(database.dataSource.manager, [], now);
    expect(await stored()).toEqual([]);
  });
});

describe('captured emails', () => {
  it('lists the newest first, without erased ones', async () => {
    const captured = new TypeormEmailOutbox(database.dataSource);
    await queueEmails(database.dataSource.manager, [resetEmail('a@site.test'), resetEmail('b@site.test'), resetEmail('c@site.test')], now);
    await database.pool.query(`update letters set content = null where recipient = 'b@site.test'`);
    const listed = await captured.listCaptured(10);
    expect(listed.map(({ email }) => email.to)).toEqual(['c@site.test', 'a@site.test']);
    expect(await captured.listCaptured(1)).toHaveLength(1);
    expect(await captured.findCaptured(listed[0]?.id ?? 0)).toEqual(listed[0]);
    expect(await captured.findCaptured((listed[0]?.id ?? 0) - 1)).toBeNull();
  });
});
