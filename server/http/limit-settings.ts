import { type Limit, limitsByName } from '#domain/limits';

/** The limits as the operator set them. */
export interface LimitSettings {
  /** The limit that holds; null when it is off. */
  holding<L extends Limit>(limit: L): L | null;
  /** Names of the limits that are off. */
  readonly off: readonly string[];
}

/** Dependency injection's name for the settings of the limits. */
export const LIMIT_SETTINGS = Symbol('LimitSettings');

const ONE = /^([a-z-]+)=(?:(off)|(\d{1,7})\/(\d{1,7}))$/;

/** Reads `RATE_LIMITS`: `off`, or `name=tries/seconds` and `name=off` with commas between; throws where it names no limit of ours. */
export function limitSettings(text: string): LimitSettings {
  if (text.trim() === 'off') return { holding: () => null, off: [...limitsByName.keys()] };
  const set = new Map<string, { hits: number; seconds: number } | null>();
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [, name = '', off, hits, seconds] = ONE.exec(part.trim()) ?? [];
    if (!limitsByName.has(name) || seconds === '0') {
      throw new Error(
        `wrong settings: RATE_LIMITS must be off, or name=tries/seconds,… with the names ${[...limitsByName.keys()].join(', ')}`,
      );
    }
    set.set(name, off ? null : { hits: Number(hits), seconds: Number(seconds) });
  }
  return {
    holding: (limit) => {
      const own = set.get(limit.name);
      if (own === null) return null;
      return own ? { ...limit, ...own, signedIn: undefined } : limit;
    },
    off: [...set].filter(([, own]) => own === null).map(([name]) => name),
  };
}
