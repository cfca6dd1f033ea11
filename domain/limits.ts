/** So many tries in so many seconds; sliding, shared by all instances. */
export interface Limit {
  /** Names the limit in settings and in the store. */
  readonly name: string;
  readonly hits: number;
  readonly seconds: number;
}

/** Counts tries. */
export abstract class RateLimits {
  /** Notes one more try of this subject (an address, an account); throws `TooMany` when it is one too many. */
  abstract record(limit: Limit, subject: string): Promise<void>;

  /** Would one more try of this subject be one too many? Notes nothing. */
  abstract isReached(limit: Limit, subject: string): Promise<boolean>;
}

/** Whom tries are counted by: the network they come from, the account (else the network), the session (else the network), the visitor (else the network), or all together. */
export type LimitScope = 'network' | 'user' | 'session' | 'visitor' | 'all';

export interface EndpointLimit extends Limit {
  readonly scope: LimitScope;
  /** Counted in each process's memory: for what is read often and costs little. Then signed-in people have `signedIn` hits. */
  readonly inMemory?: true;
  readonly signedIn?: number;
}

const MINUTE_SECONDS = 60;
const QUARTER_HOUR_SECONDS = 15 * MINUTE_SECONDS;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

const defineLimit = (name: string, hits: number, seconds: number, scope: LimitScope = 'network'): EndpointLimit => ({
  name,
  hits,
  seconds,
  scope,
});
const definePerUserLimit = (name: string, hits: number, seconds: number) => defineLimit(name, hits, seconds, 'user');

const listLimit: EndpointLimit = { ...defineLimit('lists', 120, MINUTE_SECONDS), inMemory: true, signedIn: 600 };
const detailLimit: EndpointLimit = { ...defineLimit('details', 240, MINUTE_SECONDS), inMemory: true, signedIn: 1_200 };
const codeLimit = defineLimit('codes', 10, QUARTER_HOUR_SECONDS);
const emailLinkLimit = defineLimit('letters', 30, MINUTE_SECONDS);
const accountLimit = definePerUserLimit('account', 5, HOUR_SECONDS);
const apiDocsLimit: EndpointLimit = { ...defineLimit('api-docs', 60, MINUTE_SECONDS), inMemory: true };

/** For endpoints without limits of their own. */
export const defaultLimits: readonly EndpointLimit[] = [{ ...defineLimit('usual', 120, MINUTE_SECONDS), inMemory: true, signedIn: 120 }];

