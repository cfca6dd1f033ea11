import { dayLabel } from '#domain/days';
import { drawnPoints } from '../../client/src/catalog/series';

/** The line over counts on these days: its days, with `|` for a gap. */
const lineOver = (days: readonly number[]): string =>
  drawnPoints(days.map((day) => ({ day: dayLabel(day), value: day })))
    .map(({ day, value }) => (value === null ? '|' : String(day)))
    .join(' ');

describe('the line of a series', () => {
  it.each([
    ['counted every day', [1, 2, 3, 4], '1 2 3 4'],
    ['counted every day but one', [1, 2, 4, 5, 6], '1 2 | 4 5 6'],
    ['counted every week', [0, 7, 14, 21], '0 7 14 21'],
    ['counted every week, one crawl missing', [0, 7, 14, 28, 35], '0 7 14 28 35'],
    ['counted every week, more than one missing', [0, 7, 14, 29, 36], '0 7 14 | 29 36'],
    ['of one count', [5], '5'],
    ['without any count', [], ''],
  ])('%s', (_, days, line) => {
    expect(lineOver(days)).toBe(line);
  });
});
