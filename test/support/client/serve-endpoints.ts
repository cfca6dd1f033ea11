import { catalogServer } from './catalog-records';
import type { FakeServer, FakeResponse } from './client-app';

export const errorResponse = (message: string, status = 503, code = 'busy'): FakeResponse => ({
  status,
  body: { error: message, errors: [message], code },
});

/** Serves some endpoints, by `GET /api/…`, and the catalog; others respond with 404. */
export const serveEndpoints =
  (endpoints: Readonly<Record<string, (url: URL) => FakeResponse | Promise<FakeResponse>>>): FakeServer =>
  (url, method) =>
    endpoints[`${method} ${url.pathname}`]?.(url) ?? catalogServer(url);
