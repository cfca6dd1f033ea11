import { dayLabel, dayOf, parseDay } from '#domain/days';

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
    '20260-01-01',
    '2026-01-011',
    ' 2026-01-01',
    '2026-01-01 ',
    '2026-01-01T00:00:00Z',
    '',
    'today',
  ])('is not %j', (label) => expect(parseDay(label)).toBeNull());
});
