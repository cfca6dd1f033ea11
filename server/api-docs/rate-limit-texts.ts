import type { EndpointLimit, LimitScope } from '#domain/limits';
import type { RateLimitSettings } from '#server/config/rate-limit-settings';

const timeUnits: readonly (readonly [seconds: number, name: string])[] = [
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** `a minute`, `in 15 minutes`. */
function durationText(seconds: number): string {
  const [unit, name] = timeUnits.find(([unit]) => seconds % unit === 0) ?? [1, 'second'];
  if (seconds === unit) return name === 'hour' ? 'an hour' : `a ${name}`;
  return `in ${seconds / unit} ${name}s`;
}

const scopeTexts: Readonly<Record<LimitScope, string>> = {
  'client-ip': 'per IP address',
  user: 'per account',
  session: 'per session',
  visitor: 'per visitor',
  all: 'in total',
};

const limitText = ({ hits, seconds, scope, signedInHits = hits, countedWhen }: EndpointLimit): string =>
  `${hits}${countedWhen === undefined ? '' : ` ${countedWhen}`} ${durationText(seconds)} ${scopeTexts[scope]}${signedInHits === hits ? '' : `, ${signedInHits} if signed in`}`;

/** The rate limits of an endpoint at this site as text, without those that are off. */
export const rateLimitTexts = (limits: readonly EndpointLimit[], settings: RateLimitSettings): readonly string[] =>
  limits.flatMap((limit) => {
    const effectiveLimit = settings.effectiveLimit(limit);
    return effectiveLimit ? [limitText(effectiveLimit)] : [];
  });
