import { MINUTE_MS } from '#domain/durations';
import { nextAttempt } from '#domain/mail/mailer';

describe('the next attempt to deliver an email', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  it.each([
    [1, 1],
    [2, 5],
    [3, 15],
    [4, 30],
    [5, 60],
    [6, 120],
    [7, 240],
    [8, 480],
    [9, 720],
    [10, 1_440],
  ])('after failure %i is in %i minutes', (failures, minutes) => {
    expect(nextAttempt(failures, now)).toEqual(new Date(now.getTime() + minutes * MINUTE_MS));
  });

  it('is never after eleven failures', () => expect(nextAttempt(11, now)).toBeNull());
});
