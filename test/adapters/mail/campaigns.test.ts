import { PostgresCampaigns } from '#server/mail/postgres/campaigns';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { createTypeormDatabase, emailBranding, type TypeormDatabase } from '../../support/database/typeorm-database';
import { campaignRecipients, campaignContent, describeCampaigns } from '../../support/ports/campaigns';

const now = new Date(Date.now() + 60_000);

let database: TypeormDatabase;
let campaigns: PostgresCampaigns;
beforeAll(async () => {
  database = await createTypeormDatabase();
  const secrets = new CryptoSecrets({ signingKey: Buffer.from('a key for tests'), tokenKeys: new Map() });
  campaigns = new PostgresCampaigns(database.postgres, secrets, emailBranding);
  for (const { email, isPremium } of campaignRecipients) {
    const id = await database.insertUser({ email });
    if (!isPremium) continue;
    await database.pool.query(
      `insert into subscriptions (provider, id, user_id, status, started_at, changed_at) values ('paddle', $1, $2, 'active', now(), now())`,
      [`sub_${email}`, id],
    );
  }
  await database.insertUser({ email: 'unconfirmed@site.test', is_confirmed: false });
});
beforeEach(() => database.pool.query('delete from campaigns; delete from letters'));
afterAll(() => database.close());

const queuedAddresses = async () =>
  (await database.pool.query<{ recipient: string }>('select recipient from letters')).rows.map(({ recipient }) => recipient);

describeCampaigns('campaigns in Postgres', async () => ({ campaigns, queuedAddresses }));

it('resumes an interrupted campaign', async () => {
  const enqueue = () =>
    campaigns.enqueueEmails({ name: 'file.txt', fingerprint: 'f1', audience: 'free', ...campaignContent }, now, () => undefined);
  await enqueue();
  await database.pool.query(`delete from letters where recipient = 'free0@site.test'`);
  await database.pool.query(`delete from campaign_referrals where user_id = (select id from users where email = 'free0@site.test')`);
  expect(await enqueue()).toBe(1);
  expect(await queuedAddresses()).toContain('free0@site.test');
});

it('leaves administrators out of campaigns to people without Premium', async () => {
  const id = await database.insertUser({ email: 'admin@site.test', role_id: 1 });
  expect([await campaigns.countAudience('free', now), await campaigns.countAudience('all', now)]).toEqual([5, 9]);
  await database.pool.query('delete from users where id = $1', [id]);
});
