import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '#server/app.module';
import type { Config } from '#server/config/config';
import { isSandboxAllowed } from '#server/config/config-errors';
import { Postgres } from '#server/database/postgres';
import { maxBodyBytes, applyBodyLimits } from '#server/http/limits/body-limits';
import { serveClient } from '#server/http/serve-client';
import { sendFrameworkError } from '#server/http/error.filter';
import { serveHealth } from '#server/http/serve-health';
import { addSecurityHeaders } from '#server/http/security-headers';
import { serveCapturedMail } from '#server/mail/serve-captured-mail';

/** The server, ready to listen; `clientFolder` holds the built client (absent: the API alone). */
export async function createApp(config: Config, databaseUrl: string, clientFolder?: string): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    // Exactly so many proxies of ours stand before us; an address claimed from further out is not believed.
    trustProxy: config.TRUSTED_PROXIES > 0 && ((_address: string, hop: number) => hop < config.TRUSTED_PROXIES),
    bodyLimit: maxBodyBytes.default,
    routerOptions: { maxParamLength: 1_000 },
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 5_000,
    maxRequestsPerSocket: 1_000,
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    // Who still asks a server that is stopping is answered, and told to come on another connection.
    return503OnClosing: false,
    frameworkErrors: sendFrameworkError,
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forConfig(config, databaseUrl), adapter, {
    logger: ['error', 'warn'],
    rawBody: true,
  });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.server.maxConnections = 12_000;
  applyBodyLimits(fastify);
  addSecurityHeaders(fastify, config.PUBLIC_URL?.startsWith('https:') ?? false);
  serveHealth(fastify, app.get(Postgres));
  if (!config.SMTP_URL && isSandboxAllowed(config)) serveCapturedMail(fastify, app.get(Postgres).pool, config.BRAND_NAME);
  if (clientFolder) await serveClient(fastify, clientFolder, config);
  return app;
}
