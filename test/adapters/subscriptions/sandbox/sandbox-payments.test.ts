import { readConfig } from '#server/config/config';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { SandboxCheckout } from '#server/subscriptions/sandbox/checkout';
import { SandboxPayments } from '#server/subscriptions/sandbox/payments';
import { FakeJobLocks } from '../../../support/fakes/jobs';
import { FakeSubscriptions } from '../../../support/fakes/fake-subscriptions';
import { FakeWebhookSender } from '../../../support/fakes/fake-webhook-sender';
import { FixedClock } from '../../../support/fixed-clock';
import { describePayments } from '../../../support/ports/payments';
import { testKeys } from '../../../support/app/test-keys';
import { buyerWith } from '../../../support/buyer';

const now = new Date();
const secrets = new CryptoSecrets({ signingKey: Buffer.from('a key for tests'), tokenKeys: new Map() });
const buyer = buyerWith('4b9d3f3e-8f2b-4a43-9f2f-0d6f1c5c2a11');

/** The first notice of a purchase in the sandbox. */
let purchaseNotice: { readonly body: string; readonly signature: string } | undefined;
let payments: SandboxPayments;
beforeAll(async () => {
  const sender = new FakeWebhookSender(async (body, signature) => (purchaseNotice ??= { body, signature }));
  const checkout = new SandboxCheckout(new FakeSubscriptions(), new FakeJobLocks(), secrets, new FixedClock(now), sender);
  payments = new SandboxPayments(readConfig({ NODE_ENV: 'test', ...testKeys }), secrets, checkout);
  await checkout.pay(buyer, { token_hash: 'session', sscid: null } as Parameters<SandboxCheckout['pay']>[1], 'user');
});

describePayments('the sandbox payments', () => ({ payments, sign: () => purchaseNotice ?? { body: '', signature: '' } }));
