import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { QueryResultRow } from 'pg';
import { createApp } from '#server/app';
import { type Config, readConfig } from '#server/config/config';
import { PublicUrl } from '#server/http/public-url';
import { schedule } from '#server/jobs/schedule';
import { createLog, type LogOutput } from '#server/monitoring/logs/log';
import { closeWithDatabase, createTestDatabase, type TestDatabase, useTestDatabase } from '../database/test-database';
import { checkResponses } from './check-responses';
import { testKeys } from './test-keys';
import { createUser, type UserKind, type TestUser, anonymousHeaders } from './test-users';

/** Where a server keeps received files, unless the settings say otherwise. */
const testDataFolder = join(tmpdir(), 'corklight-test-data');

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
  /** The rows that a statement returns. */
  sql<Row extends QueryResultRow = any>(text: string, values?: unknown[]): Promise<Row[]>;
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

interface TestAppOptions {
  readonly settings?: SettingOverrides;
  /** The user of `get`. */
  readonly as?: UserKind | undefined;
  readonly output?: LogOutput;
  /** False: only requests ask the database. */
  readonly isScheduled?: boolean;
}

/**
 * The whole server on a test database, called without a port; it is closed with its database. Rate limits are off unless the settings say
 * otherwise. Each response must be as documented.
 */
export async function createTestApp(url: string, { settings = {}, as, output, isScheduled = true }: TestAppOptions = {}): Promise<TestApp> {
  const config = readConfig({
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    ARGON2_MEMORY: '1024',
    DATA_DIR: testDataFolder,
    ...testKeys,
    ...settings,
  });
  const app = await createApp(config, url, undefined, createLog(config, output), isScheduled);
  checkResponses(app);
  await app.init();
  stopDailyAndHourlyJobs(app);
  await app.getHttpAdapter().getInstance().ready();
  const siteHost = new URL(app.get(PublicUrl).origin).host;
  const viewer = as && (await createUser(app, as));
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= app.close());
  closeWithDatabase(url, { close });
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
    close,
  };
}

const sqlOn = ({ pool }: TestDatabase): TestAppWithDatabase['sql'] => {
  return async <Row extends QueryResultRow>(text: string, values?: unknown[]) => (await pool.query<Row>(text, values)).rows;
};

/** The whole server on its own empty database. */
export async function createTestAppWithDatabase(options?: TestAppOptions): Promise<TestAppWithDatabase> {
  const database = await createTestDatabase();
  return { ...(await createTestApp(database.url, options)), database, sql: sqlOn(database), close: () => database.close() };
}

/** The same for the tests around the call. */
export function useTestApp(options?: TestAppOptions): TestAppWithDatabase {
  const database = useTestDatabase();
  const site = { database } as TestAppWithDatabase;
  beforeAll(async () => void Object.assign(site, await createTestApp(database.url, options), { sql: sqlOn(database) }));
  return site;
}
