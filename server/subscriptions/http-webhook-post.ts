import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { WebhookPost } from '#server/subscriptions/webhook-post';

const PATH = '/api/webhooks/paddle';
const PATIENCE = 10_000;
const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Over HTTP at the port we listen on; where there is none, straight into the server. */
@Injectable()
export class HttpWebhookPost extends WebhookPost {
  constructor(private readonly host: HttpAdapterHost) {
    super();
  }

  async post(body: string, signature: string): Promise<number> {
    const headers = { 'content-type': 'application/json', 'paddle-signature': signature };
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const address = fastify.server.address();
    if (address === null || typeof address === 'string') {
      return (await fastify.inject({ method: 'POST', url: PATH, headers, payload: body })).statusCode;
    }
    const name = anyAddress[address.address] ?? (address.family === 'IPv6' ? `[${address.address}]` : address.address);
    const answer = await fetch(`http://${name}:${address.port}${PATH}`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(PATIENCE),
    });
    await answer.arrayBuffer();
    return answer.status;
  }
}
