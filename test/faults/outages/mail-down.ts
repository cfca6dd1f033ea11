import { FaultProxy } from '../../support/database/fault-proxy.js';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.js';
import { withClient } from '../database/postgres-processes.js';
import { type Fault, underLoad } from '../database/under-load.js';
import type { Report, Scenario } from '../scenario.js';
import { Site, until } from '../site.js';

const NAME = 'mail server down for a day';
const CUSTOMER = 'customer@people.test';

/** What jobs queue at their hours, as they queue it. */
const queuedByJobs = `insert into emails (recipient, kind, content, created_at, due_at)
  select '${CUSTOMER}', kind, jsonb_build_object('kind', kind, 'to', '${CUSTOMER}', 'user_id', null, 'subject', kind, 'paragraphs', '[]'::jsonb),
    now(), now() from unnest(array['weekly', 'alerts', 'alarm']) kind`;

/** Lets time pass for everything that waits, by its times in the database: all attempts of the meantime are due. */
const passTime = (site: Site, time: string) =>
  withClient(site.source.databaseUrl, async (client) => {
    await client.query(`update emails set created_at = created_at - $1::interval, due_at = now() where due_at is not null`, [time]);
    await client.query('update codes set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval', [time]);
  });

const countOf = (site: Site, condition: string): Promise<number> =>
  withClient(site.source.databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int count from emails where ${condition}`);
    return rows[0]?.count ?? 0;
  });

/** The mail server refuses connections; people sign up and ask for passwords all the same. */
const mailDown =
  (smtp: TestSmtpServer, network: FaultProxy, missed: string[]): Fault =>
  async (site) => {
    const expect = (promise: string, isKept: boolean) => void (isKept || missed.push(promise));
    const [browser, admin] = [await site.client.openBrowser(), await site.client.signInToDemo('admin')];
    const account = { email: CUSTOMER, password: 'plum orchard in the rain' };
    network.setFault('reset');
    const statuses = [
      (await site.client.send('POST', '/api/auth/register', browser, account)).status,
      (await site.client.send('POST', '/api/auth/password/recover', browser, { email: CUSTOMER })).status,
    ];
    expect(
      `without mail, a sign-up and a recovery get ${statuses.join(' and ')}`,
      statuses.every((status) => status === 200),
    );
    await withClient(site.source.databaseUrl, (client) => client.query(queuedByJobs));
    await until('emails are tried and wait', async () => (await countOf(site, `recipient = '${CUSTOMER}' and error is not null`)) === 5);
    await passTime(site, '16 minutes');
    const saysAlarm = async () => (await site.client.send('GET', '/api/admin/alarms', admin)).body.includes('Email is not going out');
    await until('the alarm comes after 15 minutes', saysAlarm);
    await passTime(site, '24 hours');
    await until('the day has passed', async () => {
      // An attempt that was in flight when time passed has made its email wait again.
      await passTime(site, '0 hours');
      return (await countOf(site, `recipient = '${CUSTOMER}' and attempts >= 3`)) === 5;
    });
    return async () => {
      network.setFault('none');
      await passTime(site, '0 hours');
      await until(
        'everything has gone out',
        async () => (await countOf(site, `sent_at is null and created_at < now() - interval '1 hour'`)) === 0,
      );
      expect('emails were given up', (await countOf(site, 'given_up_at is not null')) === 0);
      await until('the alarm ends', async () => !(await saysAlarm()));
      const subjects = smtp.received.flatMap(({ recipients, mail }) => (recipients.includes(CUSTOMER) ? [mail.subject ?? ''] : []));
      expect(`the customer got ${subjects.join(', ')}`, subjects.length === 5 && new Set(subjects).size === 5);
      const code = /auth\/password\/reset\/([\w-]+)/.exec(
        smtp.received.find(({ recipients, mail }) => recipients.includes(CUSTOMER) && mail.text?.includes('/auth/password/reset/'))?.mail
          .text ?? '',
      )?.[1];
      const late = await site.client.send('POST', '/api/auth/password/reset', browser, { reset_code: code, password: account.password });
      expect(`a code that came too late gets ${late.status} ${late.body}`, late.body.includes('has expired. Request a new one'));
    };
  };

async function run(shared: Site): Promise<Report> {
  const smtp = await startSmtpServer();
  const network = await FaultProxy.start(smtp.url);
  try {
    const settings = { SMTP_URL: network.url, MAIL_FROM: 'site@example.test' };
    return await Site.onOwnDatabase(shared, 'mail_down', settings, async (site) => {
      const missed: string[] = [];
      const report = await underLoad(site, NAME, mailDown(smtp, network, missed), { readsContinue: true });
      await until('the outbox is empty', async () => (await countOf(site, 'due_at is not null')) === 0);
      const [sent, received] = [await countOf(site, 'sent_at is not null'), smtp.received.length];
      if (sent !== received) missed.push(`${sent} emails were sent, and ${received} arrived`);
      return { ...report, missedBars: [...report.missedBars, ...missed] };
    });
  } finally {
    await network.close();
    await smtp.close();
  }
}

/** The mail server is away for a day. */
export const mailServerDown: Scenario = { name: NAME, group: 'faults', run };
