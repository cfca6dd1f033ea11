import { toVisitorEvent } from '#domain/analytics/visitors/visitor-event';
import { parseMonth, monthsBetween } from '#domain/analytics/visitors/event-months';
import { removeNonTextDeep, eventMetadataError } from '#domain/analytics/visitors/event-metadata';
import { pagePath, referrerHost } from '#domain/analytics/visitors/page-path';
import { previousPeriod } from '#domain/analytics/visitors/previous-period';
import { buildSiteAnalytics } from '#domain/analytics/visitors/build-site-analytics';
import { dayLabel, parseDay } from '#domain/days';

const dayNumber = (label: string): number => parseDay(label) ?? Number.NaN;

it.each([
  ['/boards', '/boards'],
  ['/', '/'],
  ['/boards/', '/boards'],
  ['//boards//', '/boards'],
  ['/boards?query=a&page=2', '/boards'],
  ['/pins#top', '/pins'],
  ['/pin/123%2F4/', '/pin/123%2F4'],
  ['/auth/email/confirm', '/auth/email/confirm'],
  ['/auth/email/confirm/k3y-of-1-person', '/auth/email/confirm'],
  ['/Auth/Email/Confirm/secret/', '/auth/email/confirm'],
  ['/auth/password/reset/secret?next=/', '/auth/password/reset'],
  ['/auth/password/reset?code=secret', '/auth/password/reset'],
  ['/oauth2/redirect/pinterest', '/oauth2'],
  ['/unsubscribe/token', '/unsubscribe'],
  ['/auth/email/confirmations', '/auth/email/confirmations'],
  ['/a\u0000b', '/ab'],
  [`/${'x'.repeat(500)}`, `/${'x'.repeat(199)}`],
])('the page of %j is counted as %j', (address, page) => expect(pagePath(address)).toBe(page));

it.each([
  ['', ''],
  ['  ', ''],
  ['https://www.google.com/', 'www.google.com'],
  ['https://www.google.com', 'www.google.com'],
  ['http://someone:secret@Blog.Example:8080/path?q=1#x', 'blog.example'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['https://pins.example/boards', ''],
  ['http://PINS.example:3000/', ''],
  ['https://other.pins.example/', 'other.pins.example'],
  ['http://[2001:db8::1]:80/', '[2001:db8::1]'],
  ['https://xn--bcher-kva.example./', 'xn--bcher-kva.example'],
  ['javascript:alert(1)', null],
  ['https://<script>alert(1)</script>/', null],
  ['https://a.example"onload=x/', null],
  ['no address', null],
  ['https://', null],
])('somebody with the referrer %j comes from %j', (referrer, source) => expect(referrerHost(referrer, 'pins.example:3000')).toBe(source));

const nested = (depth: number): Record<string, unknown> => (depth === 1 ? { end: 1 } : { in: nested(depth - 1) });
it.each([
  ['nothing', {}, null],
  ['three levels', nested(3), null],
  ['four levels', nested(4), 'must not be nested deeper than 3 levels'],
  ['lists in lists', { a: [[[]]] }, 'must not be nested deeper than 3 levels'],
  ['twenty keys', Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, at])), null],
  [
    'twenty keys and one inside',
    { ...Object.fromEntries(Array.from({ length: 19 }, (_, at) => [at, at])), in: { more: 1 } },
    'must have at most 20 keys',
  ],
  ['2,048 bytes', { a: 'x'.repeat(2_048 - 8) }, null],
  ['2,049 bytes', { a: 'x'.repeat(2_048 - 7) }, 'must be at most 2 KB'],
  ['signs of four bytes', { a: '🌿'.repeat(520) }, 'must be at most 2 KB'],
])('metadata of %s', (_what, metadata, fault) => expect(eventMetadataError(metadata)).toBe(fault));

it('texts lose control signs and half signs, wherever they are', () => {
  expect(removeNonTextDeep({ 'a\u0000': ['b\u0007\u009f', { c: '\ud83c x 🌿' }, 1, null, true] })).toEqual({
    a: ['b', { c: ' x 🌿' }, 1, null, true],
  });
});

