import { FakeEmailOutbox } from '../../support/fakes/fake-email-outbox';
import { FakeMailer } from '../../support/fakes/fake-mailer';
import { describeEmailOutbox } from '../../support/ports/email-outbox';
import { describeMailer } from '../../support/ports/mailer';

describeEmailOutbox('the fake email outbox', async () => {
  const outbox = new FakeEmailOutbox();
  return { outbox, queue: async (emails, now) => outbox.queue(emails, now), stored: async () => outbox.entries };
});

const mailer = new FakeMailer();
describeMailer('the fake mailer', () => ({
  mailer,
  setRefusing: (isRefusing) => (mailer.isRefusing = isRefusing),
  receivers: () => mailer.delivered.map(({ to }) => to),
}));
