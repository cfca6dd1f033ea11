import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import { Catalog } from '#domain/catalog/catalog';
import { MINUTE_MS, SECOND_MS } from '#domain/durations';
import { RateLimits } from '#domain/limits';
import { Secrets } from '#domain/secrets';
import { AppModule } from '#server/app.module';
import { type Config, isSandboxAllowed } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { refuseKeysInUrls } from '#server/http/guards/api-key';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { refuseOtherHosts } from '#server/http/guards/served-hosts';
import { serveDemo } from '#server/demo/serve-demo';
import { enforceDeadlines, limitBodyTimes } from '#server/http/request-deadlines';
import { servedRouteOf } from '#server/http/served-route';
import { ClientIpLimits } from '#server/http/limits/memory-rate-limits';
import { limitFloods } from '#server/http/limits/flood-limit';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { serveMcp } from '#server/mcp/serve-mcp';
import { serveClient } from '#server/pages/serve-client';
import { handleRouteErrors, refuseOtherMethods, sendFrameworkError, frameworkError } from '#server/http/error.filter';
import { PageFinder } from '#server/pages/page-finder';
import { Sitemaps } from '#server/pages/sitemaps';
import { PublicUrl } from '#server/http/public-url';
import { serveHealth } from '#server/monitoring/serve-health';
import { addSecurityHeaders, securityHeaders } from '#server/http/security-headers';
import { MaintenanceGate, refuseApiCalls } from '#server/operations/maintenance/maintenance-gate';
import { Heartbeat } from '#server/monitoring/instances/heartbeat';
import { createLog } from '#server/monitoring/logs/log';
import { logRequests } from '#server/monitoring/logs/log-requests';
import { serveMetrics } from '#server/monitoring/metrics/serve-metrics';
import { SiteMetrics } from '#server/monitoring/metrics/site-metrics';
import { NestLog } from '#server/monitoring/logs/nest-log';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A path that no screen has, and that can be decoded. */
const UNKNOWN_PATH = '/%25';

const canBeDecoded = (path: string): boolean => {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * The URL that a request is routed by: that of an unknown page where a browser asks for one at an address that cannot be decoded, which the
 * framework would answer with JSON. Calls of the API and files keep theirs.
 */
function routedUrl({ url = '/', method, headers }: Pick<IncomingMessage, 'url' | 'method' | 'headers'>): string {
  if (!url.includes('%') || (method !== 'GET' && method !== 'HEAD') || !headers.accept?.includes('text/html')) return url;
  const path = url.split(/[?#]/)[0] ?? url;
  return /^\/(api|assets)(\/|$)/.test(path) || canBeDecoded(path) ? url : UNKNOWN_PATH;
}

const statusByCode: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Responds to bytes that are no HTTP request, to oversized headers and to slow requests, with the body and headers of every other error. */
function respondToClientError(
  error: Error & { readonly code?: string },
  socket: Socket,
  headersOfEveryResponse: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statusByCode[error.code ?? ''] ?? 400;
  const body = JSON.stringify(frameworkError(status));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headersOfEveryResponse).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

/** The maximum size of a request body: small for users, larger for payment providers. */
const maxBodyBytes = { default: 16 * 1024, events: 4 * 1024, webhooks: 64 * 1024 } as const;

const maxBodyBytesOf = (url: string): number =>
  url.startsWith('/api/webhooks/') ? maxBodyBytes.webhooks : url === '/api/events' ? maxBodyBytes.events : maxBodyBytes.default;

/** Sets the body limits of every route; larger bodies are rejected with 413, and slower ones with 408. Uploads have none: their handlers read them as they arrive. */
function applyBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit = maxBodyBytesOf(route.url);
  });
  fastify.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (servedRouteOf(request).endpoint?.isUpload) done(null, payload);
    else done(Object.assign(new Error('not an upload'), { statusCode: 415 }));
  });
  limitBodyTimes(fastify);
}

/** Bounds the method, the body, and the time of every request. */
function boundRequests(fastify: FastifyInstance, config: Config): void {
  refuseOtherMethods(fastify);
  applyBodyLimits(fastify);
  enforceDeadlines(fastify, config.DATABASE_DEADLINE_MS);
}

const MAX_CONNECTIONS = 12_000;

/** Fastify with our bounds on connections and requests; `headers` are those of every response. */
function createAdapter(config: Config, headers: Readonly<Record<string, string>>): FastifyAdapter {
  return new FastifyAdapter({
    // Addresses from beyond our own proxies are not trusted.
    trustProxy: config.TRUSTED_PROXIES > 0 && ((_address: string, hop: number) => hop < config.TRUSTED_PROXIES),
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes.default,
    routerOptions: { maxParamLength: 1_000 },
    rewriteUrl: routedUrl,
    // Uploads may take longer: `limitBodyTimes` ends the others.
    requestTimeout: 0,
    connectionTimeout: MINUTE_MS,
    keepAliveTimeout: 5 * SECOND_MS,
    maxRequestsPerSocket: 1_000,
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 10 * SECOND_MS, connectionsCheckingInterval: 5 * SECOND_MS },
    forceCloseConnections: 'idle',
    // A stopping server still responds, and closes the connection.
    return503OnClosing: false,
    frameworkErrors: (error: { readonly statusCode?: number }, { id }: FastifyRequest, reply: FastifyReply) =>
      sendFrameworkError(error, reply.headers({ ...headers, 'x-request-id': id })),
    clientErrorHandler: (error, socket) => respondToClientError(error, socket, headers),
  });
}

/**
 * Creates the server, ready to listen; `clientFolder` contains the built client, without which it serves only the API. Without its
 * schedule, jobs run only when they are asked to.
 */
export async function createApp(
  config: Config,
  databaseUrl: string,
  clientFolder?: string,
  log = createLog(config),
  isScheduled = true,
): Promise<NestFastifyApplication> {
  const headers = securityHeaders(config);
  const appModule = AppModule.forConfig(config, databaseUrl, log, isScheduled);
  const app = await NestFactory.create<NestFastifyApplication>(appModule, createAdapter(config, headers), {
    logger: new NestLog(log.records),
    rawBody: true,
  });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.server.maxConnections = MAX_CONNECTIONS;
  handleRouteErrors(fastify, app.get(RefusalLog));
  logRequests(fastify, log, app.get(Secrets));
  addSecurityHeaders(fastify, headers);
  serveMetrics(fastify, app.get(SiteMetrics, { strict: false }), config);
  refuseOtherHosts(fastify, config);
  refuseKeysInUrls(fastify);
  limitFloods(fastify, { own: app.get(ClientIpLimits), shared: app.get(RateLimits) }, app.get(RefusalLog));
  // While the requests end, and before the database is closed.
  if (isScheduled) fastify.addHook('onClose', () => app.get(Heartbeat).end());
  boundRequests(fastify, config);
  serveHealth(fastify, app, config);
  refuseApiCalls(fastify, app.get(MaintenanceGate, { strict: false }));
  serveMcp(fastify, app, config.BRAND_NAME);
  if (isSandboxAllowed(config)) serveDemo(fastify, app.get(Postgres).pool, config.BRAND_NAME, app.get(PrintedAddress));
  if (clientFolder) {
    const publicUrl = app.get(PublicUrl);
    await serveClient(fastify, clientFolder, config, {
      gate: app.get(MaintenanceGate, { strict: false }),
      finder: new PageFinder(app.get(Catalog), app.get(ClientIpLimits)),
      publicUrl,
      sitemaps: publicUrl.isConfigured ? new Sitemaps(app.get(Catalog), { origin: publicUrl.origin }) : null,
    });
  }
  return app;
}