it('an event without path and referrer has neither, and no metadata but its own', () => {
  const by = { visitor: 'v', user_id: 'u', host: 'pins.example' };
  expect(toVisitorEvent({ name: 'search' }, by)).toEqual({
    name: 'search',
    visitor: 'v',
    user_id: 'u',
    path: null,
    referrer: null,
    metadata: null,
  });
  expect(toVisitorEvent({ name: 'search', _metadata: { path: '/', referrer: '', query: 'oak' } }, by)).toMatchObject({
    path: '/',
    referrer: '',
    metadata: { query: 'oak' },
  });
});

const figures = (totalEvents: number, uniqueVisitors: number, registeredUsers: number) => ({
  total_events: totalEvents,
  unique_visitors: uniqueVisitors,
  registered_users: registeredUsers,
});
it.each([
  ['no event yet', null, { ...figures(85, 9, 9), estimated: true }],
  ['the first event on the first day of the period before', 100, { ...figures(7, 3, 1), estimated: false }],
  ['the first event a day later', 101, { ...figures(85, 9, 9), estimated: true }],
  ['the first event long ago', 3, { ...figures(7, 3, 1), estimated: false }],
])('the period before, with %s', (_when, firstDay, expected) =>
  expect(previousPeriod(figures(100, 10, 10), figures(7, 3, 1), firstDay, 100)).toEqual(expected),
);

it('halves are rounded up in an estimated period', () => {
  expect(previousPeriod(figures(10, 30, 5), figures(0, 0, 0), null, 1)).toEqual({ ...figures(9, 26, 5), estimated: true });
});

it.each([
  ['2026-04-15', '2026-04-15', 2, ['2026_04', '2026_05', '2026_06']],
  ['2026-12-31', '2026-12-31', 2, ['2026_12', '2027_01', '2027_02']],
  ['2025-11-30', '2026-02-01', 0, ['2025_11', '2025_12', '2026_01', '2026_02']],
  ['2026-02-02', '2026-01-01', 0, []],
])('the months from %s to %s and %i further', (from, to, further, labels) => {
  const months = monthsBetween(dayNumber(from), dayNumber(to), further);
  expect(months.map(({ label }) => label)).toEqual(labels);
  for (const month of months) expect(parseMonth(month.label)).toEqual(month);
});

it.each([
  ['2026_02', ['2026-02-01', '2026-03-01']],
  ['2028_02', ['2028-02-01', '2028-03-01']],
  ['2026_12', ['2026-12-01', '2027-01-01']],
])('the month %s goes from its first day to the next one’s', (label, ends) => {
  const month = parseMonth(label);
  expect(month && [dayLabel(month.from), dayLabel(month.to)]).toEqual(ends);
});

it.each(['rest', '2026_13', '2026_00', '26_01', '2026_1'])('%s is no month', (label) => expect(parseMonth(label)).toBeNull());

it('an answer has every day of its period, the types by number and the sums of its parts', () => {
  const today = dayNumber('2026-03-02');
  const answer = buildSiteAnalytics({
    days: 7,
    today,
    first_day: today - 13,
    counted_at: new Date('2026-03-02T10:00:00Z'),
    unique_visitors: 4,
    before: figures(5, 2, 0),
    events: [
      { day: today, name: 'constructor', count: 1 },
      { day: today, name: 'page_view', count: 3 },
      { day: today - 2, name: 'page_view', count: 2 },
    ],
    visitors: new Map([
      [today, 3],
      [today - 2, 2],
    ]),
    registrations: new Map([[today - 6, 2]]),
    pages: [{ path: '/', count: 5 }],
    referrers: [{ referrer: '', count: 2 }],
  });
  expect(answer).toMatchObject({
    summary: figures(6, 4, 2),
    previous: { ...figures(5, 2, 0), estimated: false },
    as_of: '2026-03-02T10:00:00.000Z',
  });
  expect(Object.entries(answer.events_by_type)).toEqual([
    ['page_view', 5],
    ['constructor', 1],
  ]);
  expect(answer.events_by_day).toEqual([
    { date: '2026-02-24', count: 0, visitors: 0, registrations: 2 },
    ...['25', '26', '27'].map((date) => ({ date: `2026-02-${date}`, count: 0, visitors: 0, registrations: 0 })),
    { date: '2026-02-28', count: 2, visitors: 2, registrations: 0 },
    { date: '2026-03-01', count: 0, visitors: 0, registrations: 0 },
    { date: '2026-03-02', count: 4, visitors: 3, registrations: 0 },
  ]);
});
