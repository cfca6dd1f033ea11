import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config';
import { frameworkError } from '#server/http/error.filter';
import { servedRouteOf } from '#server/http/served-route';
import type { SiteMetrics } from '#server/monitoring/metrics/site-metrics';

type MetricsSettings = Pick<Config, 'METRICS_TOKEN' | 'METRICS_PORT' | 'METRICS_HOST'>;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const isBearer = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(hashOf(authorization ?? ''), hashOf(`Bearer ${token}`));

/** Every file of the client has a route of its own, which would each be a series. */
const seriesOf = (route: string): string => (route.startsWith('/assets/') ? '/assets/*' : route);

/** Measures every request, and serves `/metrics`: to bearers of METRICS_TOKEN, and on METRICS_PORT. Everyone else gets a 404. */
export function serveMetrics(fastify: FastifyInstance, metrics: SiteMetrics, settings: MetricsSettings): void {
  const { METRICS_TOKEN: token } = settings;
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = seriesOf(servedRouteOf(request).pattern ?? 'none');
    metrics.recordRequest(request.method, route, reply.statusCode, reply.elapsedTime);
    done();
  });
  fastify.get('/metrics', async ({ headers }, reply) => {
    if (token === undefined || !isBearer(headers.authorization, token)) return reply.code(404).send(frameworkError(404));
    return reply.type(metrics.contentType).send(await metrics.render());
  });
  if (settings.METRICS_PORT !== undefined) listenApart(fastify, metrics, settings);
}

/** Serves `/metrics` on a port of its own while the site is served. */
function listenApart(fastify: FastifyInstance, metrics: SiteMetrics, { METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: MetricsSettings): void {
  const respond: RequestListener = (request, response) => {
    const isAllowed = METRICS_TOKEN === undefined || isBearer(request.headers.authorization, METRICS_TOKEN);
    if (request.method !== 'GET' || request.url !== '/metrics' || !isAllowed) {
      response.writeHead(404).end();
      return;
    }
    metrics.render().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
  const server = createServer(respond);
  fastify.addHook('onReady', async () => {
    server.listen(METRICS_PORT, METRICS_HOST);
    await once(server, 'listening');
  });
  fastify.addHook('onClose', (_, done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
