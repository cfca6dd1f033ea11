import { parseLocale, parseTimeZone } from '#domain/auth/account/contract';
import { clockIn, longDay, parseDay, shortDay } from '#domain/days';
import { compactNumber, fixedNumber, formatCount, percentLabel, signedNumber, wholeNumber } from '#domain/numbers';
import { inOwnFormats } from '#domain/site/own-formats';
import { defaultFormats, reader } from '#domain/site/reader';

const day = parseDay('2026-11-23')!;
const nextYear = parseDay('2027-01-02')!;
/** French groups are parted by a narrow space that does not break. */
const narrow = '\u202F';

describe('what a locale writes', () => {
  it.each([
    ['en-US', '1,234,567', '1.2K', '-4.5%', '+1,204', 'Nov 23, 2026', 'Nov 23'],
    ['en-GB', '1,234,567', '1.2K', '-4.5%', '+1,204', '23 Nov 2026', '23 Nov'],
    ['de-DE', '1.234.567', '1,2K', '-4,5%', '+1.204', '23 Nov 2026', '23 Nov'],
    ['fr-FR', `1${narrow}234${narrow}567`, '1,2K', '-4,5%', `+1${narrow}204`, '23 Nov 2026', '23 Nov'],
    ['hi-IN', '12,34,567', '1.2K', '-4.5%', '+1,204', '23 Nov 2026', '23 Nov'],
    ['ja-JP', '1,234,567', '1.2K', '-4.5%', '+1,204', 'Nov 23, 2026', 'Nov 23'],
    ['ar-EG-u-nu-arab', '1,234,567', '1.2K', '\u200E-4.5%', '+1,204', '23 Nov 2026', '23 Nov'],
  ])('is, in %s, %s, %s, %s, %s, %s, %s', (locale, whole, compact, percent, signed, date, short) => {
    expect([
      wholeNumber(1_234_567, locale),
      compactNumber(1234, locale),
      percentLabel(-4.46, locale),
      signedNumber(1204, locale),
      longDay(day, locale),
      shortDay(day, day, locale),
    ]).toEqual([whole, compact, percent, signed, date, short]);
    expect(shortDay(day, nextYear, locale)).toBe(date);
  });

  it('has its decimal sign in short counts, scores, and sentences', () => {
    expect([compactNumber(3_400_000, 'de-DE'), compactNumber(12.5, 'de-DE'), fixedNumber(0.005, 2, 'de-DE')]).toEqual([
      '3,4M',
      '12,5',
      '0,01',
    ]);
    expect([formatCount(1, 'pin', 'pins', 'de-DE'), formatCount(12_480, 'pin', 'pins', 'de-DE')]).toEqual(['1 pin', '12.480 pins']);
  });

  it('is that of the reader, by default American', () => {
    const american = [wholeNumber(12_480), longDay(day)];
    reader.formats = { locale: 'de-DE', time_zone: 'Europe/Berlin' };
    const german = [wholeNumber(12_480), longDay(day)];
    reader.formats = defaultFormats;
    expect([american, german]).toEqual([
      ['12,480', 'Nov 23, 2026'],
      ['12.480', '23 Nov 2026'],
    ]);
  });
});

describe('a sentence of the API', () => {
  afterEach(() => (reader.formats = defaultFormats));

  it.each([
    ['Followers +76.7% in 90 days.', 'Followers +76,7% in 90 days.'],
    ['Median of 1.2K saves (12,480 pins).', 'Median of 1,2K saves (12.480 pins).'],
    [
      '35% of the gain in 90 days came on three days, +1,204 on Sep 2, 2025.',
      '35% of the gain in 90 days came on three days, +1.204 on 2 Sept 2025.',
    ],
    ['Last activity 47 days ago, most of it on Feb 29.', 'Last activity 47 days ago, most of it on 29 Feb.'],
    ['Growth rose to +12,900.0%.', 'Growth rose to +12.900,0%.'],
    ['Momentum rose to 62.', 'Momentum rose to 62.'],
    ['Nov 23, 1,204 saves', '23 Nov, 1.204 saves'],
  ])('%j is, in German, %j, and stays as it is in American English', (sentence, german) => {
    expect(inOwnFormats(sentence)).toBe(sentence);
    reader.formats = { locale: 'de-DE', time_zone: 'UTC' };
    expect(inOwnFormats(sentence)).toBe(german);
  });
});

describe('a locale that a browser sends', () => {
  it.each([
    ['de-DE', 'de-DE'],
    ['DE-at', 'de-AT'],
    ['de-DE-u-nu-thai-x-mine', 'de-DE'],
    ['de-QQ', 'de'],
    ['tlh', 'en-US'],
    ['und', 'en-US'],
    ['en_US', null],
    ['', null],
    ['de-DE\0', null],
  ])('%j is %j', (tag, locale) => expect(parseLocale(tag)).toBe(locale));
});

describe('a time zone that a browser sends', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['Mars/Base', null],
    ['', null],
  ])('%j is %j', (name, zone) => expect(parseTimeZone(name)).toBe(zone));
});

describe('the clock of a time zone', () => {
  it.each([
    ['UTC', '2026-11-23T00:00:00Z', '2026-11-23', 0],
    ['America/Los_Angeles', '2026-11-23T07:59:59Z', '2026-11-22', 23],
    ['Asia/Tokyo', '2026-11-22T22:00:00Z', '2026-11-23', 7],
    ['Asia/Kolkata', '2026-11-23T01:30:00Z', '2026-11-23', 7],
    // Clocks in Berlin go back on October 25 and forward on March 28.
    ['Europe/Berlin', '2026-10-24T05:00:00Z', '2026-10-24', 7],
    ['Europe/Berlin', '2026-10-25T06:00:00Z', '2026-10-25', 7],
    ['Europe/Berlin', '2027-03-28T05:00:00Z', '2027-03-28', 7],
  ])('in %s at %s shows %s, %i hours', (zone, at, label, hour) => {
    expect(clockIn(zone, new Date(at))).toEqual({ day: parseDay(label), hour });
  });
});
