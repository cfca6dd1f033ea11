import { dayLabel, monthsBetween, parseDay, parseMonth } from '#domain/days';

const dayNumber = (label: string): number => parseDay(label) ?? Number.NaN;

it.each([
  ['2026-04-15', '2026-04-15', 2, ['2026_04', '2026_05', '2026_06']],
  ['2026-12-31', '2026-12-31', 2, ['2026_12', '2027_01', '2027_02']],
  ['2025-11-30', '2026-02-01', 0, ['2025_11', '2025_12', '2026_01', '2026_02']],
  ['2026-02-02', '2026-01-01', 0, []],
])('the months from %s to %s and %i more', (from, to, extraMonths, labels) => {
  const months = monthsBetween(dayNumber(from), dayNumber(to), extraMonths);
  expect(months.map(({ label }) => label)).toEqual(labels);
  for (const month of months) expect(parseMonth(month.label)).toEqual(month);
});

it.each([
  ['2026_02', ['2026-02-01', '2026-03-01']],
  ['2028_02', ['2028-02-01', '2028-03-01']],
  ['2026_12', ['2026-12-01', '2027-01-01']],
])('the month %s ends before the first day of the next one', (label, ends) => {
  const month = parseMonth(label);
  expect(month && [dayLabel(month.from), dayLabel(month.to)]).toEqual(ends);
});

it.each(['rest', 'x2026_11', '2026_111', '2026_13', '2026_00', '26_01', '2026_1'])('%s is not a month', (label) =>
  expect(parseMonth(label)).toBeNull(),
);
