import { WebhookSender } from '#server/subscriptions/sandbox/webhook-sender';

/** Hands the sandbox's notices to a function instead of our webhook. */
export class FakeWebhookSender extends WebhookSender {
  constructor(private readonly receive: (body: string, signature: string) => Promise<unknown>) {
    super();
  }

  async send(body: string, signature: string): Promise<number> {
    await this.receive(body, signature);
    return 200;
  }
}
