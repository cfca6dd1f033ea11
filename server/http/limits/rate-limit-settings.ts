import { type Limit, limitsByName } from '#domain/limits';

/** The limits as the operator set them. */
export interface RateLimitSettings {
  /** The limit that holds; null when it is off. */
  effectiveLimit<L extends Limit>(limit: L): L | null;
  /** Names of the limits that are off. */
  readonly disabledNames: readonly string[];
}

/** Dependency injection's name for the settings of the limits. */
export const RATE_LIMIT_SETTINGS = Symbol('LimitSettings');

const ENTRY_PATTERN = /^([a-z-]+)=(?:(off)|(\d{1,7})\/(\d{1,7}))$/;

/** Reads `RATE_LIMITS`: `off`, or `name=tries/seconds` and `name=off` with commas between; throws where it names no limit of ours. */
export function parseRateLimitSettings(text: string): RateLimitSettings {
  if (text.trim() === 'off') return { effectiveLimit: () => null, disabledNames: [...limitsByName.keys()] };
  const overrides = new Map<string, { hits: number; seconds: number } | null>();
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [, name = '', off, hits, seconds] = ENTRY_PATTERN.exec(part.trim()) ?? [];
    if (!limitsByName.has(name) || seconds === '0') {
      throw new Error(
        `wrong settings: RATE_LIMITS must be off, or name=tries/seconds,… with the names ${[...limitsByName.keys()].join(', ')}`,
      );
    }
    overrides.set(name, off ? null : { hits: Number(hits), seconds: Number(seconds) });
  }
  return {
    effectiveLimit: (limit) => {
      const override = overrides.get(limit.name);
      if (override === null) return null;
      return override ? { ...limit, ...override, signedIn: undefined } : limit;
    },
    disabledNames: [...overrides].filter(([, override]) => override === null).map(([name]) => name),
  };
}
