import type { Clock } from '#domain/clock';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/durations';

/** What Pinterest has approved the app for. */
export type AccessTier = 'trial' | 'standard';

/** Pinterest's classes of calls, each with its own limit; `oauth` stands for the token call, whose class is not documented. */
export type RateClass = 'oauth' | 'org_read' | 'org_write' | 'org_analytics' | 'ads_read' | 'trends_read';

const perMinute = (count: number) => ({ count, windowMs: MINUTE_MS });
const standardLimits: Readonly<Record<RateClass, ReturnType<typeof perMinute>>> = {
  oauth: perMinute(1_000),
  org_read: perMinute(1_000),
  org_write: perMinute(100),
  org_analytics: perMinute(60),
  ads_read: perMinute(1_000),
  // Not published; the strictest of those that are.
  trends_read: perMinute(60),
};
/** A Trial app has this for all its users and calls together. */
const trialLimit = { count: 1_000, windowMs: DAY_MS };

/** Counts calls as Pinterest does: per user and class with Standard access, per app with Trial access. */
export class SandboxRateLimits {
  readonly #windows = new Map<string, { readonly endsAt: number; used: number }>();

  constructor(
    private readonly tier: AccessTier,
    private readonly clock: Clock,
  ) {}

  /** Returns whether a call is refused, and the headers that tell the state of its limit. */
  count(rateClass: RateClass, user: string) {
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
