import { type FakeServer, catalogServer, type FakeResponse } from './client-app';

export const errorResponse = (message: string, status = 503): FakeResponse => ({
  status,
  body: { error: message, errors: [message], code: 'busy' },
});

/** Answers some endpoints, by `GET /api/…`, and the catalogue; the rest is not there. */
export const serveEndpoints =
  (endpoints: Readonly<Record<string, (url: URL) => FakeResponse | Promise<FakeResponse>>>): FakeServer =>
  (url, method) =>
    endpoints[`${method} ${url.pathname}`]?.(url) ?? catalogServer(url);
