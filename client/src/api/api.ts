import type { Api, Endpoint } from '#domain/api';
import { errorOf, noAnswer } from './api-error';

/** What a call takes: the endpoint's own input and a signal that gives it up. */
export type Call<E extends Endpoint> = Omit<Api[E], 'answer'> & { readonly signal?: AbortSignal };

type Calls<E extends Endpoint> = Api[E] extends { params: unknown } ? [call: Call<E>] : [call?: Call<E>];

interface Parts {
  readonly params?: object;
  readonly query?: object;
}

/** The address of a call: parameters filled in, query appended, undefined values left out. */
export function addressOf(endpoint: Endpoint, call?: Parts): string {
  const params = new Map(Object.entries(call?.params ?? {}));
  const path = endpoint
    .slice(endpoint.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call?.query ?? {})) if (value !== undefined) query.set(name, String(value));
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
}

/**
 * One call of the API. Throws `ApiError` for every status outside 200 to 299 and for a missing answer; a call that was
 * given up rejects with the signal's own AbortError, which callers treat as silence.
 */
export async function api<E extends Endpoint>(endpoint: E, ...[call]: Calls<E>): Promise<Api[E]['answer']> {
  const signal = call?.signal ?? null;
  const method = endpoint.slice(0, endpoint.indexOf(' '));
  try {
    const response = await fetch(addressOf(endpoint, call as Parts | undefined), {
      method,
      signal,
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
    });
    if (!response.ok) throw await errorOf(response);
    return (await response.json()) as Api[E]['answer'];
  } catch (error) {
    // The browser reports a lost connection and an answer that is no JSON as these two.
    if (!signal?.aborted && (error instanceof TypeError || error instanceof SyntaxError)) throw noAnswer();
    throw error;
  }
}
