import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '#server/app';
import { type Config, readConfig } from '#server/config/config';
import { freshDatabase, type TestDatabase } from './database';
import { testKeys } from './keys';
import { aPerson, type Kind, type Person, strangerHeaders } from './people';

type Settings = Partial<Record<keyof Config, string>>;

export interface Answer {
  readonly status: number;
  /** The body as JSON; empty where it is none. */
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Who calls, and what with. */
export interface Call {
  /** Absent: a browser nobody is signed in at. Null: bare, without any cookie. */
  readonly as?: Pick<Person, 'headers'> | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestApp {
  readonly app: NestFastifyApplication;
  /** A GET by the person the app was made for, else by a visitor. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS', path: string, call?: Call): Promise<Answer>;
  person(kind: Kind, email?: string): Promise<Person>;
  close(): Promise<void>;
}

/** A server on a database that nobody else uses; `close` ends both. */
export interface OwnSite extends TestApp {
  readonly database: TestDatabase;
}

const bodyOf = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** The whole server on a test's database, asked without a port. `as`: who asks with `get`. Limits are off unless the settings say otherwise. */
export async function testApp(url: string, settings: Settings = {}, as?: Kind): Promise<TestApp> {
  const app = await createApp(readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off', ARGON2_MEMORY: '1024', ...testKeys, ...settings }), url);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const asker = as && (await aPerson(app, as));
  const call: TestApp['call'] = async (method, path, { as: by, body, headers } = {}) => {
    const known = by === null ? {} : (by?.headers ?? strangerHeaders(app));
    const response = await app.inject({
      method,
      url: path,
      headers: { ...known, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: response.statusCode, body: bodyOf(response.body), text: response.body, headers: response.headers };
  };
  return {
    app,
    call,
    get: (path, headers = {}) => call('GET', path, { as: asker ?? null, headers }),
    person: (kind, email) => aPerson(app, kind, email),
    close: () => app.close(),
  };
}

/** The whole server on a fresh, empty database of its own. */
export async function ownSite(settings: Settings = {}, as?: Kind): Promise<OwnSite> {
  const database = await freshDatabase();
  const site = await testApp(database.url, settings, as);
  return {
    ...site,
    database,
    close: async () => {
      await site.close();
      await database.close();
    },
  };
}
