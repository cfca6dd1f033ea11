import type { FastifyRequest } from 'fastify';
import { endpoints } from '#domain/api';
import type { Endpoint } from '#domain/endpoint';
import type { Limit } from '#domain/limits';

/** The route of a request. */
export interface ServedRoute {
  /** The route's pattern, which holds none of the codes and ids of a URL; undefined if no route matches. */
  readonly pattern: string | undefined;
  /** The endpoint name of the route: `GET /boards/:id`. */
  readonly name: string;
  /** The record of the endpoint; undefined for everything that is not of the API. */
  readonly endpoint: Endpoint | undefined;
  /** The limits that all its requests count for by their client IP, in all instances together. */
  readonly sharedLimits: readonly Limit[];
}

declare module 'fastify' {
  interface FastifyRequest {
    servedRoute?: ServedRoute;
  }
}

/** The endpoint name of a served route: `GET /boards/:id`. */
export const endpointNameOf = (method: string, pattern: string | undefined): string =>
  `${method === 'HEAD' ? 'GET' : method} ${(pattern ?? '').replace(/^\/api(?=\/)/, '')}`;

/** Per method and pattern, of which there are few. */
const routes = new Map<string, ServedRoute>();

/** The route of a request, found once: the framework makes a new object of many fields whenever it is asked. */
export function servedRouteOf(request: FastifyRequest): ServedRoute {
  return (request.servedRoute ??= findRoute(request.method, request.routeOptions.url));
}

function findRoute(method: string, pattern: string | undefined): ServedRoute {
  const key = `${method} ${pattern}`;
  const known = routes.get(key);
  if (known) return known;
  const name = endpointNameOf(method, pattern);
  const endpoint = endpoints.get(name);
  const sharedLimits = (endpoint?.limits ?? []).filter((limit) => limit.scope === 'client-ip' && !limit.inMemory && !limit.countedWhen);
  const route = { pattern, name, endpoint, sharedLimits };
  routes.set(key, route);
  return route;
}

/** Every method of every path of the API, as segments. */
const servedPaths = [...endpoints.keys()].map((name) => {
  const [method = '', path = ''] = name.split(' ');
  return { methods: method === 'GET' ? ['GET', 'HEAD'] : [method], segments: `/api${path}`.split('/') };
});

/** The methods that this path of the API has; none if there is no such path. */
export function methodsOf(path: string): readonly string[] {
  const parts = path.split('/');
  const isServed = (segments: readonly string[]) =>
    segments.length === parts.length && segments.every((segment, index) => segment === parts[index] || segment.startsWith(':'));
  return servedPaths.flatMap(({ methods, segments }) => (isServed(segments) ? methods : []));
}

/** The path of a request, without its query. */
export const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/';
