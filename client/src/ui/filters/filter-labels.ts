import type { NumberRange } from '#domain/catalog/filters/filter-kinds';
import { wholeNumber } from '#domain/numbers';

const scriptLabels: Readonly<Record<string, string>> = { cjk: 'Chinese, Japanese, Korean' };

/** The name on screen of a value that can be chosen. */
export const choiceLabel = (value: string): string => scriptLabels[value] ?? value.charAt(0).toUpperCase() + value.slice(1);

/** `1,000 to 50,000`, `5 or more`, `up to 10%`. */
export function rangeLabel({ min, max }: NumberRange, unit = ''): string {
  const number = (end: number) => `${wholeNumber(end)}${unit}`;
  if (min === null) return `up to ${number(max ?? 0)}`;
  if (max === null) return `${number(min)} or more`;
  return min === max ? number(min) : `${number(min)} to ${number(max)}`;
}
