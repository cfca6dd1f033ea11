import { dayOf, longDay, shortDay } from '#domain/days';
import { fixedNumber, wholeNumber } from '#domain/numbers';

/** A date, a number with groups, or one with decimals, as American English writes them. */
const AMERICAN_FIGURE =
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{1,2})(?:, (\d{4}))?\b|\b\d{1,3}(?:,\d{3})+(?:\.\d+)?|\b\d+\.\d+/g;
const LEAP_YEAR = '2000';

/** A sentence of the API, whose figures and dates are American for everyone, in the formats of the reader. */
export const inOwnFormats = (sentence: string): string =>
  sentence.replace(AMERICAN_FIGURE, (figure: string, month?: string, date?: string, year?: string) => {
    if (month !== undefined) {
      const day = dayOf(new Date(`${month} ${date}, ${year ?? LEAP_YEAR} UTC`));
      return year === undefined ? shortDay(day) : longDay(day);
    }
    const value = Number(figure.replaceAll(',', ''));
    const decimals = figure.split('.')[1]?.length;
    return decimals === 1 || decimals === 2 ? fixedNumber(value, decimals) : wholeNumber(value);
  });
