import { z } from 'zod';
import { analyticsFilters, PinterestAnalyticsQuery, isWithinReach, sandboxAnalytics } from '#server/linked-accounts/sandbox/analytics';
import {
  BoardsQuery,
  sandboxBoards,
  sandboxPage,
  PinAnalyticsQuery,
  PinQuery,
  PinsQuery,
  sandboxCreatedPins,
  sandboxPin,
  sandboxPinAnalytics,
  sandboxPins,
  sandboxTopPins,
  TopPinsQuery,
} from '#server/linked-accounts/sandbox/pins';
import {
  AdAccountsQuery,
  RelatedTermsQuery,
  sandboxAdAccounts,
  sandboxRelatedTerms,
  sandboxSuggestedTerms,
  sandboxTrends,
  sandboxVolumes,
  SuggestedTermsQuery,
  PinterestTrendsQuery,
  PinterestVolumesQuery,
} from '#server/linked-accounts/sandbox/keywords';
import type { SandboxPart } from '#server/linked-accounts/sandbox/faults';
import { sandboxProfile } from '#server/linked-accounts/sandbox/accounts';
import {
  MediaQuery,
  MediaRegistration,
  PinCreation,
  type SandboxPublishing,
  sandboxSection,
  SectionCreation,
  UPLOAD_PATH,
} from '#server/linked-accounts/sandbox/publishing';
import type { RateClass } from '#server/linked-accounts/sandbox/rate-limits';

/** The account whose token a call carries, and the groups of the call's path. */
interface CallContext {
  readonly username: string;
  readonly params: Readonly<Record<string, string>>;
  readonly nowMs: number;
  readonly publishing: SandboxPublishing;
  /** Where the sandbox is reached, for addresses in its answers. */
  readonly origin: string;
}

/** One call of Pinterest's API: where it is, what it needs, and how the sandbox answers. */
interface SandboxCall {
  readonly part: SandboxPart;
  /** `POST` creates something. */
  readonly method: 'GET' | 'POST';
  /** Matches the path below the base, with its parameters as named groups. */
  readonly path: RegExp;
  readonly scopes: readonly string[];
  readonly rateClass: RateClass;
  /** Whether an app with Trial access may not make it. */
  readonly isForStandard?: boolean;
  /** Parses the query or the body and answers; null when it has an unknown field or a wrong value. */
  readonly answer: (input: unknown, context: CallContext) => { readonly status: number; readonly body: unknown } | null;
}

const notFound = { status: 404, body: { code: 50, message: 'Pin not found.' } };

/**
 * A call whose input is checked by a strict schema, so that a field that Pinterest does not know is refused. `respond` returns the body,
 * null for a wrong value, or undefined for what the account does not have.
 */
function call<Input extends z.ZodType>(
  { method = 'GET', ...facts }: Omit<SandboxCall, 'answer' | 'method'> & Partial<Pick<SandboxCall, 'method'>>,
  schema: Input,
  respond: (input: z.output<Input>, context: CallContext) => unknown,
): SandboxCall {
  return {
    method,
    ...facts,
    answer: (input, context) => {
      const parsed = schema.safeParse(input);
      if (!parsed.success) return null;
      const body = respond(parsed.data, context);
      if (body === undefined) return notFound;
      return body === null ? null : { status: method === 'POST' ? 201 : 200, body };
    },
  };
}

const ProfileQuery = z.strictObject({ ad_account_id: analyticsFilters.ad_account_id });

