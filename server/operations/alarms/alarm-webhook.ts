import { createHmac } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { SECOND_MS } from '#domain/durations';
import { nextAttempt } from '#domain/mail/mailer';
import { type Alarm, alarmMessageBody, isSentToWebhook } from '#domain/operations/alarms';
import { Secrets } from '#domain/secrets';
import { CONFIG, type Config } from '#server/config/config';
import { fetchFailure } from '#server/http/capped-fetch';
import { PublicUrl } from '#server/http/public-url';
import { type DueAlarmMessage, PostgresAlarmMessages } from '#server/operations/alarms/postgres/alarm-messages';

const TIMEOUT_MS = 10 * SECOND_MS;

type WebhookConfig = Pick<Config, 'ALARM_WEBHOOK_URL' | 'ALARM_WEBHOOK_SECRET' | 'BRAND_NAME'>;

/** The secret that signs messages: the operator's, else one derived from SECRET_KEY. */
export const webhookSecret = ({ ALARM_WEBHOOK_SECRET }: Pick<Config, 'ALARM_WEBHOOK_SECRET'>, secrets: Pick<Secrets, 'sign'>): string =>
  ALARM_WEBHOOK_SECRET ?? secrets.sign('alarm-webhook', '');

/** Posts signed JSON. Returns why the receiver did not take it; null if it did. Redirects are not followed: they could lead anywhere. */
export async function postToWebhook(url: string, secret: string, body: object, now: Date): Promise<string | null> {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(now.getTime() / SECOND_MS));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-corklight-timestamp': timestamp, 'x-corklight-signature': signature };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', headers, body: text, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.ok ? null : `it answered ${response.status}`;
  } catch (error) {
    return fetchFailure(error);
  }
}

/** Logs when an alarm begins and ends, and tells the operator's webhook. Failed messages are retried like emails. */
@Injectable()
export class AlarmWebhook {
  readonly #logger = new Logger('alarms');

  constructor(
    private readonly messages: PostgresAlarmMessages,
    private readonly secrets: Secrets,
    private readonly publicUrl: PublicUrl,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: WebhookConfig,
  ) {}

  /** Returns how many messages were delivered. Stops at the first that was not: the receiver may be down. */
  async send(alarms: readonly Alarm[]): Promise<number> {
    const url = this.config.ALARM_WEBHOOK_URL;
    const changes = await this.messages.record(alarms.filter(isSentToWebhook), url !== undefined, this.clock.now());
    for (const { text, ended_at } of changes) this.#logger.warn(ended_at === null ? text : `Over: ${text}`);
    if (url === undefined) return 0;
    for (let deliveredCount = 0; ; deliveredCount++) {
      const message = await this.messages.leaseDue(this.clock.now());
      if (message === null || !(await this.#deliver(url, message))) return deliveredCount;
    }
  }

  async #deliver(url: string, message: DueAlarmMessage): Promise<boolean> {
    const site = { brand: this.config.BRAND_NAME, origin: this.publicUrl.origin };
    const fault = await postToWebhook(url, webhookSecret(this.config, this.secrets), alarmMessageBody(message, site), this.clock.now());
    if (fault === null) {
      await this.messages.markDelivered(message.id);
      return true;
    }
    this.#logger.warn(`The webhook did not take an alarm: ${fault}`);
    await this.messages.markFailed(message.id, fault, nextAttempt(message.attempts, this.clock.now()));
    return false;
  }
}
