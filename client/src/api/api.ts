import type { Api, EndpointName } from '#domain/api';
import { FREE_SEARCHES_LEFT_HEADER } from '#domain/subscriptions/free-searches/free-search-rights';
import { ApiError, networkError, parseErrorResponse } from './api-error';
import { createStore } from './store';

/** The CSRF token among cookies; on https its name has a prefix, and the one without is of an earlier release. */
export const csrfTokenIn = (cookies: string): string | undefined =>
  (/(?:^|; )__Host-XSRF-TOKEN=([^;]+)/.exec(cookies) ?? /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(cookies))?.[1];

/** The options of a call: the endpoint's input and an abort signal. */
type CallOptions<E extends EndpointName> = Omit<Api[E], 'response'> & { readonly signal?: AbortSignal };

/** The arguments of a call after its endpoint: those without parameters and body need none. */
export type CallArguments<E extends EndpointName> = Api[E] extends { params: unknown } | { body: unknown }
  ? [call: CallOptions<E>]
  : [call?: CallOptions<E>];

/** The parts of any call. */
export interface RequestParts {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly file?: Blob;
  readonly signal?: AbortSignal;
}

/** The URL of a call, with its parameters and query; undefined query values are left out. */
export function endpointUrl(endpoint: EndpointName, call?: RequestParts): string {
  const params = new Map(Object.entries(call?.params ?? {}));
  const path = endpoint
    .slice(endpoint.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  return `/api${path}${queryString(call?.query ?? {})}`;
}

let signedOutListener: () => void = () => {};

/** Sets the listener for responses that say that the session has ended. */
export const onSignedOut = (listener: () => void): void => void (signedOutListener = listener);

/**
 * Calls the API and returns the response body; null for 204. Throws `ApiError` for every status outside 200 to 299 and for network
 * errors. An aborted call rejects with the signal's AbortError, which callers ignore.
 */
export async function api<E extends EndpointName>(endpoint: E, ...[call]: CallArguments<E>): Promise<Api[E]['response']> {
  const request = (call ?? {}) as RequestParts;
  try {
    const response = await sendWithCsrfRetry(endpoint, request);
    return (response.status === 204 ? null : await response.json()) as Api[E]['response'];
  } catch (error) {
    // fetch reports a lost connection as a TypeError and a body that is not JSON as a SyntaxError.
    if (!request.signal?.aborted && (error instanceof TypeError || error instanceof SyntaxError)) throw networkError();
    throw error;
  }
}

/** Retries once with a new CSRF token if the server rejected the token: the session may have been renewed. */
async function sendWithCsrfRetry(endpoint: EndpointName, request: RequestParts): Promise<Response> {
  try {
    return await send(endpoint, request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403 || error.code !== 'cross_site') throw error;
    await send('GET /sessions', {});
    return send(endpoint, request);
  }
}

/** The CSRF header: the double-submit token of the cookie. Safe methods need none. */
function csrfHeader(method: string): Record<string, string> {
  if (method === 'GET') return {};
  const cookie = csrfTokenIn(document.cookie);
  return cookie ? { 'x-xsrf-token': cookie } : {};
}

async function send(endpoint: EndpointName, request: RequestParts): Promise<Response> {
  const method = endpoint.slice(0, endpoint.indexOf(' '));
  const { body, file, signal = null } = request;
  const response = await fetch(endpointUrl(endpoint, request), {
    method,
    signal,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...csrfHeader(method),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(file === undefined ? {} : { 'content-type': 'application/octet-stream' }),
    },
    ...(body === undefined ? (file === undefined ? {} : { body: file }) : { body: JSON.stringify(body) }),
  });
  const left = response.headers.get(FREE_SEARCHES_LEFT_HEADER);
  if (left) freeSearches.left = Number(left);
  if (response.ok) return response;
  const error = await parseErrorResponse(response);
  if (error.status === 401 && error.code === 'not_signed_in') signedOutListener();
  throw error;
}

/** How many free searches the user has left today; null until the first list response. */
export const freeSearches = createStore<{ left: number | null }>(() => ({ left: null }), 'viewer');

/** The query string of the values that are set and differ from their default, such as `?page=2`; empty if there are none. */
export function queryString(values: object, defaults: object = {}): string {
  const defaultValues = new Map<string, unknown>(Object.entries(defaults));
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== defaultValues.get(name)) params.set(name, String(value));
  return params.size > 0 ? `?${params}` : '';
}
