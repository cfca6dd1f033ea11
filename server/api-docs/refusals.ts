import { access, type Endpoint } from '#domain/api';
import {
  Conflict,
  CrossSite,
  type DomainError,
  Forbidden,
  InvalidCredentials,
  InvalidInput,
  NotFound,
  NotPossible,
  NotSignedIn,
  PremiumRequired,
  TooMany,
  Unavailable,
} from '#domain/errors';
import type { AnyLine } from '#server/api-docs/line';
import { fault, statusOf } from '#server/http/error.filter';

/** Why a call may be refused. */
export interface Refusal {
  readonly status: number;
  /** The machine word in the answer. */
  readonly code: string;
  readonly says: string;
}

const errors: readonly DomainError[] = [
  new InvalidInput([]),
  new NotSignedIn(),
  new InvalidCredentials(),
  new PremiumRequired(),
  new Forbidden(),
  new CrossSite(),
  new NotFound(''),
  new Conflict(''),
  new NotPossible(''),
  new TooMany(1),
  new Unavailable(''),
];
const statusByCode = new Map(errors.map((error) => [error.code, statusOf(error)]));

/** Does a call of this endpoint change something, so that it must bring the cross-site token? */
export const bringsToken = (endpoint: Endpoint): boolean => !endpoint.startsWith('GET ') && access[endpoint] !== 'outside';

/** What an endpoint refuses by what it is: who may call it, what it takes, how it is called. */
function usual(endpoint: Endpoint, { params, query, body }: AnyLine): Record<string, string> {
  const wanted = access[endpoint];
  return {
    ...(params || query || body ? { invalid_input: 'Something is missing or has a wrong value; each sentence begins with its name.' } : {}),
    ...(wanted === 'signed-in' || wanted === 'admin' ? { not_signed_in: 'Nobody is signed in.' } : {}),
    ...(wanted === 'admin' ? { forbidden: 'For administrators alone.' } : {}),
    ...(bringsToken(endpoint) ? { cross_site: 'X-XSRF-TOKEN is missing or belongs to another session.' } : {}),
    too_many: 'Too many tries; the header retry-after says how many seconds to wait.',
  };
}

/** All refusals of an endpoint, by status; its own reasons replace the usual ones. */
export function refusalsOf(endpoint: Endpoint, line: AnyLine): readonly Refusal[] {
  const reasons = { ...usual(endpoint, line), ...line.refuses };
  const byRules = Object.entries(reasons).map(([code, says]) => ({ status: statusByCode.get(code) ?? 422, code, says }));
  const byShape = [...(line.body ? [413] : []), ...(bringsToken(endpoint) ? [415] : [])].map((status) => {
    const { code, error } = fault(status);
    return { status, code, says: error };
  });
  return [...byRules, ...byShape].toSorted((one, other) => one.status - other.status);
}
