/** Sends a notice of the sandbox's provider to our own webhook. */
export abstract class WebhookSender {
  /** Returns the HTTP status. */
  abstract send(body: string, signature: string): Promise<number>;
}
