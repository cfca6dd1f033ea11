const MAX_RESPONSE_BYTES = 1_048_576;

/** A response; `json` is undefined when the body is not JSON. */
export interface CappedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/**
 * Sends a request to an untrusted server: no redirects, a timeout for the whole exchange, at most 1 MiB uncompressed. Throws on failure.
 * `send` replaces the network where a sandbox in this process answers.
 */
export async function cappedFetch(
  url: string,
  request: RequestInit,
  timeoutMs: number,
  send: typeof fetch = fetch,
): Promise<CappedResponse> {
  const response = await send(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  const text = await readText(response);
  return { status: response.status, headers: response.headers, json: parseJson(text) };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error('its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why a fetch failed, which the cause of its error says; that of several refused addresses has no text. */
export function fetchFailure(error: unknown): string {
  const { cause, message } = error as Error;
  return (cause instanceof Error && cause.message) || message;
}
