import { TypeormSubscriptions } from '#server/subscriptions/typeorm/subscriptions';
import { createTypeormDatabase, emailBranding, type TypeormDatabase } from '../../support/database/typeorm-database';
import { describeSubscriptions } from '../../support/ports/subscriptions';

let database: TypeormDatabase;
beforeAll(async () => (database = await createTypeormDatabase()));
beforeEach(() => database.pool.query('truncate subscriptions, billing_events, letters'));
afterAll(() => database.close());

describeSubscriptions('subscriptions in Postgres', async () => ({
  subscriptions: new TypeormSubscriptions(database.dataSource, database.jobDataSource, emailBranding),
  createUser: (roleId) => database.insertUser({ role_id: roleId }),
  emailedUserIds: async () =>
    (await database.pool.query<{ user_id: string }>(`select user_id from letters where kind = 'premium' order by id`)).rows.map(
      ({ user_id }) => user_id,
    ),
  reportedIds: async () =>
    (
      await database.pool.query<{ text: string }>(
        `select content::text text from letters where kind = 'duplicate-subscription' and recipient = 'help@corklight.test'`,
      )
    ).rows.map(({ text }) => /sub_\w+/.exec(text)?.[0] ?? ''),
}));
