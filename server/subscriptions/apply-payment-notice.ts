import { Injectable } from '@nestjs/common';
import { VisitorEvents } from '#domain/analytics/visitors/visitor-events';
import { redactBuyer } from '#domain/auth/account/redact-buyer';
import { SecurityLog } from '#domain/auth/security-log';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';
import type { BillingNotice, BillingEffect } from '#domain/subscriptions/billing-notice';
import { isUserId, verifiedBuyerId } from '#domain/subscriptions/passthrough';
import { Payments } from '#domain/subscriptions/payments';
import { evaluateChange } from '#domain/subscriptions/price-list';
import { Subscriptions } from '#server/subscriptions/typeorm/subscriptions';

/** Applies the payment provider's notices, each event once. */
@Injectable()
export class ApplyPaymentNotice {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
    private readonly visitorEvents: VisitorEvents,
  ) {}

  /** Verifies and parses a received notice. Throws `InvalidInput` when it is not the provider's. */
  verify(body: Uint8Array, signature: string | undefined): BillingNotice {
    return this.payments.verifyNotice(body, signature, this.clock.now());
  }

  /** Applies a notice that is known to be the provider's. */
  async apply(notice: BillingNotice): Promise<void> {
    const claimedUserId = verifiedBuyerId(notice.custom_data, this.secrets);
    const buyer = claimedUserId === null ? null : await this.subscriptions.findBuyer(claimedUserId);
    const effect = evaluateChange(notice, this.payments.prices, buyer?.role_id === ADMIN_ROLE);
    const { provider, event_id, kind, occurred_at, subscription_id } = notice;
    const raw = await this.#rawWithoutDeletedUser(notice);
    const evaluated = { provider, event_id, kind, occurred_at, subscription_id, effect, user_id: claimedUserId, raw };
    const { isNew, startsPremium } = await this.subscriptions.record(evaluated, this.clock.now());
    if (startsPremium) this.visitorEvents.countUnseen('premium_started');
    if (isNew && effect) this.securityLog.record({ event: 'premium-changed', user_id: buyer?.id ?? null, detail: effectLabel(effect) });
  }

  /** Applies the state that the provider's response to a call of ours contains; some contain none. */
  async applyResponse(notice: BillingNotice | null): Promise<void> {
    if (notice) await this.apply(notice);
  }

  /** Returns the raw notice, with the buyer redacted if the account was deleted: the provider continues to name it. */
  async #rawWithoutDeletedUser({ raw, claimed_user_id: userId }: BillingNotice): Promise<BillingNotice['raw']> {
    if (userId === null || !isUserId(userId) || (await this.subscriptions.findBuyer(userId))) return raw;
    return redactBuyer(raw, [userId]) as BillingNotice['raw'];
  }
}

const effectLabel = (effect: BillingEffect): string => (effect.what === 'state' ? effect.status : effect.what);
