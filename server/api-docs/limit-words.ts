import type { Endpoint } from '#domain/api';
import { type Counted, type EndpointLimit, endpointLimits, usualLimits } from '#domain/limits';
import type { LimitSettings } from '#server/http/limit-settings';

const spans: readonly (readonly [seconds: number, word: string])[] = [
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** `a minute`, `in 15 minutes`. */
function spanWords(seconds: number): string {
  const [unit, word] = spans.find(([unit]) => seconds % unit === 0) ?? [1, 'second'];
  if (seconds === unit) return word === 'hour' ? 'an hour' : `a ${word}`;
  return `in ${seconds / unit} ${word}s`;
}

const counted: Readonly<Record<Counted, string>> = {
  network: 'by one network',
  user: 'by one account',
  session: 'in one session',
  visitor: 'by one visitor',
  all: 'by all together',
};

const words = ({ hits, seconds, by, signedIn }: EndpointLimit): string =>
  `${hits} ${spanWords(seconds)} ${counted[by]}${signedIn === undefined || signedIn === hits ? '' : `, ${signedIn} by an account that is signed in`}`;

/** How often an endpoint may be called at this site, in words; nothing where its limits are off. */
export const limitWords = (endpoint: Endpoint, settings: LimitSettings): readonly string[] =>
  (endpointLimits[endpoint] ?? usualLimits).flatMap((limit) => {
    const held = settings.holding(limit);
    return held ? [words(held)] : [];
  });
