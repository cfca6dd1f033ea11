import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#domain/durations';
import { WebhookSender } from '#server/subscriptions/sandbox/webhook-sender';

const WEBHOOK_PATH = '/api/webhooks/paddle';
const WEBHOOK_TIMEOUT_MS = 10 * SECOND_MS;
const loopbackOfWildcard: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Sends over HTTP to our own port; without a port, injects the request into the server. */
@Injectable()
export class HttpWebhookSender extends WebhookSender {
  constructor(private readonly host: HttpAdapterHost) {
    super();
  }

  async send(body: string, signature: string): Promise<number> {
    const headers = { 'content-type': 'application/json', 'paddle-signature': signature };
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const address = fastify.server.address();
    if (address === null || typeof address === 'string') {
      return (await fastify.inject({ method: 'POST', url: WEBHOOK_PATH, headers, payload: body })).statusCode;
    }
    const hostname = loopbackOfWildcard[address.address] ?? (address.family === 'IPv6' ? `[${address.address}]` : address.address);
    const response = await fetch(`http://${hostname}:${address.port}${WEBHOOK_PATH}`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.status;
  }
}
