import { changeInWeek, lastDueMonday, mondayOf, type WatchedSeries, weeklyEmail } from '#domain/watching/weekly-email';
import { dayLabel, parseDay, shortDay } from '#domain/days';
import { lastMorning } from '#domain/mail/optional-emails';

/** A day of November 2026. */
const november = (day: number) => parseDay('2026-10-31')! + day;

const context = {
  brand: 'Corklight',
  origin: 'https://pins.example',
  to: 'mira@site.com',
  user_id: 'u1',
  token: 'TOKEN',
  monday: november(23),
  imageHosts: ['i.pinimg.com'],
};

/** Followers by day of November (0 is 31 October). */
type Readings = Readonly<Record<number, number | null>>;

/** A watched board with these readings. */
function watched(readings: Readings, over: Partial<WatchedSeries> = {}): WatchedSeries {
  const days = Object.keys(readings)
    .map(Number)
    .toSorted((a, b) => a - b);
  return {
    entity: 'board',
    entity_id: 'b1',
    title: 'Etsy gift ideas',
    image_url: null,
    is_gone: false,
    days: days.map(november),
    counts: days.map((day) => readings[day] ?? null),
    ...over,
  };
}

/** A board that grew from a count on the day before the week to another on the last day of the week. */
const grown = (from: number, to: number, over: Partial<WatchedSeries> = {}) => watched({ 15: from, 22: to }, over);

/** Boards with these growths in percent. */
const movers = (...growths: readonly number[]) =>
  growths.map((growth, index) => grown(100_000, 100_000 + growth * 1_000, { entity_id: `b${index}` }));

describe('the Monday of a week', () => {
  it.each([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-24', '2026-11-23'],
    ['2026-11-29', '2026-11-23'],
    ['2026-11-30', '2026-11-30'],
    ['1970-01-01', '1969-12-29'],
    ['1970-01-05', '1970-01-05'],
  ])('of %s is %s', (day, monday) => {
    expect(dayLabel(mondayOf(parseDay(day)!))).toBe(monday);
  });
});

describe('the day whose emails are due', () => {
  it.each([
    ['UTC', '2026-11-23T06:59:59Z', '2026-11-22', '2026-11-16'],
    ['UTC', '2026-11-23T07:00:00Z', '2026-11-23', '2026-11-23'],
    ['Europe/Berlin', '2026-11-23T05:59:59Z', '2026-11-22', '2026-11-16'],
    ['Europe/Berlin', '2026-11-23T06:00:00Z', '2026-11-23', '2026-11-23'],
    // Summer time has ended on Sunday, October 25, and begins on Sunday, March 28.
    ['Europe/Berlin', '2026-10-19T05:00:00Z', '2026-10-19', '2026-10-19'],
    ['Europe/Berlin', '2026-10-26T05:00:00Z', '2026-10-25', '2026-10-19'],
    ['Europe/Berlin', '2026-10-26T06:00:00Z', '2026-10-26', '2026-10-26'],
    ['Europe/Berlin', '2027-03-29T04:59:59Z', '2027-03-28', '2027-03-22'],
    ['Europe/Berlin', '2027-03-29T05:00:00Z', '2027-03-29', '2027-03-29'],
    ['America/Los_Angeles', '2026-11-23T14:59:59Z', '2026-11-22', '2026-11-16'],
    ['America/Los_Angeles', '2026-11-23T15:00:00Z', '2026-11-23', '2026-11-23'],
    // East of UTC, Monday's morning comes before the week of the figures is over.
    ['Asia/Tokyo', '2026-11-22T22:00:00Z', '2026-11-23', '2026-11-16'],
    ['Asia/Tokyo', '2026-11-23T00:00:00Z', '2026-11-23', '2026-11-23'],
  ])('in %s at %s is %s, and the Monday %s', (zone, at, day, monday) => {
    const now = new Date(at);
    expect([dayLabel(lastMorning(now, zone)), dayLabel(lastDueMonday(now, zone))]).toEqual([day, monday]);
  });
});

