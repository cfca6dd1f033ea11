import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { PublicUrl } from '#server/http/public-url';

const WEBHOOK_PATH = '/api/webhooks/paddle';

/** Sends a notice of the sandbox's provider to our own webhook: injects the request into our server, under the host that it answers to. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** Returns the HTTP status. */
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
