import { alertEmail } from '#domain/watching/alerts/alert-email';
import type { StoredAlert } from '#domain/watching/alerts/alerts';

const context = { origin: 'https://pins.example', to: 'mira@site.com', user_id: 'u1', brand: 'Corklight', token: 'TOKEN' };

const anAlert = (over: Partial<StoredAlert> = {}): StoredAlert => ({
  _id: 'a1',
  entity: 'board',
  entity_id: 'b1',
  title: 'Etsy gift ideas',
  measure: 'momentum',
  direction: 'above',
  threshold: 60,
  period: null,
  value: 62.4,
  search: null,
  day: 20_779,
  is_read: false,
  ...over,
});
const anAlertOfSearch = (search: StoredAlert['search']) =>
  anAlert({ entity_id: null, title: 'Open boards', measure: 'new_match', threshold: null, value: 3, search });

describe('the email of alerts', () => {
  it('is not sent without alerts', () => {
    expect(alertEmail(context, [])).toBeNull();
  });

  it('has the formats of its recipient', () => {
    const growth = anAlert({ measure: 'growth', period: '30_days', value: 12.5 });
    const email = alertEmail({ ...context, locale: 'de-DE' }, [growth, anAlert({ measure: 'count', value: 12_480 })]);
    expect(email?.rows?.map(({ value }) => value)).toEqual(['Growth over 30 days rose to +12,5%.', 'Rose to 12.480 followers.']);
  });

  it('says what happened, why it comes, and how to end it', () => {
    expect(alertEmail(context, [anAlert()])).toEqual({
      kind: 'alerts',
      to: 'mira@site.com',
      user_id: 'u1',
      subject: 'Your alerts: 1 new one',
      paragraphs: ['New since our last email:'],
      rows: [{ title: 'Etsy gift ideas', url: 'https://pins.example/board/b1/', image: null, value: 'Momentum rose to 62.', change: '' }],
      action: { label: 'Open my watchlists', url: 'https://pins.example/watchlists' },
      unsubscribe: {
        page: 'https://pins.example/unsubscribe?token=TOKEN',
        oneClick: 'https://pins.example/api/optional-emails/unsubscribe?token=TOKEN',
        reason: 'you switched on the daily email of alerts',
      },
    });
  });

  it.each([
    [
      'its list',
      { variant: 'boards' as const, query: 'followers=100..' },
      'https://pins.example/boards?followers=100..&collaborators=0..&read=any',
    ],
    ['the watchlists if it is gone', null, 'https://pins.example/watchlists'],
  ])('leads from a search to %s', (_, search, url) => {
    expect(alertEmail(context, [anAlertOfSearch(search)])?.rows).toEqual([
      { title: 'Open boards', url, image: null, value: '3 new boards.', change: '' },
    ]);
  });

  it.each([
    [20, 20, undefined],
    [21, 20, ['1 more in Corklight.']],
    [25, 20, ['5 more in Corklight.']],
  ])('of %i alerts shows %i and counts the rest', (alertCount, rowCount, after) => {
    const email = alertEmail(
      context,
      Array.from({ length: alertCount }, () => anAlert()),
    );
    expect(email?.rows).toHaveLength(rowCount);
    expect(email?.after).toEqual(after);
    expect(email?.subject).toBe(`Your alerts: ${alertCount} new ones`);
  });
});
