import { mondayOf, type Mover, weeklyEmail } from '#domain/analytics/watching/weekly-email';
import { dayLabel, parseDay } from '#domain/days';

const context = {
  brand: 'Corklight',
  origin: 'https://pins.example',
  to: 'mira@site.com',
  user_id: 'u1',
  token: 'TOKEN',
  lastDay: parseDay('2026-11-22')!,
  imageHosts: ['i.pinimg.com'],
};

const aMover = (over: Partial<Mover> = {}): Mover => ({
  entity: 'board',
  entity_id: 'b1',
  title: 'Etsy gift ideas',
  image_url: null,
  value: 3_231,
  growth: 4.12,
  ...over,
});

/** Movers with these growths. */
const movers = (...growths: readonly number[]) => growths.map((growth, index) => aMover({ entity_id: `b${index}`, growth }));

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

describe('the weekly email', () => {
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
        ids.map((entity_id) => aMover({ entity_id })),
      )?.rows ?? [];
    expect(rows.map(({ url }) => url)).toEqual(['https://pins.example/board/b1/', 'https://pins.example/board/b2/']);
  });

  it.each([
    [10, 10, undefined],
    [11, 10, ['1 more moved less.']],
    [13, 10, ['3 more moved less.']],
  ])('of %i movers shows %i and counts the rest', (moverCount, rowCount, after) => {
    const email = weeklyEmail(context, movers(...Array.from({ length: moverCount }, (_, index) => index + 1)));
    expect(email?.rows).toHaveLength(rowCount);
    expect(email?.after).toEqual(after);
    expect(email?.subject).toContain(`${moverCount} rising`);
  });

  it.each([
    [{}, 'https://pins.example/board/b1/', '3,231 followers'],
    [{ entity: 'pinner' as const, value: 1 }, 'https://pins.example/pinner/b1/', '1 follower'],
    [{ entity: 'pin' as const, entity_id: 'x:1/2', value: 12 }, 'https://pins.example/pin/x%3A1%2F2/', '12 saves'],
  ])('names %j with its page and its count', (over, url, value) => {
    expect(weeklyEmail(context, [aMover(over)])?.rows).toEqual([{ title: 'Etsy gift ideas', url, image: null, value, change: '+4.1%' }]);
  });

  it.each([
    ['of our own site', '/demo/pictures/1.svg', 'https://pins.example/demo/pictures/1.svg'],
    ['of Pinterest', 'https://i.pinimg.com/originals/01/23/45/abc.png', 'https://i.pinimg.com/236x/01/23/45/abc.jpg'],
    ['of an unknown host', 'https://tracker.example/x.gif', null],
  ])('has the picture %s', (_, image_url, image) => {
    expect(weeklyEmail(context, [aMover({ image_url })])?.rows?.[0]?.image).toBe(image);
  });

  it('says which week it is about, why it comes, and how to end it', () => {
    expect(weeklyEmail(context, [aMover()])).toMatchObject({
      kind: 'weekly',
      to: 'mira@site.com',
      user_id: 'u1',
      paragraphs: ['This moved most in your watchlists in the seven days up to Nov 22.'],
      action: { label: 'Open my watchlists', url: 'https://pins.example/watchlists' },
      unsubscribe: {
        page: 'https://pins.example/unsubscribe?token=TOKEN',
        oneClick: 'https://pins.example/api/optional-emails/unsubscribe?token=TOKEN',
        reason: 'you switched on the weekly email',
      },
    });
  });
});
