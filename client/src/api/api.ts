import type { Api, EndpointName } from '#domain/api';
import { ApiError, parseErrorResponse, networkError } from './api-error';
import { csrfHeader } from './csrf-header';

/** What a call takes: the endpoint's own input and a signal that gives it up. */
export type CallOptions<E extends EndpointName> = Omit<Api[E], 'response'> & { readonly signal?: AbortSignal };

type CallArguments<E extends EndpointName> = Api[E] extends { params: unknown } | { body: unknown }
  ? [call: CallOptions<E>]
  : [call?: CallOptions<E>];

interface RequestParts {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** The address of a call: parameters filled in, query appended, undefined values left out. */
export function endpointUrl(endpoint: EndpointName, call?: RequestParts): string {
  const params = new Map(Object.entries(call?.params ?? {}));
  const path = endpoint
    .slice(endpoint.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call?.query ?? {})) if (value !== undefined) query.set(name, String(value));
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
}

let signedOutListener: () => void = () => {};

/** Names what is to happen when the server says that nobody is signed in; the session, which knows who should be, asks for it. */
export const onSignedOut = (listener: () => void): void => void (signedOutListener = listener);

/**
 * One call of the API; null where the answer has no body. Throws `ApiError` for every status outside 200 to 299 and for a
 * missing answer; a call that was given up rejects with the signal's own AbortError, which callers treat as silence.
 */
export async function api<E extends EndpointName>(endpoint: E, ...[call]: CallArguments<E>): Promise<Api[E]['response']> {
  const request = (call ?? {}) as RequestParts;
  try {
    const response = await sendWithCsrfRetry(endpoint, request);
    return (response.status === 204 ? null : await response.json()) as Api[E]['response'];
  } catch (error) {
    // The browser reports a lost connection and an answer that is no JSON as these two.
    if (!request.signal?.aborted && (error instanceof TypeError || error instanceof SyntaxError)) throw networkError();
    throw error;
  }
}

/** A session may have begun anew since its proof was read: the call is sent once more with a fresh one. */
async function sendWithCsrfRetry(endpoint: EndpointName, request: RequestParts): Promise<Response> {
  try {
    return await send(endpoint, request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403 || error.code !== 'cross_site') throw error;
    await send('GET /sessions', {});
    return send(endpoint, request);
  }
}

async function send(endpoint: EndpointName, request: RequestParts): Promise<Response> {
  const method = endpoint.slice(0, endpoint.indexOf(' '));
  const { body, signal = null } = request;
  const response = await fetch(endpointUrl(endpoint, request), {
    method,
    signal,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...csrfHeader(method),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  const error = await parseErrorResponse(response);
  if (error.status === 401 && error.code === 'not_signed_in') signedOutListener();
  throw error;
}
