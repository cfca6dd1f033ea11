import { z } from 'zod';
import { analyticsFilters, AnalyticsQuery, isWithinReach, sandboxAnalytics } from '#server/linked-accounts/sandbox/analytics';
import { BoardsQuery, sandboxBoards, sandboxPage } from '#server/linked-accounts/sandbox/boards';
import {
  AdAccountsQuery,
  RelatedTermsQuery,
  sandboxAdAccounts,
  sandboxRelatedTerms,
  sandboxSuggestedTerms,
  sandboxTrends,
  sandboxVolumes,
  SuggestedTermsQuery,
  TrendsQuery,
  VolumesQuery,
} from '#server/linked-accounts/sandbox/keywords';
import {
  PinAnalyticsQuery,
  PinQuery,
  PinsQuery,
  sandboxPin,
  sandboxPinAnalytics,
  sandboxPins,
  sandboxTopPins,
  TopPinsQuery,
} from '#server/linked-accounts/sandbox/pins';
import { sandboxProfile } from '#server/linked-accounts/sandbox/accounts';
import type { RateClass } from '#server/linked-accounts/sandbox/rate-limits';

/** The account whose token a call carries, and the groups of the call's path. */
export interface CallContext {
  readonly username: string;
  readonly params: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

/** One call of Pinterest's API: where it is, what it needs, and how the sandbox answers. */
export interface SandboxCall {
  /** Matches the path below the base, with its parameters as named groups. */
  readonly path: RegExp;
  readonly scopes: readonly string[];
  readonly rateClass: RateClass;
  /** Parses the query and answers; null when the query has an unknown parameter or a wrong value. */
  readonly answer: (query: unknown, context: CallContext) => { readonly status: number; readonly body: unknown } | null;
}

const notFound = { status: 404, body: { code: 50, message: 'Pin not found.' } };

/**
 * A call whose query is checked by a strict schema, so that a parameter that Pinterest does not know is refused. `respond` returns the body,
 * null for a wrong value, or undefined for what the account does not have.
 */
function call<Query extends z.ZodType>(
  facts: Omit<SandboxCall, 'answer'>,
  query: Query,
  respond: (query: z.output<Query>, context: CallContext) => unknown,
): SandboxCall {
  return {
    ...facts,
    answer: (input, context) => {
      const parsed = query.safeParse(input);
      if (!parsed.success) return null;
      const body = respond(parsed.data, context);
      if (body === undefined) return notFound;
      return body === null ? null : { status: 200, body };
    },
  };
}

const ProfileQuery = z.strictObject({ ad_account_id: analyticsFilters.ad_account_id });

/** The calls that the sandbox answers. */
export const sandboxCalls: readonly SandboxCall[] = [
  call({ path: /^user_account$/, scopes: ['user_accounts:read'], rateClass: 'org_read' }, ProfileQuery, (_, { username }) =>
    sandboxProfile(username),
  ),
  call(
    { path: /^user_account\/analytics$/, scopes: ['user_accounts:read'], rateClass: 'org_analytics' },
    AnalyticsQuery,
    (query, { username, nowMs }) => (isWithinReach(query, nowMs) ? sandboxAnalytics(username, query, nowMs) : null),
  ),
  call(
    { path: /^user_account\/analytics\/top_pins$/, scopes: ['pins:read', 'user_accounts:read'], rateClass: 'org_analytics' },
    TopPinsQuery,
    (query, { username, nowMs }) => (isWithinReach(query, nowMs) ? sandboxTopPins(username, query, nowMs) : null),
  ),
  call({ path: /^pins$/, scopes: ['boards:read', 'pins:read'], rateClass: 'org_read' }, PinsQuery, (query, { username, nowMs }) =>
    sandboxPage(sandboxPins(username, query, nowMs), query, nowMs),
  ),
  call(
    { path: /^pins\/(?<id>\d+)$/, scopes: ['boards:read', 'pins:read'], rateClass: 'org_read' },
    PinQuery,
    (query, { username, params, nowMs }) => sandboxPin(username, params['id'] ?? '', query, nowMs),
  ),
  call(
    { path: /^pins\/(?<id>\d+)\/analytics$/, scopes: ['boards:read', 'pins:read'], rateClass: 'org_analytics' },
    PinAnalyticsQuery,
    (query, { username, params, nowMs }) =>
      isWithinReach(query, nowMs) ? sandboxPinAnalytics(username, params['id'] ?? '', query, nowMs) : null,
  ),
  call({ path: /^boards$/, scopes: ['boards:read'], rateClass: 'org_read' }, BoardsQuery, (query, { username, nowMs }) =>
    sandboxPage(sandboxBoards(username), query, nowMs),
  ),
  call(
    { path: /^trends\/keywords\/(?<region>[^/]+)\/top\/(?<type>\w+)$/, scopes: ['user_accounts:read'], rateClass: 'trends_read' },
    TrendsQuery,
    (query, { params, nowMs }) => sandboxTrends(params, query, nowMs),
  ),
  call({ path: /^ad_accounts$/, scopes: ['ads:read'], rateClass: 'ads_read' }, AdAccountsQuery, (_, { username }) =>
    sandboxAdAccounts(username),
  ),
  call(
    { path: /^ad_accounts\/(?<id>\d{1,18})\/keywords\/metrics$/, scopes: ['ads:read'], rateClass: 'ads_read' },
    VolumesQuery,
    (query, { username, params }) => sandboxVolumes(username, params['id'] ?? '', query),
  ),
  call({ path: /^terms\/related$/, scopes: ['ads:read'], rateClass: 'ads_read' }, RelatedTermsQuery, (query) => sandboxRelatedTerms(query)),
  call({ path: /^terms\/suggested$/, scopes: ['ads:read'], rateClass: 'ads_read' }, SuggestedTermsQuery, (query) =>
    sandboxSuggestedTerms(query),
  ),
];
