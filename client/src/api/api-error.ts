/** A call that was refused or failed: status 0 when no answer came at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** A stable machine word; `network` when no answer came. */
    readonly code: string,
    /** All faults as sentences, at least one; the message is the first. */
    readonly errors: readonly string[],
    /** Seconds after which trying again makes sense; null when the server did not say. */
    readonly retryAfter: number | null = null,
    /** What support can find the request by; null when the server gave none. */
    readonly reference: string | null = null,
  ) {
    super(errors[0] ?? 'Something went wrong. Please try again.');
  }
}

const NO_RESPONSE_MESSAGE = 'We could not reach the server. Check your connection and try again.';
const UNKNOWN_ERROR_MESSAGE = 'The server could not answer. Please try again in a moment.';

/** A fault of a field begins with the field's name as the API has it: people read a sentence. Names of more than one word stay. */
const capitalizeFieldName = (text: string): string => (/^[a-z-]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/** The error of a call to which no answer came. */
export const networkError = (): ApiError => new ApiError(0, 'network', [NO_RESPONSE_MESSAGE]);

/** Converts anything a call may throw to an ApiError. Anything but an ApiError is a defect of the client and is logged. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  console.error(error);
  return networkError();
}

/** The error that an answer outside 200 to 299 carries; understands bodies that are not ours (a proxy's HTML page). */
export async function parseErrorResponse(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const errorBody = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const messages = Array.isArray(errorBody['errors'])
    ? errorBody['errors'].filter((entry): entry is string => typeof entry === 'string')
    : [];
  const fallbackMessages = typeof errorBody['error'] === 'string' ? [errorBody['error']] : [UNKNOWN_ERROR_MESSAGE];
  const code = typeof errorBody['code'] === 'string' ? errorBody['code'] : 'unknown';
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(retryAfterSeconds) && retryAfterSeconds > 0 ? Math.ceil(retryAfterSeconds) : null;
  return new ApiError(
    response.status,
    code,
    (messages.length > 0 ? messages : fallbackMessages).map(capitalizeFieldName),
    retryAfter,
    response.headers.get('x-request-id'),
  );
}
