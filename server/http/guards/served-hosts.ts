import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hostNameOf, isOriginThisMachine, isServedHost, isTargetOfHost } from '#domain/site/hosts';
import type { Config } from '#server/config/config';
import { frameworkError } from '#server/http/error.filter';

const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;

/** Answers 400 to two Host headers, and 421 to requests whose Host header or target names another site. The first one is logged, because a proxy may not pass on the header. */
export function refuseOtherHosts(fastify: FastifyInstance, { PUBLIC_URL, HOST }: Config): void {
  const publicHost = PUBLIC_URL === undefined ? null : hostNameOf(new URL(PUBLIC_URL).host);
  const logger = new Logger('http');
  let isLogged = false;
  const refuse = (reply: FastifyReply, status: 400 | 421): void =>
    void reply.code(status).header('cache-control', 'no-store').send(frameworkError(status));
  fastify.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers;
    const path = request.url.split('?', 1)[0] ?? '';
    if (countHosts(request.raw.rawHeaders) > 1) return refuse(reply, 400);
    if (
      isTargetOfHost(request.url, host) &&
      isServedHost(host, { publicHost, listenHost: HOST, localAddress: request.socket.localAddress, path })
    )
      return done();
    if (!isLogged) {
      const expected = publicHost === null ? 'Set PUBLIC_URL to serve it.' : `Only ${publicHost} is; have your proxy pass on the header.`;
      logger.warn(`The Host ${JSON.stringify((host ?? '').slice(0, 100))} is not served. ${expected}`);
    }
    isLogged = true;
    refuse(reply, 421);
  });
}

/** Whether a request comes from this machine, as far as connection and headers tell. */
export const isFromThisMachine = ({ socket, headers, raw }: FastifyRequest): boolean =>
  isOriginThisMachine({
    remoteAddress: socket.remoteAddress,
    hostHeader: headers.host,
    httpVersion: raw.httpVersion,
    headerNames: Object.keys(headers),
  });
