import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { PublicUrl } from '#server/http/public-url';
import { WebhookSender } from '#server/subscriptions/sandbox/webhook-sender';

const WEBHOOK_PATH = '/api/webhooks/paddle';

/** Injects the request into our own server, under the host that it answers to. */
@Injectable()
export class HttpWebhookSender extends WebhookSender {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly publicUrl: PublicUrl,
  ) {
    super();
  }

  async send(body: string, signature: string): Promise<number> {
    const headers = {
      host: new URL(this.publicUrl.origin).host,
      'content-type': 'application/json',
      'paddle-signature': signature,
    };
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    return (await fastify.inject({ method: 'POST', url: WEBHOOK_PATH, headers, payload: body })).statusCode;
  }
}
