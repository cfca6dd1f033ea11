const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/** The months in words, January first. */
export const monthNames = Array.from({ length: 12 }, (_, month) => monthFormat.format(new Date(Date.UTC(2026, month, 1))));
