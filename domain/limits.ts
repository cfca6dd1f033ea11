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
  abstract hit(limit: Limit, subject: string): Promise<void>;

  /** Would one more try of this subject be one too many? Notes nothing. */
  abstract isFull(limit: Limit, subject: string): Promise<boolean>;
}

/** Whom tries are counted by: the network they come from, the account (else the network), the session (else the network), the visitor (else the network), or all together. */
export type Counted = 'network' | 'user' | 'session' | 'visitor' | 'all';

export interface EndpointLimit extends Limit {
  readonly by: Counted;
  /** Counted in each process's memory: for what is read often and costs little. Then signed-in people have `signedIn` hits. */
  readonly here?: true;
  readonly signedIn?: number;
}

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

const limit = (name: string, hits: number, seconds: number, by: Counted = 'network'): EndpointLimit => ({ name, hits, seconds, by });
const own = (name: string, hits: number, seconds: number) => limit(name, hits, seconds, 'user');

const lists: EndpointLimit = { ...limit('lists', 120, MINUTE), here: true, signedIn: 600 };
const details: EndpointLimit = { ...limit('details', 240, MINUTE), here: true, signedIn: 1_200 };
const guesses = limit('codes', 10, QUARTER);
const letters = limit('letters', 30, MINUTE);
const account = own('account', 5, HOUR);
const apiDocs: EndpointLimit = { ...limit('api-docs', 60, MINUTE), here: true };

/** For endpoints without limits of their own. */
export const usualLimits: readonly EndpointLimit[] = [{ ...limit('usual', 120, MINUTE), here: true, signedIn: 120 }];

/** The limits of each endpoint, by its name in the access table; each is looked at before anything else is done. */
export const endpointLimits: Readonly<Record<string, readonly EndpointLimit[]>> = {
  'GET /pins': [lists],
  'GET /boards': [lists],
  'GET /pinners': [lists],
  'GET /pins/:id': [details],
  'GET /boards/:id': [details],
  'GET /pinners/:id': [details],
  'GET /exports/:variant': [own('exports', 10, MINUTE)],
  'GET /stats': [{ ...limit('stats', 60, MINUTE), here: true }],
  'GET /settings': [{ ...limit('settings', 120, MINUTE), here: true }],
  'POST /auth/login': [limit('login', 5, MINUTE), limit('login-hour', 30, HOUR)],
  'POST /auth/demo': [limit('demo', 30, MINUTE)],
  'POST /auth/register': [limit('register', 5, HOUR)],
  'POST /auth/email/confirm': [guesses],
  'POST /auth/email/confirm/resend': [limit('resend', 3, HOUR, 'session'), limit('resend-network', 20, HOUR)],
  'POST /auth/password/recover': [limit('recover', 20, HOUR)],
  'POST /auth/password/reset': [guesses],
  'POST /auth/password/change': [account],
  'GET /sessions': [limit('sessions', 120, MINUTE)],
  'PATCH /sessions': [limit('sessions-change', 10, MINUTE, 'session'), limit('sessions-change-network', 60, MINUTE)],
  'DELETE /sessions': [limit('logout', 30, MINUTE)],
  'GET /users/me/sessions': [own('account-reads', 60, MINUTE)],
  'DELETE /users/me/sessions': [own('account-sessions', 30, HOUR)],
  'DELETE /users/me/sessions/:id': [own('account-sessions', 30, HOUR)],
  'POST /users/me/export': [account],
  'POST /users/me/deletion': [account],
  'GET /users/me/subscription': [own('subscription', 60, MINUTE)],
  'POST /users/me/subscription/cancel': [own('subscription-cancel', 10, MINUTE)],
  'GET /users/me/subscription/links/:purpose': [own('subscription-links', 10, MINUTE)],
  'GET /checkout': [limit('checkout', 60, MINUTE)],
  'POST /sandbox/payments': [own('sandbox-payments', 30, MINUTE)],
  'POST /webhooks/paddle': [{ ...limit('webhooks', 100, 1, 'all'), here: true }],
  'GET /users/me/pinterest_accounts': [own('linked-accounts', 60, MINUTE)],
  'POST /users/me/pinterest_accounts': [own('linking', 10, MINUTE)],
  'DELETE /users/me/pinterest_accounts/:id': [own('unlinking', 10, MINUTE)],
  'GET /unsubscribe': [letters],
  'POST /unsubscribe': [letters],
  'DELETE /unsubscribe': [letters],
  'GET /track': [letters],
  'POST /events': [limit('events', 60, MINUTE, 'visitor'), limit('events-network', 600, MINUTE)],
  'GET /analytics/dashboard': [own('dashboard', 60, MINUTE)],
  'GET /admin/analytics': [own('admin-analytics', 60, MINUTE)],
  'GET /admin/data-quality/scan': [own('scan', 6, MINUTE)],
  'POST /admin/data-quality/cleanup': [own('cleanup', 10, MINUTE)],
  'GET /admin/data-quality/cleanups': [own('cleanups', 60, MINUTE)],
  'GET /admin/jobs': [own('jobs', 60, MINUTE)],
  'GET /openapi.json': [apiDocs],
  'GET /docs': [apiDocs],
};

/** Limits that no endpoint has alone. `tries` counts wrong and right passwords of one account; its wait grows, see `sign-in-tries.ts`. */
export const otherLimits = {
  tries: { name: 'login-account', hits: 10, seconds: QUARTER },
  failures: { name: 'login-failures', hits: 100, seconds: MINUTE },
  strained: { name: 'login-strained', hits: 1, seconds: MINUTE },
  recoverAddress: { name: 'recover-address', hits: 3, seconds: HOUR },
  knownAddress: { name: 'known-address', hits: 3, seconds: HOUR },
} as const satisfies Record<string, Limit>;

/** Every limit there is, by the name that settings use. */
export const limitsByName: ReadonlyMap<string, Limit> = new Map(
  [...Object.values(endpointLimits).flat(), ...usualLimits, ...Object.values(otherLimits)].map((one) => [one.name, one]),
);

/** Tries in the slot of time that runs, and in the one before it. */
export interface Counts {
  readonly before: number;
  readonly now: number;
}

/** The number of the slot that runs, and how much of it is over (0 to 1). */
export function slotAt(seconds: number, at: Date): { readonly slot: number; readonly share: number } {
  const slots = at.getTime() / 1_000 / seconds;
  return { slot: Math.floor(slots), share: slots - Math.floor(slots) };
}

/** Is there room for one more? The slot before counts as much as it reaches into the last `seconds`. */
export const hasRoom = ({ before, now }: Counts, { hits }: Limit, share: number): boolean => before * (1 - share) + now + 1 <= hits;

/** Whole seconds until there is room again; at least 1. */
export function secondsUntilRoom({ before, now }: Counts, { hits, seconds }: Limit, share: number): number {
  const inThis = now + 1 <= hits && before > 0 ? 1 - (hits - now - 1) / before : Number.POSITIVE_INFINITY;
  const inNext = now > 0 ? 1 + Math.max(0, 1 - (hits - 1) / now) : 1;
  const at = inThis <= 1 ? inThis : inNext;
  return Math.max(1, Math.ceil((at - share) * seconds));
}
