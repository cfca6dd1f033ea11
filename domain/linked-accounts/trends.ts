import { signedNumber, wholeNumber } from '#domain/numbers';

/** The regions of Pinterest's trends; some join several countries. */
export const trendRegions = [
  ...(['US', 'CA', 'DE', 'FR', 'ES', 'IT', 'DE+AT+CH', 'GB+IE', 'IT+ES+PT+GR+MT', 'PL+RO+HU+SK+CZ'] as const),
  ...(['SE+DK+FI+NO', 'NL+BE+LU', 'AR', 'BR', 'CO', 'MX', 'MX+AR+CO+CL', 'AU+NZ'] as const),
] as const;
export type TrendRegion = (typeof trendRegions)[number];

/** `growing`: upward over the last quarter; `seasonal`: at the same time of each year. */
export const trendTypes = ['growing', 'monthly', 'yearly', 'seasonal'] as const;

export const trendInterests = [
  ...(['animals', 'architecture', 'art', 'beauty', 'childrens_fashion', 'design', 'diy_and_crafts', 'education'] as const),
  ...(['electronics', 'entertainment', 'event_planning', 'finance', 'food_and_drinks', 'gardening', 'health'] as const),
  ...(['home_decor', 'mens_fashion', 'parenting', 'quotes', 'sport', 'travel', 'vehicles', 'wedding', 'womens_fashion'] as const),
] as const;

export const trendGenders = ['female', 'male', 'unknown'] as const;
export const trendAges = ['18-24', '25-34', '35-44', '45-49', '50-54', '55-64', '65+'] as const;

/** Pinterest limits growth to 10,000 percent and says this for more. */
const BEYOND_LIMIT = 10_001;

/** `+12%`, `more than +10,000%`, or `–`. */
export function trendGrowthText(percent: number | null): string {
  if (percent === null) return '–';
  if (percent >= BEYOND_LIMIT) return `more than +${wholeNumber(BEYOND_LIMIT - 1)}%`;
  return `${signedNumber(percent)}%`;
}
