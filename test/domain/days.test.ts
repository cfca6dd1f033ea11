import { dayLabel, dayLabels, dayOf, parseDay, shortDay, monthsBetween, parseMonth } from '#domain/days';

describe('a UTC day', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0, '1970-01-01'],
    ['1969-12-31T23:59:59.999Z', -1, '1969-12-31'],
    ['2026-08-23T23:59:59.999Z', 20_688, '2026-08-23'],
    ['2024-02-29T12:00:00+14:00', 19_781, '2024-02-28'],
  ])('of %s is number %d, labeled %s', (instant, day, label) => {
    expect(dayOf(new Date(instant))).toBe(day);
    expect(dayLabel(day)).toBe(label);
    expect(parseDay(label)).toBe(day);
  });

  it.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '2026/01/01',
    'June 1, 01',
    '20260-01-01',
    '2026-01-011',
    ' 2026-01-01',
    '2026-01-01 ',
    '2026-01-01T00:00:00Z',
    '',
    'today',
  ])('is not %j', (label) => expect(parseDay(label)).toBeNull());
});

describe('a short day', () => {
  it.each([
    ['2026-08-01', '2026-12-31', 'Aug 1'],
    ['2025-12-31', '2026-01-01', 'Dec 31, 2025'],
    ['2023-02-14', '2026-11-22', 'Feb 14, 2023'],
  ])('of %s, on %s, is %s', (day, today, text) => {
    expect(shortDay(parseDay(day) ?? NaN, parseDay(today) ?? NaN)).toBe(text);
  });
});

describe('the labels of days', () => {
  it.each([
    ['one day', '2026-08-23', '2026-08-23', ['2026-08-23']],
    ['the end of a month', '2026-01-30', '2026-02-02', ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02']],
    ['a leap day', '2024-02-28', '2024-03-01', ['2024-02-28', '2024-02-29', '2024-03-01']],
    ['the end of February', '2025-02-28', '2025-03-01', ['2025-02-28', '2025-03-01']],
    ['the end of a year', '2025-12-31', '2026-01-01', ['2025-12-31', '2026-01-01']],
    ['no day', '2026-01-02', '2026-01-01', []],
  ])('have %s', (_, first, last, labels) => {
    expect(dayLabels(parseDay(first) ?? NaN, parseDay(last) ?? NaN)).toEqual(labels);
  });
});

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
