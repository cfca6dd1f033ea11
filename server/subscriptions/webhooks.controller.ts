import { Controller, Headers, HttpCode, Logger, Post, type RawBodyRequest, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SecurityLog } from '#domain/auth/security-log';
import { InvalidInput } from '#domain/errors';
import { clientIpOf } from '#server/http/guards/client-ip';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';

/** Where the payment provider brings its notices; the signature over their very bytes is all that speaks for them. */
@Controller('api/webhooks')
export class WebhooksController {
  readonly #logger = new Logger('payments');

  constructor(
    private readonly applyNotice: ApplyPaymentNotice,
    private readonly securityLog: SecurityLog,
  ) {}

  /** 200 means kept, or known already; anything else makes the provider try again, for three days. */
  @Post('paddle')
  @HttpCode(200)
  async paddle(@Req() request: RawBodyRequest<FastifyRequest>, @Headers('paddle-signature') signature: unknown): Promise<void> {
    try {
      await this.applyNotice.verifyAndApply(request.rawBody ?? Buffer.alloc(0), typeof signature === 'string' ? signature : undefined);
    } catch (error) {
      if (error instanceof InvalidInput) {
        this.#logger.warn(`a payment notice was refused: ${error.details.slice(0, 3).join('; ')}`);
        this.securityLog.record({ event: 'webhook-refused', clientIp: clientIpOf(request.ip) });
      }
      throw error;
    }
  }
}
