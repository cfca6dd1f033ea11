import type { JobLocks } from '#domain/jobs/jobs';
import { LockScope } from '#domain/jobs/lock-scope';
import type { Subscriptions } from '#server/subscriptions/typeorm/subscriptions';
import { readConfig } from '#server/config/config';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { SandboxCheckout } from '#server/subscriptions/sandbox/checkout';
import { SandboxPayments } from '#server/subscriptions/sandbox/payments';
import { describePayments } from '../../../support/ports/payments';
import { testKeys } from '../../../support/app/test-keys';
import { buyerWith } from '../../../support/buyer';

const now = new Date();
const secrets = new CryptoSecrets({ signingKey: Buffer.from('a key for tests'), tokenKeys: new Map() });
const buyer = buyerWith('4b9d3f3e-8f2b-4a43-9f2f-0d6f1c5c2a11');

/** The first notice of a purchase in the sandbox. */
let purchaseNotice: { readonly body: string; readonly signature: string } | undefined;
const recordingSender = {
  send: async (body: string, signature: string) => {
    purchaseNotice ??= { body, signature };
    return 200;
  },
};

let payments: SandboxPayments;
beforeAll(async () => {
  const noSubscriptions = { listFor: async () => [] } as Partial<Subscriptions> as Subscriptions;
  const freeLocks = { runIfFree: (_job, work) => work(new LockScope()) } as Partial<JobLocks> as JobLocks;
  const checkout = new SandboxCheckout(noSubscriptions, freeLocks, secrets, { now: () => now }, recordingSender);
  payments = new SandboxPayments(readConfig({ NODE_ENV: 'test', ...testKeys }), secrets, checkout);
  await checkout.pay(buyer, { token_hash: 'session', sscid: null } as Parameters<SandboxCheckout['pay']>[1], 'user');
});

describePayments('the sandbox payments', () => ({ payments, sign: () => purchaseNotice ?? { body: '', signature: '' } }));