/** The limits of each endpoint, by its name in the access table; each is looked at before anything else is done. */
export const endpointLimits: Readonly<Record<string, readonly EndpointLimit[]>> = {
  'GET /pins': [listLimit],
  'GET /boards': [listLimit],
  'GET /pinners': [listLimit],
  'GET /pins/:id': [detailLimit],
  'GET /boards/:id': [detailLimit],
  'GET /pinners/:id': [detailLimit],
  'GET /exports/:variant': [definePerUserLimit('exports', 10, MINUTE_SECONDS)],
  'GET /stats': [{ ...defineLimit('stats', 60, MINUTE_SECONDS), inMemory: true }],
  'GET /settings': [{ ...defineLimit('settings', 120, MINUTE_SECONDS), inMemory: true }],
  'POST /auth/login': [defineLimit('login', 5, MINUTE_SECONDS), defineLimit('login-hour', 30, HOUR_SECONDS)],
  'POST /auth/demo': [defineLimit('demo', 30, MINUTE_SECONDS)],
  'POST /auth/register': [defineLimit('register', 5, HOUR_SECONDS)],
  'POST /auth/email/confirm': [codeLimit],
  'POST /auth/email/confirm/resend': [defineLimit('resend', 3, HOUR_SECONDS, 'session'), defineLimit('resend-network', 20, HOUR_SECONDS)],
  'POST /auth/password/recover': [defineLimit('recover', 20, HOUR_SECONDS)],
  'POST /auth/password/reset': [codeLimit],
  'POST /auth/password/change': [accountLimit],
  'GET /sessions': [defineLimit('sessions', 120, MINUTE_SECONDS)],
  'PATCH /sessions': [
    defineLimit('sessions-change', 10, MINUTE_SECONDS, 'session'),
    defineLimit('sessions-change-network', 60, MINUTE_SECONDS),
  ],
  'DELETE /sessions': [defineLimit('logout', 30, MINUTE_SECONDS)],
  'GET /users/me/sessions': [definePerUserLimit('account-reads', 60, MINUTE_SECONDS)],
  'DELETE /users/me/sessions': [definePerUserLimit('account-sessions', 30, HOUR_SECONDS)],
  'DELETE /users/me/sessions/:id': [definePerUserLimit('account-sessions', 30, HOUR_SECONDS)],
  'POST /users/me/export': [accountLimit],
  'POST /users/me/deletion': [accountLimit],
  'GET /users/me/subscription': [definePerUserLimit('subscription', 60, MINUTE_SECONDS)],
  'POST /users/me/subscription/cancel': [definePerUserLimit('subscription-cancel', 10, MINUTE_SECONDS)],
  'GET /users/me/subscription/links/:purpose': [definePerUserLimit('subscription-links', 10, MINUTE_SECONDS)],
  'GET /checkout': [defineLimit('checkout', 60, MINUTE_SECONDS)],
  'POST /sandbox/payments': [definePerUserLimit('sandbox-payments', 30, MINUTE_SECONDS)],
  'POST /webhooks/paddle': [{ ...defineLimit('webhooks', 100, 1, 'all'), inMemory: true }],
  'GET /users/me/pinterest_accounts': [definePerUserLimit('linked-accounts', 60, MINUTE_SECONDS)],
  'POST /users/me/pinterest_accounts': [definePerUserLimit('linking', 10, MINUTE_SECONDS)],
  'DELETE /users/me/pinterest_accounts/:id': [definePerUserLimit('unlinking', 10, MINUTE_SECONDS)],
  'GET /unsubscribe': [emailLinkLimit],
  'POST /unsubscribe': [emailLinkLimit],
  'DELETE /unsubscribe': [emailLinkLimit],
  'GET /track': [emailLinkLimit],
  'POST /events': [defineLimit('events', 60, MINUTE_SECONDS, 'visitor'), defineLimit('events-network', 600, MINUTE_SECONDS)],
  'GET /analytics/dashboard': [definePerUserLimit('dashboard', 60, MINUTE_SECONDS)],
  'GET /admin/analytics': [definePerUserLimit('admin-analytics', 60, MINUTE_SECONDS)],
  'GET /admin/data-quality/scan': [definePerUserLimit('scan', 6, MINUTE_SECONDS)],
  'POST /admin/data-quality/cleanup': [definePerUserLimit('cleanup', 10, MINUTE_SECONDS)],
  'GET /admin/data-quality/cleanups': [definePerUserLimit('cleanups', 60, MINUTE_SECONDS)],
  'GET /admin/jobs': [definePerUserLimit('jobs', 60, MINUTE_SECONDS)],
  'GET /openapi.json': [apiDocsLimit],
  'GET /docs': [apiDocsLimit],
};

/** Limits that no endpoint has alone. `tries` counts wrong and right passwords of one account; its wait grows, see `sign-in-tries.ts`. */
export const otherLimits = {
  signInAttempts: { name: 'login-account', hits: 10, seconds: QUARTER_HOUR_SECONDS },
  signInFailures: { name: 'login-failures', hits: 100, seconds: MINUTE_SECONDS },
  throttledSignIns: { name: 'login-strained', hits: 1, seconds: MINUTE_SECONDS },
  recoverAddress: { name: 'recover-address', hits: 3, seconds: HOUR_SECONDS },
  knownAddress: { name: 'known-address', hits: 3, seconds: HOUR_SECONDS },
} as const satisfies Record<string, Limit>;

/** Every limit there is, by the name that settings use. */
export const limitsByName: ReadonlyMap<string, Limit> = new Map(
  [...Object.values(endpointLimits).flat(), ...defaultLimits, ...Object.values(otherLimits)].map((limit) => [limit.name, limit]),
);

/** Tries in the slot of time that runs, and in the one before it. */
export interface WindowCounts {
  readonly before: number;
  readonly now: number;
}

/** The number of the slot that runs, and how much of it is over (0 to 1). */
export function windowAt(seconds: number, at: Date): { readonly slot: number; readonly share: number } {
  const slots = at.getTime() / 1_000 / seconds;
  return { slot: Math.floor(slots), share: slots - Math.floor(slots) };
}

/** Is there room for one more? The slot before counts as much as it reaches into the last `seconds`. */
export const isWithinLimit = ({ before, now }: WindowCounts, { hits }: Limit, share: number): boolean =>
  before * (1 - share) + now + 1 <= hits;

/** Whole seconds until there is room again; at least 1. */
export function secondsUntilAllowed({ before, now }: WindowCounts, { hits, seconds }: Limit, share: number): number {
  const inThis = now + 1 <= hits && before > 0 ? 1 - (hits - now - 1) / before : Number.POSITIVE_INFINITY;
  const inNext = now > 0 ? 1 + Math.max(0, 1 - (hits - 1) / now) : 1;
  const at = inThis <= 1 ? inThis : inNext;
  return Math.max(1, Math.ceil((at - share) * seconds));
}
