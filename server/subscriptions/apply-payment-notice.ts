import { Injectable } from '@nestjs/common';
import { forgetting } from '#domain/auth/forgetting';
import { SecurityLog } from '#domain/auth/security-log';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';
import type { BillingNotice, Effect } from '#domain/subscriptions/billing';
import { buyerIn, namedIn } from '#domain/subscriptions/passthrough';
import { Payments } from '#domain/subscriptions/payments';
import { judged } from '#domain/subscriptions/price-list';
import { Subscriptions } from '#domain/subscriptions/subscriptions';

/** Takes in what the payment provider says, once per event. */
@Injectable()
export class ApplyPaymentNotice {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: SecurityLog,
  ) {}

  /** A notice as it came in; throws `InvalidInput` when it is not the provider's. False when it was known. */
  async received(body: Uint8Array, signature: string | undefined): Promise<boolean> {
    return this.apply(this.payments.notice(body, signature, this.clock.now()));
  }

  /** A notice of which we know that it is the provider's. False when it was known. */
  async apply(notice: BillingNotice): Promise<boolean> {
    const claimed = buyerIn(notice.custom_data, this.secrets);
    const buyer = claimed === null ? null : await this.subscriptions.buyer(claimed);
    const effect = judged(notice, this.payments.prices, buyer?.role_id === ADMIN_ROLE);
    const { change: _, items: __, discounted: ___, custom_data: ____, ...kept } = notice;
    const raw = await this.#withoutTheGone(notice.raw);
    const isNew = await this.subscriptions.record({ ...kept, raw, effect, user_id: buyer?.id ?? null }, this.clock.now());
    if (isNew && effect) this.log.note({ event: 'premium-changed', user_id: buyer?.id ?? null, what: wordOf(effect) });
    return isNew;
  }

  /** A provider goes on naming somebody whose account is deleted; we do not. */
  async #withoutTheGone(raw: BillingNotice['raw']): Promise<BillingNotice['raw']> {
    const named = namedIn(raw);
    if (named === null || (await this.subscriptions.buyer(named))) return raw;
    return forgetting(raw, [named]) as BillingNotice['raw'];
  }
}

const wordOf = (effect: Effect): string => (effect.what === 'state' ? effect.status : effect.what);
