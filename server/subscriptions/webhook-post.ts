/** Brings a notice of the sandbox's provider to our own door, as a provider would. */
export abstract class WebhookPost {
  /** Answers the status. */
  abstract post(body: string, signature: string): Promise<number>;
}
