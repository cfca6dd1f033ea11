import { defaultFormats } from '#domain/site/reader';

/** The locale of a tag, as `Intl` names it and without extensions: the default if nothing is known of its language, null if it is no tag. */
export function parseLocale(tag: string): string | null {
  try {
    const { baseName } = new Intl.Locale(tag);
    const isKnown = Intl.NumberFormat.supportedLocalesOf(baseName).length > 0;
    return isKnown ? new Intl.NumberFormat(baseName).resolvedOptions().locale : defaultFormats.locale;
  } catch {
    return null;
  }
}

/** The time zone of a name, as `Intl` names it; null if there is none. */
export function parseTimeZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
