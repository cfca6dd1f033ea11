/** A failed API call; status 0 without a response. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** A stable code; `network` without a response. */
    readonly code: string,
    /** All errors as sentences, at least one; the message is the first. */
    readonly errors: readonly string[],
    /** Seconds until a retry makes sense; null if the server did not say. */
    readonly retryAfter: number | null = null,
    /** The request id for support; null without one. */
    readonly reference: string | null = null,
  ) {
    super(errors[0] ?? 'Something went wrong. Please try again.');
  }
}

const NO_RESPONSE_MESSAGE = "We couldn't reach the server. Check your connection and try again.";
const UNKNOWN_ERROR_MESSAGE = "The server couldn't respond. Please try again in a moment.";

/** Validation errors start with the field name as in the API. One-word names are capitalized so that the text reads as a sentence. */
const capitalizeFieldName = (text: string): string => (/^[a-z-]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/** The error of a call without a response. */
export const networkError = (): ApiError => new ApiError(0, 'network', [NO_RESPONSE_MESSAGE]);

/** Converts anything a call may throw to an ApiError. Anything but an ApiError is a defect of the client and is logged. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  console.error(error);
  return networkError();
}

/** Parses an error response; the body may be anything, for example the HTML page of a proxy. */
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
