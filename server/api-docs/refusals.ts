import { access, type Endpoint } from '#domain/api';
import {
  Conflict,
  CsrfRejected,
  type DomainError,
  Forbidden,
  InvalidCredentials,
  InvalidInput,
  NotFound,
  NotPossible,
  NotSignedIn,
  PremiumRequired,
  TooManyRequests,
  Unavailable,
} from '#domain/errors';
import type { AnyEndpointDocs } from '#server/api-docs/endpoint-docs';
import { frameworkError, statusOf } from '#server/http/error.filter';

/** Why a call may be refused. */
export interface Refusal {
  readonly status: number;
  /** The machine word in the answer. */
  readonly code: string;
  readonly says: string;
}

const sampleErrors: readonly DomainError[] = [
  new InvalidInput([]),
  new NotSignedIn(),
  new InvalidCredentials(),
  new PremiumRequired(),
  new Forbidden(),
  new CsrfRejected(),
  new NotFound(''),
  new Conflict(''),
  new NotPossible(''),
  new TooManyRequests(1),
  new Unavailable(''),
];
const statusByCode = new Map(sampleErrors.map((error) => [error.code, statusOf(error)]));

/** Does a call of this endpoint change something, so that it must bring the cross-site token? */
export const requiresCsrfToken = (endpoint: Endpoint): boolean => !endpoint.startsWith('GET ') && access[endpoint] !== 'outside';

/** What an endpoint refuses by what it is: who may call it, what it takes, how it is called. */
function standardReasons(endpoint: Endpoint, { params, query, body }: AnyEndpointDocs): Record<string, string> {
  const requiredAccess = access[endpoint];
  return {
    ...(params || query || body ? { invalid_input: 'Something is missing or has a wrong value; each sentence begins with its name.' } : {}),
    ...(requiredAccess === 'signed-in' || requiredAccess === 'admin' ? { not_signed_in: 'Nobody is signed in.' } : {}),
    ...(requiredAccess === 'admin' ? { forbidden: 'For administrators alone.' } : {}),
    ...(requiresCsrfToken(endpoint) ? { cross_site: 'X-XSRF-TOKEN is missing or belongs to another session.' } : {}),
    too_many: 'Too many tries; the header retry-after says how many seconds to wait.',
  };
}

/** All refusals of an endpoint, by status; its own reasons replace the usual ones. */
export function refusalsOf(endpoint: Endpoint, docs: AnyEndpointDocs): readonly Refusal[] {
  const reasons = { ...standardReasons(endpoint, docs), ...docs.refuses };
  const byRules = Object.entries(reasons).map(([code, says]) => ({ status: statusByCode.get(code) ?? 422, code, says }));
  const byShape = [...(docs.body ? [413] : []), ...(requiresCsrfToken(endpoint) ? [415] : [])].map((status) => {
    const { code, error } = frameworkError(status);
    return { status, code, says: error };
  });
  return [...byRules, ...byShape].toSorted((a, b) => a.status - b.status);
}
