import { Controller, Logger, type RawBodyRequest } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InvalidInput, NotFound } from '#domain/errors';
import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import { receivePaddleNotice, webhookLimits } from '#domain/subscriptions/endpoints';
import { clientIpOf } from '#server/http/guards/client-ip';
import { ClientIpLimits } from '#server/http/limits/memory-rate-limits';
import { delayRefusal } from '#server/http/limits/flood-limit';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';
import { InvalidNoticeSignature } from '#server/subscriptions/paddle/signed-notice';
import { Handles, type Received } from '#server/http/handles';

/** Receives the payment provider's notices, which are authenticated by the signature over their exact bytes only. */
@Controller()
export class WebhooksController {
  readonly #logger = new Logger('payments');

  constructor(
    private readonly applyNotice: ApplyPaymentNotice,
    private readonly clientIpLimits: ClientIpLimits,
    private readonly refusalLog: RefusalLog,
  ) {}

  /** 200 means stored or already known; after any other status the provider retries for three days. */
  @Handles(receivePaddleNotice)
  async paddle({ request }: Received<typeof receivePaddleNotice>) {
    const signature = request.headers['paddle-signature'];
    const notice = await this.#verify(request, typeof signature === 'string' ? signature : undefined);
    await this.clientIpLimits.recordInTotal(webhookLimits.genuine);
    await this.applyNotice.apply(notice);
  }

  /** Only a request that the provider did not sign counts against its client IP. */
  async #verify(request: RawBodyRequest<FastifyRequest>, signature: string | undefined): Promise<BillingNotice> {
    try {
      return this.applyNotice.verify(request.rawBody ?? Buffer.alloc(0), signature);
    } catch (error) {
      if (error instanceof InvalidNoticeSignature || error instanceof NotFound) {
        const clientIp = clientIpOf(request.ip);
        this.refusalLog.record({ event: 'webhook-refused', clientIp });
        await this.clientIpLimits.record(webhookLimits.refused, clientIp).catch(async (limitReached: unknown) => {
          await delayRefusal();
          throw limitReached;
        });
      } else if (error instanceof InvalidInput) {
        this.#logger.warn(`refused a signed payment notice: ${error.details.slice(0, 3).join('; ')}`);
      }
      throw error;
    }
  }
}
