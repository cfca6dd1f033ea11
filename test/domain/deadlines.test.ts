import { DATABASE_DEADLINE_MS, deadlineWithProvider } from '#domain/endpoint';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations';

describe('durations', () => {
  it('are in milliseconds', () => expect([SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS]).toEqual([1_000, 60_000, 3_600_000, 86_400_000]));
});

describe('the deadline of an endpoint', () => {
  it.each([
    [0, 5_000],
    [1, 9_000],
    [2, 13_000],
  ])('that calls a provider %d times in sequence is %d ms', (calls, milliseconds) => {
    expect(deadlineWithProvider(calls)).toBe(milliseconds);
    expect(DATABASE_DEADLINE_MS).toBe(5_000);
  });
});
