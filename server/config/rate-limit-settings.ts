import { endpoints } from '#domain/api';
import { type Limit, otherLimits } from '#domain/limits';
import { defaultLimits } from '#domain/endpoint';

/** The rate limits as the operator set them. */
export interface RateLimitSettings {
  /** The limit that applies, with its factor; null when it is off. */
  effectiveLimit<L extends Limit>(limit: L): L | null;
  /** Names of the limits that are off. */
  readonly disabledNames: readonly string[];
}

/** The injection token of the settings. */
export const RATE_LIMIT_SETTINGS = Symbol('LimitSettings');

/** Every limit by the name that settings use. */
export const limitsByName: ReadonlyMap<string, Limit> = new Map(
  [...[...endpoints.values()].flatMap(({ limits }) => limits), ...defaultLimits, ...Object.values(otherLimits)].map((limit) => [
    limit.name,
    limit,
  ]),
);

const ENTRY_PATTERN = /^([a-z-]+)=(?:(off)|(\d{1,7})\/(\d{1,7}))$/;

/** Parses `RATE_LIMITS`: `off`, or `name=attempts/seconds` and `name=off`, separated by commas. Throws on an unknown name. */
export function parseRateLimitSettings(text: string): RateLimitSettings {
  if (text.trim() === 'off') return { effectiveLimit: () => null, disabledNames: [...limitsByName.keys()] };
  const overrides = new Map<string, { hits: number; seconds: number } | null>();
  for (const entry of text.split(',').filter((part) => part.trim() !== '')) {
    const [, name = '', off, hits, seconds] = ENTRY_PATTERN.exec(entry.trim()) ?? [];
    if (!limitsByName.has(name) || seconds === '0') {
      throw new Error(`must be off, or name=attempts/seconds,… with the names ${[...limitsByName.keys()].join(', ')}`);
    }
    overrides.set(name, off ? null : { hits: Number(hits), seconds: Number(seconds) });
  }
  return {
    effectiveLimit: (limit) => {
      const override = overrides.get(limit.name);
      if (override === null) return null;
      const effective = override ? { ...limit, ...override, signedInHits: undefined } : limit;
      return limit.hitsFactor === undefined ? effective : { ...effective, hits: effective.hits * limit.hitsFactor, hitsFactor: undefined };
    },
    disabledNames: [...overrides].filter(([, override]) => override === null).map(([name]) => name),
  };
}
