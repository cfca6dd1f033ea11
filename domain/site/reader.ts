/** How a person writes numbers and dates, and which clock they live by. Days of figures are UTC days all the same. */
export interface Formats {
  /** A BCP 47 tag such as `de-DE`. */
  readonly locale: string;
  /** An IANA name such as `Europe/Berlin`. */
  readonly time_zone: string;
}

/** The formats of everyone whose own are not known, and of all that programs read. */
export const defaultFormats: Formats = { locale: 'en-US', time_zone: 'UTC' };

/**
 * The person who reads what this process writes. A browser has one reader and sets their formats. A server writes for many: it never does, so that
 * its API and its exports keep the default, and passes the locale on where it writes to one person.
 */
export const reader: { formats: Formats } = { formats: defaultFormats };

/** Makes what formats for a locale, by default the reader's. It is made once per locale, which is slow. */
export function perLocale<T>(make: (locale: string) => T): (locale?: string) => T {
  const made = new Map<string, T>();
  return (locale = reader.formats.locale) => {
    const formatter = made.get(locale) ?? make(locale);
    made.set(locale, formatter);
    return formatter;
  };
}
