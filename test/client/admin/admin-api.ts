import { type Answer, anyCatalog, type Reply } from '../../support/client';

export const fault = (message: string, status = 503): Reply => ({ status, body: { error: message, errors: [message], code: 'busy' } });

/** Answers some endpoints, by `GET /api/…`, and the catalogue; the rest is not there. */
export const answering =
  (endpoints: Readonly<Record<string, (url: URL) => Reply | Promise<Reply>>>): Answer =>
  (url, method) =>
    endpoints[`${method} ${url.pathname}`]?.(url) ?? anyCatalog(url);
