import { createApp } from '#server/app';
import { readConfig } from '#server/config/config';
import { reportUsage } from './report-usage.js';

/** The product itself, for somebody who may see every page. */
const config = readConfig({
  DEMO: 'false',
  DEV_VIEWER: 'premium',
  ORDERED_LISTS_FROM: process.env['BENCH_ORDERED_FROM'],
});
const app = await createApp(config, process.env['BENCH_DATABASE_URL'] ?? '');
await app.listen(0, '127.0.0.1');
reportUsage((app.getHttpServer().address() as { port: number }).port);
