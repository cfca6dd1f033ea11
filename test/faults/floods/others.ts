import { setTimeout as sleep } from 'node:timers/promises';
import { paddleNotice, signNotice, subscriptionData } from '../../support/servers/paddle-notices.js';
import type { BrowserHeaders, HttpClient, Response } from '../http-client.js';

const REQUESTS_PER_SECOND = 50;
/** One request in ten is a signed payment notice. */
const NOTICE_EVERY = 10;

/** The requests of other people, each from a client IP of its own, and payment notices, while one client floods the site. */
export class Others {
  readonly responses: Response[] = [];
  readonly noticeStatuses: number[] = [];
  #isStopped = false;
  readonly #ended: Promise<void>;

  constructor(
    private readonly client: HttpClient,
    private readonly pinIds: readonly string[],
    private readonly browser: BrowserHeaders,
  ) {
    this.#ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended;
  }

  async #run(): Promise<void> {
    const startedAt = performance.now();
    const running: Promise<void>[] = [];
    for (let sequence = 0; !this.#isStopped; sequence++) {
      await sleep(Math.max(0, startedAt + (sequence * 1_000) / REQUESTS_PER_SECOND - performance.now()));
      running.push(sequence % NOTICE_EVERY === 0 ? this.#sendNotice(sequence) : this.#sendRequest(sequence));
    }
    await Promise.all(running);
  }

  async #sendRequest(sequence: number): Promise<void> {
    const headers = { 'x-forwarded-for': `10.${sequence % 7}.${(sequence >> 8) % 256}.${sequence % 256}` };
    const { client } = this;
    const calls = [
      () => client.send('GET', `/api/pins?page=${1 + (sequence % 3)}`, headers),
      () => client.send('GET', `/api/pins/${this.pinIds[sequence % this.pinIds.length]}`, headers),
      () => client.send('GET', '/api/sessions', { ...this.browser, ...headers }),
      () => client.send('GET', '/', headers),
    ];
    const response = await calls[sequence % calls.length]?.();
    if (response) this.responses.push(response);
  }

  async #sendNotice(sequence: number): Promise<void> {
    const notice = paddleNotice('subscription.updated', subscriptionData({ id: `sub_flood_${process.pid}_${sequence}` }), {
      event_id: `evt_flood_${process.pid}_${Date.now()}_${sequence}`,
    });
    const headers = { 'paddle-signature': signNotice(JSON.stringify(notice)), 'x-forwarded-for': '34.194.127.46' };
    this.noticeStatuses.push((await this.client.send('POST', '/api/webhooks/paddle', headers, notice)).status);
  }
}
