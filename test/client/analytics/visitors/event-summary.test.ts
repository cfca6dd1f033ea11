import { parseDay } from '#domain/days';
import { eventSummary } from '../../../../client/src/analytics/visitors/event-summary';
import { present } from '../../../../client/src/ui/format';

const dayWithEvents = (date: string, count: number) => ({ date, count, visitors: 0, registrations: 0 });

describe('the summary of the events chart', () => {
  beforeAll(() => void (present.day = parseDay('2026-11-23') ?? NaN));

  it.each([
    [[], 'No events.'],
    [[dayWithEvents('2026-11-20', 0), dayWithEvents('2026-11-21', 0)], 'No events, Nov 20 to Nov 21.'],
    [
      [dayWithEvents('2026-11-19', 900), dayWithEvents('2026-11-20', 1600), dayWithEvents('2026-11-21', 5)],
      "2.5K events, Nov 19 to Nov 21. Peak: 1.6K on Nov 20. Today isn't complete (UTC).",
    ],
    [
      [dayWithEvents('2026-11-20', 7), dayWithEvents('2026-11-21', 7)],
      "14 events, Nov 20 to Nov 21. Peak: 7 on Nov 20. Today isn't complete (UTC).",
    ],
  ])('describes %j as %s', (days, sentence) => {
    expect(eventSummary(days)).toBe(sentence);
  });
});
