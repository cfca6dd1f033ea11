import type { Clock } from '#domain/clock';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/durations';

/** What Pinterest has approved the app for. */
export type AccessTier = 'trial' | 'standard';

/** Pinterest's classes of calls, each with its own limit; `oauth` stands for the token call, whose class is not documented. */
export type RateClass = 'oauth' | 'org_read' | 'org_write' | 'org_analytics' | 'ads_read' | 'trends_read';

interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

const standardLimits: Readonly<Record<RateClass, Limit>> = {
  oauth: { count: 1_000, windowMs: MINUTE_MS },
  org_read: { count: 1_000, windowMs: MINUTE_MS },
  org_write: { count: 100, windowMs: MINUTE_MS },
  org_analytics: { count: 60, windowMs: MINUTE_MS },
  ads_read: { count: 1_000, windowMs: MINUTE_MS },
  // Not published; the strictest of those that are.
  trends_read: { count: 60, windowMs: MINUTE_MS },
};
/** A Trial app has this for all its users and calls together. */
const trialLimit: Limit = { count: 1_000, windowMs: DAY_MS };

/** The state of a limit after a call, as the headers tell it. */
interface CountedCall {
  readonly isRefused: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts calls as Pinterest does: per user and class with Standard access, per app with Trial access. */
export class SandboxRateLimits {
  readonly #windows = new Map<string, { readonly endsAt: number; used: number }>();

  constructor(
    private readonly tier: AccessTier,
    private readonly clock: Clock,
  ) {}

  count(rateClass: RateClass, user: string): CountedCall {
    const isOfApp = this.tier === 'trial' && rateClass !== 'oauth';
    const { count, windowMs } = isOfApp ? trialLimit : standardLimits[rateClass];
    const key = isOfApp ? 'app' : `${rateClass} ${user}`;
    const now = this.clock.now().getTime();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) this.#windows.set(key, (window = { endsAt: now + windowMs, used: 0 }));
    window.used++;
    return {
      isRefused: window.used > count,
      headers: {
        'x-ratelimit-limit': String(count),
        'x-ratelimit-remaining': String(Math.max(0, count - window.used)),
        'x-ratelimit-reset': String(Math.ceil((window.endsAt - now) / SECOND_MS)),
      },
    };
  }
}
