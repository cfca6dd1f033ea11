/** A window of a filter by days; apart from the words of chips, which load with the list. */
export const withinDaysLabel = (days: number): string => `In the last ${days} days`;
