import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '#server/app';
import { type Config, readConfig } from '#server/config/config';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface TestApp {
  readonly app: NestFastifyApplication;
  get(path: string): Promise<Answer>;
  close(): Promise<void>;
}

/** The whole server on a test's database, asked without a port. */
export async function testApp(url: string, settings: Partial<Record<keyof Config, string>> = {}): Promise<TestApp> {
  const app = await createApp(readConfig({ NODE_ENV: 'test', ...settings }), url);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return {
    app,
    get: async (path) => {
      const response = await app.inject(path);
      return { status: response.statusCode, body: response.json(), headers: response.headers };
    },
    close: () => app.close(),
  };
}
