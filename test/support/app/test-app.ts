import { SchedulerRegistry } from '@nestjs/schedule';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '#server/app';
import { type Config, readConfig } from '#server/config/config';
import { PublicUrl } from '#server/http/public-url';
import { schedule } from '#server/jobs/schedule';
import { createLog, type LogOutput } from '#server/monitoring/logs/log';
import { createTestDatabase, type TestDatabase } from '../database/test-database';
import { checkResponses } from './check-responses';
import { testKeys } from './test-keys';
import { createUser, type UserKind, type TestUser, anonymousHeaders } from './test-users';

type SettingOverrides = Partial<Record<keyof Config, string>>;

export interface TestResponse {
  readonly status: number;
  /** The body as JSON; empty if it is not JSON. */
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The sender of a request, its headers, and its body. */
export interface RequestOptions {
  /** Undefined: an anonymous browser. Null: no cookies at all. */
  readonly as?: Pick<TestUser, 'headers'> | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestApp {
  readonly app: NestFastifyApplication;
  /** Sends a GET as the app's user, or as a visitor. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
  request(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS',
    path: string,
    call?: RequestOptions,
  ): Promise<TestResponse>;
  createUser(kind: UserKind, email?: string): Promise<TestUser>;
  close(): Promise<void>;
}

/** A server on its own database; `close` ends both. */
export interface TestAppWithDatabase extends TestApp {
  readonly database: TestDatabase;
}

const parseJsonOrEmpty = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** Stops jobs that run once a day or hour, which would change data under a test that runs at their time. */
function stopDailyAndHourlyJobs(app: NestFastifyApplication): void {
  for (const { cron, oncePer } of schedule) if (oncePer !== null) void app.get(SchedulerRegistry).getCronJobs().get(cron)?.stop();
}

/** The whole server on a test database, called without a port. `as` is the user of `get`. Rate limits are off unless the settings say otherwise. Each response must be as documented. Without a schedule, only requests ask the database. */
export async function createTestApp(
  url: string,
  settings: SettingOverrides = {},
  as?: UserKind,
  output?: LogOutput,
  isScheduled = true,
): Promise<TestApp> {
  const config = readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off', ARGON2_MEMORY: '1024', ...testKeys, ...settings });
  const app = await createApp(config, url, undefined, createLog(config, output), isScheduled);
  checkResponses(app);
  await app.init();
  stopDailyAndHourlyJobs(app);
  await app.getHttpAdapter().getInstance().ready();
  const siteHost = new URL(app.get(PublicUrl).origin).host;
  const viewer = as && (await createUser(app, as));
  const request: TestApp['request'] = async (method, path, { as: user, body, headers } = {}) => {
    const authHeaders = user === null ? {} : (user?.headers ?? anonymousHeaders(app));
    const response = await app.inject({
      method,
      url: path,
      headers: { host: siteHost, ...authHeaders, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: response.statusCode, body: parseJsonOrEmpty(response.body), text: response.body, headers: response.headers };
  };
  return {
    app,
    request,
    get: (path, headers = {}) => request('GET', path, { as: viewer ?? null, headers }),
    createUser: (kind, email) => createUser(app, kind, email),
    close: () => app.close(),
  };
}

/** The whole server on its own empty database. */
export async function createTestAppWithDatabase(settings: SettingOverrides = {}, as?: UserKind): Promise<TestAppWithDatabase> {
  const database = await createTestDatabase();
  const site = await createTestApp(database.url, settings, as);
  return {
    ...site,
    database,
    close: async () => {
      await site.close();
      await database.close();
    },
  };
}
