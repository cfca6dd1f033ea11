import { Agent, request } from 'node:http';

/** After this long without a response we count it as missing. */
const PATIENCE_MS = 40_000;

export interface Response {
  /** 0: no response. */
  readonly status: number;
  readonly cookies: readonly string[];
  readonly body: string;
  /** From sending the request to the first byte of the response. */
  readonly firstByteMs: number;
}

/** Headers of a browser with its session. */
export type BrowserHeaders = Readonly<Record<string, string>>;

/** A browser after it has stored cookies of a response. */
function withCookies({ cookie = '' }: BrowserHeaders, stored: readonly string[]): BrowserHeaders {
  const pairs = [...cookie.split('; '), ...stored.map((one) => one.split(';')[0] ?? '')].filter((pair) => pair !== '');
  const byName = new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair]));
  return { cookie: [...byName.values()].join('; '), 'x-xsrf-token': byName.get('XSRF-TOKEN')?.slice('XSRF-TOKEN='.length) ?? '' };
}

/** Sends requests to the site over keep-alive connections. */
export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity });

  /** `printedPath` is the path of the address that the server prints; null until it has. */
  constructor(
    readonly port: number,
    readonly printedPath: () => string | null,
  ) {}

  /** Never rejects: a request without a response has the status 0. */
  send(method: string, path: string, headers: BrowserHeaders = {}, body?: unknown): Promise<Response> {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const fail = (): void => resolve({ status: 0, cookies: [], body: '', firstByteMs: performance.now() - startedAt });
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const sent = request(
        {
          port: this.port,
          host: '127.0.0.1',
          agent: this.#agent,
          method,
          path,
          headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
        },
        (response) => {
          const firstByteMs = performance.now() - startedAt;
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.once('error', fail);
          response.once('end', () =>
            resolve({ status: response.statusCode ?? 0, cookies: response.headers['set-cookie'] ?? [], body: text, firstByteMs }),
          );
        },
      );
      sent.setTimeout(PATIENCE_MS, () => sent.destroy());
      sent.once('error', ({ code }: NodeJS.ErrnoException) => {
        // As browsers do: the server may close an idle connection at the moment at which it is used again.
        if (method !== 'GET' || !sent.reusedSocket || code !== 'ECONNRESET') return fail();
        const lostMs = performance.now() - startedAt;
        void this.send(method, path, headers).then((found) => resolve({ ...found, firstByteMs: found.firstByteMs + lostMs }));
      });
      sent.end(payload);
    });
  }

  /** Opens the site in a new browser. */
  async openBrowser(): Promise<BrowserHeaders> {
    return withCookies({}, (await this.send('GET', '/api/sessions')).cookies);
  }

  /** Signs in as a demo user in a new browser. */
  async signInToDemo(role: 'admin' | 'free'): Promise<BrowserHeaders> {
    const printed = await this.send('GET', this.printedPath() ?? '/');
    const browser = withCookies(await this.openBrowser(), printed.cookies);
    const { status, cookies } = await this.send('POST', '/api/auth/demo', browser, { role });
    if (status !== 200) throw new Error(`the demo's ${role} cannot sign in: ${status}`);
    return withCookies(browser, cookies);
  }

  close(): void {
    this.#agent.destroy();
  }
}
