import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SECOND_MS } from '#domain/durations';
import { createApp } from '#server/app';
import { type Config, readSettings } from '#server/config/config';
import { isPublicSite } from '#server/config/public-site';
import { connectDatabase, migrateDatabase, type OpenDatabase } from '#server/launch/postgres/open-database';
import { demoCredentials, loadDemoOnce } from '#server/demo/load-demo-once';
import { Postgres } from '#server/database/postgres';
import { saveSetting, SERVED_PORT } from '#server/database/schema/stored-settings';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { PublicUrl } from '#server/http/public-url';
import { printStartupInfo } from '#server/launch/announce';
import { portError } from '#server/http/port-error';
import { AppointAdministrators } from '#server/people/appoint-administrators';
import { createLog, type Log } from '#server/monitoring/logs/log';

/** The time a stop may take: 10 s to drain requests, and some for the rest. */
const FORCED_EXIT_AFTER_MS = 15 * SECOND_MS;

/** The time that closing the database may take after that: nothing else would stop the embedded Postgres. */
const CLOSE_DATABASE_TIMEOUT_MS = 5 * SECOND_MS;

/**
 * One stop may arrive more than once: a terminal or a supervisor signals a whole group of processes, and the starter passes its signal on.
 * Signals within this time of the first are the same stop.
 */
const SAME_STOP_MS = SECOND_MS;

/**
 * Stops the process gracefully on Ctrl-C, SIGTERM, or when the parent process that started it is gone. A later signal ends it immediately.
 * `delayMs` is the part of the stop for which the server goes on accepting connections. A stop that takes too long ends with
 * `closeDatabase`. Returns whether it has begun to stop.
 */
function onStopSignal(close: () => Promise<void>, closeDatabase: () => Promise<void>, delayMs: number): () => boolean {
  let stoppedAtMs: number | undefined;
  const fail = () => process.exit(1);
  const force = () => {
    setTimeout(fail, CLOSE_DATABASE_TIMEOUT_MS);
    void closeDatabase().then(fail, fail);
  };
  const stop = () => {
    if (stoppedAtMs !== undefined) {
      if (performance.now() - stoppedAtMs > SAME_STOP_MS) process.exit(1);
      return;
    }
    stoppedAtMs = performance.now();
    setTimeout(force, delayMs + FORCED_EXIT_AFTER_MS).unref();
    void close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (process.channel) {
    process.on('disconnect', stop);
    process.channel.unref();
  }
  return () => stoppedAtMs !== undefined;
}

/** How many further ports to try when the configured one is in use. */
const MAX_PORT_RETRIES = 20;

/** Listens on the configured port, or on the next free one, and returns it. A public site has a proxy that knows the port, so it must be free. */
async function listen(app: NestFastifyApplication, config: Config): Promise<number> {
  const lastPort = config.PORT + (config.PORT === 0 || isPublicSite(config) ? 0 : MAX_PORT_RETRIES);
  for (let port = config.PORT; ; port++) {
    // Tried first, because Nest logs a port that it cannot listen on as an error.
    const isInUse = port > 0 && (await portError(config.HOST, port))?.code === 'EADDRINUSE';
    if (isInUse && port >= lastPort) throw new Error(`PORT ${port} is in use by another program (EADDRINUSE). Set PORT to choose another.`);
    if (isInUse) continue;
    try {
      await app.listen(port, config.HOST);
      return (app.getHttpServer().address() as { port: number }).port;
    } catch (error) {
      if ((error as { code?: string }).code !== 'EADDRINUSE' || port >= lastPort) throw error;
    }
  }
}

/** Prints to a terminal as it is, and elsewhere as records of the log. */
const printerTo =
  ({ isReadable, records }: Log) =>
  (line: string): void =>
    isReadable ? console.log(line) : records.info({ part: 'start' }, line);

async function run(): Promise<void> {
  const config = readSettings((warning) => console.warn(warning));
  const log = createLog(config);
  const connecting = connectDatabase(config);
  // A start may take minutes, for the demo or an upgrade. Until it has ended nothing is served, so that stopping it only closes the database.
  const closeDatabase = async () => (await connecting).close();
  let close = closeDatabase;
  const isStopping = onStopSignal(() => close(), closeDatabase, config.STOP_DELAY * SECOND_MS);
  try {
    const database = await migrateDatabase(await connecting, config);
    const app = await serve(config, database, log);
    close = async () => {
      await app.close();
      await database.close();
    };
  } catch (error) {
    // What it worked on was closed.
    if (isStopping()) return;
    const database = await connecting;
    const explained = await database.explainFailure(error);
    await database.close();
    throw explained;
  }
}

/** Serves the site. */
async function serve(config: Config, database: OpenDatabase, log: Log): Promise<NestFastifyApplication> {
  const app = await createApp(config, database.url, join(import.meta.dirname, '../client'), log);
  const demoRows = config.DEMO ? await loadDemoOnce(app) : 0;
  const credentials = await demoCredentials(app);
  const port = await listen(app, config);
  app.get(PublicUrl).setPort(port);
  await saveSetting(app.get(Postgres).pool, SERVED_PORT, String(port));
  printStartupInfo({
    config,
    database,
    port,
    localPath: app.get(PrintedAddress).path,
    demoRows,
    credentials,
    hasAdministrator: (await app.get(AppointAdministrators, { strict: false }).list()).length > 0,
    isRunByNpm: process.env['npm_lifecycle_event'] !== undefined,
    print: printerTo(log),
  });
  return app;
}

run().catch((error: unknown) => {
  console.error(`Corklight cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
