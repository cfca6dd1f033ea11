import { randomUUID } from 'node:crypto';
import { billingNotice } from '../../support/fakes/billing-notices';
import { FakePayments } from '../../support/fakes/fake-payments';
import { FakeSubscriptions } from '../../support/fakes/fake-subscriptions';
import { describePayments } from '../../support/ports/payments';
import { describeSubscriptions } from '../../support/ports/subscriptions';

describeSubscriptions('the fake subscriptions', async () => {
  const subscriptions = new FakeSubscriptions();
  const createUser = async (roleId: number) => {
    const id = randomUUID();
    subscriptions.addBuyer(id, roleId);
    return id;
  };
  return {
    subscriptions,
    createUser,
    emailedUserIds: async () => subscriptions.emailedUserIds,
    reportedIds: async () => subscriptions.reportedIds,
  };
});

describePayments('the fake payments', () => {
  const payments = new FakePayments();
  payments.notices.set('notice', billingNotice(new Date()));
  return { payments, sign: () => ({ body: 'notice', signature: 'signed' }) };
});
