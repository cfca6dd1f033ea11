import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { priceItems, subscriptionData } from './paddle-notices';

const product = { id: 'pro_1', name: 'Premium', tax_category: 'standard', status: 'active', created_at: '2026-01-01T00:00:00Z' };
const price = { product_id: 'pro_1', description: 'Premium', type: 'standard', tax_mode: 'account_setting', unit_price_overrides: [], quantity: { minimum: 1, maximum: 1 }, status: 'active' }; // prettier-ignore
const items = priceItems().map((item) => ({ ...item, product, price: { ...price, ...item.price } }));
export const managementUrls = {
  cancel: 'https://buyer-portal.paddle.com/subscriptions/sub_1/cancel?token=pga_1',
  update_payment_method: 'https://buyer-portal.paddle.com/subscriptions/sub_1/update-payment-method?token=pga_1',
};
/** The response to a request for a subscription. */
export const subscriptionResponse = (overrides: Record<string, unknown> = {}): { data: Record<string, unknown>; meta: object } => ({
  data: { ...subscriptionData({ items, updated_at: '2026-05-02T10:00:00.5Z' }), management_urls: managementUrls, ...overrides },
  meta: { request_id: 'r1' },
});
/** A local server that speaks Paddle's API as documented. */
export class FakePaddle {
  readonly requests: { method: string | undefined; url: string | undefined; key: string | undefined; body: string }[] = [];
  respond: (response: ServerResponse) => void = () => undefined;
  readonly #server: Server = createServer((request, response) => void this.#handle(request, response));

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  respondWith(status: number, body: unknown): void {
    this.respond = (response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    this.requests.push({ method: request.method, url: request.url, key: request.headers.authorization, body });
    this.respond(response);
  }
}
