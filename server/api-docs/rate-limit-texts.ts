import type { Endpoint } from '#domain/api';
import { type LimitScope, type EndpointLimit, endpointLimits, defaultLimits } from '#domain/limits';
import type { RateLimitSettings } from '#server/http/limits/rate-limit-settings';

const timeUnits: readonly (readonly [seconds: number, word: string])[] = [
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** `a minute`, `in 15 minutes`. */
function durationText(seconds: number): string {
  const [unit, word] = timeUnits.find(([unit]) => seconds % unit === 0) ?? [1, 'second'];
  if (seconds === unit) return word === 'hour' ? 'an hour' : `a ${word}`;
  return `in ${seconds / unit} ${word}s`;
}

const subjectTexts: Readonly<Record<LimitScope, string>> = {
  network: 'by one network',
  user: 'by one account',
  session: 'in one session',
  visitor: 'by one visitor',
  all: 'by all together',
};

const limitText = ({ hits, seconds, scope: by, signedIn }: EndpointLimit): string =>
  `${hits} ${durationText(seconds)} ${subjectTexts[by]}${signedIn === undefined || signedIn === hits ? '' : `, ${signedIn} by an account that is signed in`}`;

/** How often an endpoint may be called at this site, in words; nothing where its limits are off. */
export const rateLimitTexts = (endpoint: Endpoint, settings: RateLimitSettings): readonly string[] =>
  (endpointLimits[endpoint] ?? defaultLimits).flatMap((limit) => {
    const effectiveLimit = settings.effectiveLimit(limit);
    return effectiveLimit ? [limitText(effectiveLimit)] : [];
  });