/** The calls that the sandbox answers. */
export const sandboxCalls: readonly SandboxCall[] = [
  call(
    { part: 'account', path: /^user_account$/, scopes: ['user_accounts:read'], rateClass: 'org_read' },
    ProfileQuery,
    (_, { username }) => sandboxProfile(username),
  ),
  call(
    { part: 'analytics', path: /^user_account\/analytics$/, scopes: ['user_accounts:read'], rateClass: 'org_analytics' },
    PinterestAnalyticsQuery,
    (query, { username, nowMs }) => (isWithinReach(query, nowMs) ? sandboxAnalytics(username, query, nowMs) : null),
  ),
  call(
    {
      part: 'top pins',
      path: /^user_account\/analytics\/top_pins$/,
      scopes: ['pins:read', 'user_accounts:read'],
      rateClass: 'org_analytics',
    },
    TopPinsQuery,
    (query, { username, nowMs }) => (isWithinReach(query, nowMs) ? sandboxTopPins(username, query, nowMs) : null),
  ),
  call({ part: 'pins', path: /^pins$/, scopes: ['boards:read', 'pins:read'], rateClass: 'org_read' }, PinsQuery, (query, context) =>
    sandboxPage([...sandboxCreatedPins(context), ...sandboxPins(context.username, query, context.nowMs)], query, context.nowMs),
  ),
  call(
    { part: 'pin', path: /^pins\/(?<id>\d+)$/, scopes: ['boards:read', 'pins:read'], rateClass: 'org_read' },
    PinQuery,
    (query, context) => sandboxPin(context, context.params['id'] ?? '', query),
  ),
  call(
    { part: 'pin analytics', path: /^pins\/(?<id>\d+)\/analytics$/, scopes: ['boards:read', 'pins:read'], rateClass: 'org_analytics' },
    PinAnalyticsQuery,
    (query, { username, params, nowMs }) =>
      isWithinReach(query, nowMs) ? sandboxPinAnalytics(username, params['id'] ?? '', query, nowMs) : null,
  ),
  call({ part: 'boards', path: /^boards$/, scopes: ['boards:read'], rateClass: 'org_read' }, BoardsQuery, (query, { username, nowMs }) =>
    sandboxPage(sandboxBoards(username), query, nowMs),
  ),
  call(
    {
      part: 'trends',
      path: /^trends\/keywords\/(?<region>[^/]+)\/top\/(?<type>\w+)$/,
      scopes: ['user_accounts:read'],
      rateClass: 'trends_read',
    },
    PinterestTrendsQuery,
    (query, { params, nowMs }) => sandboxTrends(params, query, nowMs),
  ),
  call({ part: 'ad accounts', path: /^ad_accounts$/, scopes: ['ads:read'], rateClass: 'ads_read' }, AdAccountsQuery, (_, { username }) =>
    sandboxAdAccounts(username),
  ),
  call(
    { part: 'volumes', path: /^ad_accounts\/(?<id>\d{1,18})\/keywords\/metrics$/, scopes: ['ads:read'], rateClass: 'ads_read' },
    PinterestVolumesQuery,
    (query, { username, params }) => sandboxVolumes(username, params['id'] ?? '', query),
  ),
  call({ part: 'related terms', path: /^terms\/related$/, scopes: ['ads:read'], rateClass: 'ads_read' }, RelatedTermsQuery, (query) =>
    sandboxRelatedTerms(query),
  ),
  call({ part: 'suggested terms', path: /^terms\/suggested$/, scopes: ['ads:read'], rateClass: 'ads_read' }, SuggestedTermsQuery, (query) =>
    sandboxSuggestedTerms(query),
  ),
  call(
    {
      part: 'create pin',
      method: 'POST',
      path: /^pins$/,
      scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write'],
      rateClass: 'org_write',
      isForStandard: true,
    },
    PinCreation,
    (fields, context) => {
      const id = context.publishing.createPin(context.username, fields, context.nowMs);
      return id === null ? null : sandboxCreatedPins(context)[0];
    },
  ),
  call(
    {
      part: 'create section',
      method: 'POST',
      path: /^boards\/(?<id>\d+)\/sections$/,
      scopes: ['boards:read', 'boards:write'],
      rateClass: 'org_write',
    },
    SectionCreation,
    (fields) => sandboxSection(fields),
  ),
  call(
    { part: 'media', method: 'POST', path: /^media$/, scopes: ['pins:read', 'pins:write'], rateClass: 'org_write' },
    MediaRegistration,
    (_, { username, publishing, origin }) => publishing.registerMedia(username, `${origin}${UPLOAD_PATH}`),
  ),
  call(
    { part: 'media', path: /^media$/, scopes: ['pins:read'], rateClass: 'org_read' },
    MediaQuery,
    (query, { username, publishing, nowMs }) => sandboxPage(publishing.mediaOf(username, nowMs), query, nowMs),
  ),
  call(
    { part: 'media', path: /^media\/(?<id>\d+)$/, scopes: ['pins:read'], rateClass: 'org_read' },
    z.strictObject({}),
    (_, { username, params, publishing, nowMs }) => publishing.media(username, params['id'] ?? '', nowMs),
  ),
];