describe('the weekly email', () => {
  it('has the formats of its recipient', () => {
    const german = { ...context, locale: 'de-DE' };
    const email = weeklyEmail(german, [grown(12_000, 12_480), watched({ 9: 1_000, 20: 1_101 }, { entity_id: 'b2' })]);
    expect(email?.paragraphs).toEqual(['This moved most in your watchlists from 16 Nov to 22 Nov (UTC).']);
    expect(email?.rows?.map(({ value, change }) => [value, change])).toEqual([
      ['1.101 followers (from 9 Nov to 20 Nov)', '+10,1%'],
      ['12.480 followers', '+4,0%'],
    ]);
  });

  it.each([
    ['1 rising', [4.1]],
    ['1 falling', [-4.1]],
    ['2 rising, 1 falling', [4.1, 0.1, -2]],
  ])('says in its subject: %s', (counts, growths) => {
    expect(weeklyEmail(context, movers(...growths))?.subject).toBe(`Your watchlists this week: ${counts}`);
  });

  it.each([
    ['nothing is watched', []],
    ['no change is visible', [0.04, -0.04]],
  ])('is not sent when %s', (_, growths) => {
    expect(weeklyEmail(context, movers(...growths))).toBeNull();
  });

  it('has the largest changes first, up or down, without those that round to nothing', () => {
    const rows = weeklyEmail(context, movers(1, -7.26, 0.01, 3))?.rows ?? [];
    expect(rows.map(({ change }) => change)).toEqual(['-7.3%', '+3.0%', '+1.0%']);
  });

  it.each([[['b2', 'b1']], [['b1', 'b2']]])('has equal changes in the order of their ids: %j', (ids) => {
    const rows =
      weeklyEmail(
        context,
        ids.map((entity_id) => grown(100, 104, { entity_id })),
      )?.rows ?? [];
    expect(rows.map(({ url }) => url)).toEqual(['https://pins.example/board/b1/', 'https://pins.example/board/b2/']);
  });

  it.each([
    [10, 10, undefined],
    [11, 10, ['And 1 smaller change.']],
    [13, 10, ['And 3 smaller changes.']],
  ])('of %i movers shows %i and counts the rest', (moverCount, rowCount, after) => {
    const email = weeklyEmail(context, movers(...Array.from({ length: moverCount }, (_, index) => index + 1)));
    expect(email?.rows).toHaveLength(rowCount);
    expect(email?.after).toEqual(after);
    expect(email?.subject).toContain(`${moverCount} rising`);
  });

  it.each([
    [{}, 3_231, 'https://pins.example/board/b1/', '3,231 followers'],
    [{ entity: 'pinner' as const }, 1, 'https://pins.example/pinner/b1/', '1 follower'],
    [{ entity: 'pin' as const, entity_id: 'x:1/2' }, 12, 'https://pins.example/pin/x%3A1%2F2/', '12 saves'],
  ])('names %j with its page and its count', (over, count, url, value) => {
    expect(weeklyEmail(context, [grown(count * 2, count, over)])?.rows).toEqual([
      { title: 'Etsy gift ideas', url, image: null, value, change: '-50.0%' },
    ]);
  });

  it('says of what is gone that it is gone, after what moved', () => {
    const gone = grown(100, 200, { entity_id: 'gone', title: 'Old board', is_gone: true });
    const email = weeklyEmail(context, [gone, grown(100, 104)]);
    expect(email?.subject).toBe('Your watchlists this week: 1 rising, 1 gone');
    expect(email?.rows?.map(({ title, url, value, change }) => [title, url, value, change])).toEqual([
      ['Etsy gift ideas', 'https://pins.example/board/b1/', '104 followers', '+4.0%'],
      ['Old board', 'https://pins.example/watchlists', 'No longer found on Pinterest or in the catalog', ''],
    ]);
  });

  it('counts what is gone beyond its rows', () => {
    const gone = ['x', 'y'].map((entity_id) => grown(100, 200, { entity_id, is_gone: true }));
    const email = weeklyEmail(context, [...movers(...Array.from({ length: 9 }, (_, index) => index + 1)), ...gone]);
    expect(email?.rows).toHaveLength(10);
    expect(email?.after).toEqual(['1 more gone.']);
  });

  it.each([
    ['of our own site', '/demo/pictures/1.svg', 'https://pins.example/demo/pictures/1.svg'],
    ['of Pinterest', 'https://i.pinimg.com/originals/01/23/45/abc.png', 'https://i.pinimg.com/236x/01/23/45/abc.jpg'],
    ['of an unknown host', 'https://tracker.example/x.gif', null],
  ])('has the picture %s', (_, image_url, image) => {
    expect(weeklyEmail(context, [grown(100, 104, { image_url })])?.rows?.[0]?.image).toBe(image);
  });

  it('says which week it is about, why it comes, and how to end it', () => {
    expect(weeklyEmail(context, [grown(100, 104)])).toMatchObject({
      kind: 'weekly',
      to: 'mira@site.com',
      user_id: 'u1',
      paragraphs: [`This moved most in your watchlists from ${shortDay(november(16))} to ${shortDay(november(22))} (UTC).`],
      action: { label: 'Open my watchlists', url: 'https://pins.example/watchlists' },
      unsubscribe: {
        page: 'https://pins.example/unsubscribe?token=TOKEN',
        oneClick: 'https://pins.example/api/optional-emails/unsubscribe?token=TOKEN',
        reason: 'you switched on the weekly email',
      },
    });
  });
});

