import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Pool } from 'pg';
import type { Email, EmailKind } from '#domain/mail/email';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { PublicUrl } from '#server/http/public-url';
import { testSecrets } from '../process/test-secrets';
import type { TestResponse } from './test-app';

/** A browser's cookie jar: stores cookies, sends them back, and copies the CSRF token into its header. */
export class CookieBrowser {
  readonly jar = new Map<string, string>();

  /** `address` is the client IP of its requests. */
  constructor(
    private readonly app: NestFastifyApplication,
    private readonly clientIp = '127.0.0.1',
  ) {}

  /** A browser that has opened the site. */
  static async open(app: NestFastifyApplication, clientIp?: string): Promise<CookieBrowser> {
    const browser = new CookieBrowser(app, clientIp);
    await browser.send('GET', '/api/sessions');
    return browser;
  }

  /** A browser of this machine that has opened the address that the server prints. */
  static async openPrinted(app: NestFastifyApplication, clientIp?: string): Promise<CookieBrowser> {
    const browser = await CookieBrowser.open(app, clientIp);
    await browser.send('GET', app.get(PrintedAddress).path);
    return browser;
  }

  /** The value of the session cookie: the session token and its signature. */
  get sessionCookie(): string {
    return this.jar.get('session') ?? '';
  }

  /** The session token. */
  get sessionToken(): string {
    return this.sessionCookie.split('.')[0] ?? '';
  }

  get headers(): Record<string, string> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    return { ...(cookie ? { cookie } : {}), 'x-xsrf-token': this.jar.get('XSRF-TOKEN') ?? '' };
  }

  post(path: string, body?: unknown): Promise<TestResponse> {
    return this.send('POST', path, body);
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
    clientIp = this.clientIp,
  ): Promise<TestResponse> {
    const response = await this.app.inject({
      method,
      url: path,
      remoteAddress: clientIp,
      headers: { host: new URL(this.app.get(PublicUrl).origin).host, ...this.headers, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    let json: Record<string, unknown> = {};
    try {
      json = JSON.parse(response.body) as Record<string, unknown>;
    } catch {
      // Not JSON: the text is enough.
    }
    return { status: response.statusCode, body: json, text: response.body, headers: response.headers };
  }
}

/** The emails of a kind to an address, oldest first. */
export async function emailsTo(pool: Pool, email: string, kind?: EmailKind): Promise<readonly Email[]> {
  const { rows } = await pool.query<{ content: Email }>(
    'select content from emails where recipient = $1 and ($2::text is null or kind = $2) order by id',
    [email, kind ?? null],
  );
  return rows.map(({ content }) => content);
}

/** The code in the newest email of a kind to an address. */
export async function latestCode(pool: Pool, email: string, kind: EmailKind): Promise<string> {
  const code = (await emailsTo(pool, email, kind)).at(-1)?.code;
  if (!code) throw new Error(`no ${kind} letter to ${email} has a code`);
  return testSecrets.unseal(code);
}
