const MOST_BYTES = 1_048_576;

/** What came back; `json` is undefined where the body was none. */
export interface CappedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/**
 * One request to a party we do not trust: no redirects, at most so many milliseconds for all of it, at most 1 MiB unpacked. Throws
 * whatever stopped it.
 */
export async function cappedFetch(url: string, request: RequestInit, timeout: number): Promise<CappedAnswer> {
  const response = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(timeout) });
  const text = await textOf(response);
  return { status: response.status, headers: response.headers, json: jsonOf(text) };
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early ends the connection.
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) throw new Error('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
