import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { CrawledEntities } from '#domain/catalog/pages/crawled-entities';
import { EntitySummaries } from '#domain/catalog/pages/entity-summaries';
import { MINUTE_MS, SECOND_MS } from '#domain/durations';
import { AppModule } from '#server/app.module';
import type { Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { refuseOtherHosts } from '#server/http/guards/served-hosts';
import { maxBodyBytes, applyBodyLimits } from '#server/http/limits/body-limits';
import { serveDemoPictures } from '#server/demo/pictures/serve-demo-pictures';
import { enforceDeadlines } from '#server/http/request-deadlines';
import { ClientIpLimits } from '#server/http/limits/client-ip-limits';
import { limitFloods } from '#server/http/limits/flood-limit';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { serveClient } from '#server/http/serve-client';
import { respondToClientError } from '#server/http/client-errors';
import { sendFrameworkError } from '#server/http/error.filter';
import { PageFinder } from '#server/http/pages/page-finder';
import { Sitemaps } from '#server/http/pages/sitemaps';
import { PublicUrl } from '#server/http/public-url';
import { serveHealth } from '#server/http/serve-health';
import { addSecurityHeaders, securityHeaders } from '#server/http/security-headers';

const MAX_CONNECTIONS = 12_000;

/** Creates the server, ready to listen; `clientFolder` contains the built client, without which it serves only the API. */
export async function createApp(config: Config, databaseUrl: string, clientFolder?: string): Promise<NestFastifyApplication> {
  const headers = securityHeaders(config.PUBLIC_URL?.startsWith('https:') ?? false);
  const adapter = new FastifyAdapter({
    // Addresses from beyond our own proxies are not trusted.
    trustProxy: config.TRUSTED_PROXIES > 0 && ((_address: string, hop: number) => hop < config.TRUSTED_PROXIES),
    bodyLimit: maxBodyBytes.default,
    routerOptions: { maxParamLength: 1_000 },
    requestTimeout: 30 * SECOND_MS,
    connectionTimeout: MINUTE_MS,
    keepAliveTimeout: 5 * SECOND_MS,
    maxRequestsPerSocket: 1_000,
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 10 * SECOND_MS, connectionsCheckingInterval: 5 * SECOND_MS },
    forceCloseConnections: 'idle',
    // A stopping server still responds, and closes the connection.
    return503OnClosing: false,
    frameworkErrors: (error: { readonly statusCode?: number }, _: unknown, reply: FastifyReply) =>
      sendFrameworkError(error, reply.headers(headers)),
    clientErrorHandler: (error, socket) => respondToClientError(error, socket, headers),
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forConfig(config, databaseUrl), adapter, {
    logger: ['error', 'warn'],
    rawBody: true,
  });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.server.maxConnections = MAX_CONNECTIONS;
  addSecurityHeaders(fastify, headers);
  refuseOtherHosts(fastify, config);
  limitFloods(fastify, app.get(ClientIpLimits), app.get(RefusalLog));
  applyBodyLimits(fastify);
  enforceDeadlines(fastify, config.DATABASE_DEADLINE_MS);
  serveHealth(fastify, app.get(Postgres), config.STOP_DELAY * SECOND_MS);
  serveDemoPictures(fastify, app.get(Postgres));
  if (clientFolder) {
    const publicUrl = app.get(PublicUrl);
    await serveClient(fastify, clientFolder, config, {
      finder: new PageFinder(app.get(EntitySummaries), app.get(ClientIpLimits)),
      publicUrl,
      sitemaps: publicUrl.isConfigured ? new Sitemaps(app.get(CrawledEntities), { origin: publicUrl.origin }) : null,
    });
  }
  return app;
}
