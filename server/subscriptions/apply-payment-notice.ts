import { Injectable } from '@nestjs/common';
import { redactBuyer } from '#domain/auth/account/redact-buyer';
import { SecurityLog } from '#domain/auth/security-log';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';
import type { BillingNotice, BillingEffect } from '#domain/subscriptions/billing-notice';
import { verifiedBuyerId, claimedBuyerId } from '#domain/subscriptions/passthrough';
import { Payments } from '#domain/subscriptions/payments';
import { evaluateChange } from '#domain/subscriptions/price-list';
import { Subscriptions } from '#domain/subscriptions/subscriptions';

/** Takes in what the payment provider says, once per event. */
@Injectable()
export class ApplyPaymentNotice {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  /** A notice as it came in; throws `InvalidInput` when it is not the provider's. False when it was known. */
  async verifyAndApply(body: Uint8Array, signature: string | undefined): Promise<boolean> {
    return this.apply(this.payments.verifyNotice(body, signature, this.clock.now()));
  }

  /** A notice of which we know that it is the provider's. False when it was known. */
  async apply(notice: BillingNotice): Promise<boolean> {
    const claimedUserId = verifiedBuyerId(notice.custom_data, this.secrets);
    const buyer = claimedUserId === null ? null : await this.subscriptions.findBuyer(claimedUserId);
    const effect = evaluateChange(notice, this.payments.prices, buyer?.role_id === ADMIN_ROLE);
    const { change: _, items: __, discounted: ___, custom_data: ____, ...recorded } = notice;
    const raw = await this.#withoutDeletedUser(notice.raw);
    const isNew = await this.subscriptions.record({ ...recorded, raw, effect, user_id: buyer?.id ?? null }, this.clock.now());
    if (isNew && effect) this.securityLog.record({ event: 'premium-changed', user_id: buyer?.id ?? null, detail: effectLabel(effect) });
    return isNew;
  }

  /** A provider goes on naming somebody whose account is deleted; we do not. */
  async #withoutDeletedUser(raw: BillingNotice['raw']): Promise<BillingNotice['raw']> {
    const namedUserId = claimedBuyerId(raw);
    if (namedUserId === null || (await this.subscriptions.findBuyer(namedUserId))) return raw;
    return redactBuyer(raw, [namedUserId]) as BillingNotice['raw'];
  }
}

const effectLabel = (effect: BillingEffect): string => (effect.what === 'state' ? effect.status : effect.what);