/** Readings of these days, each ten more than the one before. */
const everyDay = (first: number, last: number): Readings =>
  Object.fromEntries(Array.from({ length: last - first + 1 }, (_, index) => [first + index, 1_000 + (first + index) * 10]));

describe('the change in a week', () => {
  it.each<[string, Readings, number[] | null]>([
    ['readings every day', everyDay(0, 22), [1_220, 6.1, 15, 22]],
    ['a reading on the Monday itself, which belongs to the next week', { ...everyDay(0, 22), 23: 9_999 }, [1_220, 6.1, 15, 22]],
    ['a reading every week', { 7: 100, 14: 110, 21: 121 }, [121, 10, 14, 21]],
    ['readings that came late, one of them in each week', { 9: 100, 17: 90 }, [90, -10, 9, 17]],
    ['unknown counts, which are no readings', { 15: 100, 20: 110, 21: null, 22: null }, [110, 10, 15, 20]],
    ['a count that stayed', { 15: 100, 22: 100 }, [100, 0, 15, 22]],
    ['readings that stopped before the week', everyDay(0, 15), null],
    ['only unknown counts in the week', { 15: 100, 22: null }, null],
    ['a first reading in the week', { 20: 100, 22: 110 }, null],
    ['a reading that is over a week older than the week', { 8: 100, 22: 110 }, null],
    ['no reading', {}, null],
  ])('with %s', (_, readings, expected) => {
    const change = changeInWeek(watched(readings), context.monday);
    expect(change && [change.value, change.growth, change.fromDay - november(0), change.toDay - november(0)]).toEqual(expected);
  });
});

/** What happens to a board over four weeks, and what each Monday's email says of it. */
describe('the weekly emails of a board', () => {
  const mondays = [9, 16, 23, 30, 37];
  const daily = ['+6.9%', '+6.5%', '+6.1%', '+5.7%', '+5.4%'];
  const stopped = `+5.6%, from ${shortDay(november(8))} to ${shortDay(november(14))}`;
  it.each<[string, Readings, number | null, (string | null)[]]>([
    ['that is read every day', everyDay(-14, 43), null, daily],
    ['whose readings stop on 14 November', everyDay(-14, 14), null, [daily[0]!, stopped, null, null, null]],
    [
      'whose readings come back on 25 November',
      { ...everyDay(-14, 14), ...everyDay(25, 43) },
      null,
      [daily[0]!, stopped, null, null, daily[4]!],
    ],
    [
      'that is not imported in the week from 16 November',
      { ...everyDay(-14, 15), ...everyDay(23, 43) },
      null,
      [daily[0]!, daily[1]!, null, null, daily[4]!],
    ],
    ['that is removed on 18 November', everyDay(-14, 43), 18, [daily[0]!, daily[1]!, null, null, null]],
  ])('%s', (_, all, removedOn, expected) => {
    const said = mondays.map((day) => {
      const monday = november(day);
      const is_gone = removedOn !== null && day > removedOn;
      const until = Object.fromEntries(Object.entries(all).filter(([read]) => Number(read) <= day));
      const [row] = weeklyEmail({ ...context, monday }, [watched(until, { is_gone })])?.rows ?? [];
      return row ? [row.change, ...(/from .*(?=\))/.exec(row.value) ?? [])].join(', ') : null;
    });
    expect(said).toEqual(expected);
  });
});
