import type { DocumentedErrorCode, Endpoint } from '#domain/endpoint';
import * as errors from '#domain/errors';
import { frameworkError, statusOf } from '#server/http/error.filter';

/** An error response of an endpoint, with its reason. */
export interface DocumentedError {
  readonly status: number;
  /** The `code` in the response. */
  readonly code: string;
  readonly says: string;
}

const sampleErrors: readonly errors.DomainError[] = [
  new errors.InvalidInput([]),
  new errors.NotSignedIn(),
  new errors.InvalidApiKey(),
  new errors.ApiKeyRefused(),
  new errors.InvalidCredentials(),
  new errors.PremiumRequired(),
  new errors.Forbidden(),
  new errors.CsrfRejected(),
  new errors.NotFound(''),
  new errors.Conflict(''),
  new errors.NotPossible(''),
  new errors.TooManyRequests(1),
  new errors.Unavailable(''),
];
const statusByCode = new Map(sampleErrors.map((error) => [error.code, statusOf(error)]));

/** Whether requests may be sent with an API key. */
export const acceptsApiKey = ({ access, isReadableByKey }: Endpoint): boolean => access === 'ingest' || isReadableByKey === true;

/** Whether requests must send the CSRF token, because they change something, unless they have an API key. */
export const requiresCsrfToken = ({ name, access }: Endpoint): boolean => !name.startsWith('GET ') && access !== 'outside';

/** The errors that follow from the access, the input and the method of an endpoint. */
function standardErrors(
  endpoint: Endpoint,
): Partial<Record<DocumentedErrorCode | 'cross_site' | 'invalid_api_key' | 'api_key_refused', string>> {
  const { access, isReadableByKey, params, query, body } = endpoint;
  return {
    ...(params || query || body ? { invalid_input: 'A value is missing or wrong; each message begins with its name.' } : {}),
    ...(access === 'anyone' || access === 'outside' ? {} : { not_signed_in: 'You are not signed in.' }),
    ...(access === 'admin' || access === 'ingest' ? { forbidden: 'For admins only.' } : {}),
    ...(acceptsApiKey(endpoint)
      ? {
          invalid_api_key: 'The API key is wrong, revoked, or expired.',
          api_key_refused: isReadableByKey
            ? 'It is an ingest key.'
            : 'It is a personal API key, or its owner is no administrator any more.',
        }
      : {}),
    ...(requiresCsrfToken(endpoint) ? { cross_site: 'X-XSRF-TOKEN is missing or belongs to another session.' } : {}),
    too_many: 'Too many attempts; the header retry-after is the number of seconds to wait.',
  };
}

/** All errors of an endpoint by status; its own reasons replace the standard ones. */
export function errorsOf(endpoint: Endpoint): readonly DocumentedError[] {
  const reasons = { ...standardErrors(endpoint), ...endpoint.errors };
  const domainErrors = Object.entries(reasons).map(([code, says]) => ({ status: statusByCode.get(code) ?? 422, code, says }));
  const statuses = [...(endpoint.body ? [413] : []), ...(requiresCsrfToken(endpoint) ? [415] : [])];
  const frameworkErrors = statuses.map((status) => {
    const { code, error } = frameworkError(status, endpoint);
    return { status, code, says: error };
  });
  return [...domainErrors, ...frameworkErrors].toSorted((a, b) => a.status - b.status);
}
