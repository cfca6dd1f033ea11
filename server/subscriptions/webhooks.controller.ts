import { Controller, Headers, HttpCode, Logger, Post, type RawBodyRequest, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SecurityLog } from '#domain/auth/security-log';
import { InvalidInput } from '#domain/errors';
import { clientIpOf } from '#server/http/guards/client-ip';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';

/** Receives the payment provider's notices, which are authenticated by the signature over their exact bytes only. */
@Controller('api/webhooks')
export class WebhooksController {
  readonly #logger = new Logger('payments');

  constructor(
    private readonly applyNotice: ApplyPaymentNotice,
    private readonly securityLog: SecurityLog,
  ) {}

  /** 200 means stored or already known; after any other status the provider retries for three days. */
  @Post('paddle')
  @HttpCode(200)
  async paddle(@Req() request: RawBodyRequest<FastifyRequest>, @Headers('paddle-signature') signature: unknown): Promise<void> {
    try {
      await this.applyNotice.verifyAndApply(request.rawBody ?? Buffer.alloc(0), typeof signature === 'string' ? signature : undefined);
    } catch (error) {
      if (error instanceof InvalidInput) {
        this.#logger.warn(`refused a payment notice: ${error.details.slice(0, 3).join('; ')}`);
        this.securityLog.record({ event: 'webhook-refused', clientIp: clientIpOf(request.ip) });
      }
      throw error;
    }
  }
}
