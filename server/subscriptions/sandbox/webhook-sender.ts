/** Brings a notice of the sandbox's provider to our own door, as a provider would. */
export abstract class WebhookSender {
  /** Answers the status. */
  abstract send(body: string, signature: string): Promise<number>;
}
