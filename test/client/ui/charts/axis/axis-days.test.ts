import { axisLabel, axisSteps, labeledDays } from '../../../../../client/src/ui/charts/axis/axis-days';
import { present } from '../../../../../client/src/ui/format';
import { parseDay } from '#domain/days';

const day = (text: string) => parseDay(text) ?? 0;
const labels = (from: string, to: string, maxLabels: number) =>
  labeledDays(day(from), day(to), maxLabels).map((one) => axisLabel(one, day(to) - day(from)));

describe('the days of an axis', () => {
  const before = present.day;
  beforeAll(() => void (present.day = day('2026-11-24')));
  afterAll(() => void (present.day = before));

  it.each([
    ['of this year have none', '2026-08-26', '2026-11-24', 4, ['Aug 26', 'Sep 25', 'Oct 25', 'Nov 24']],
    ['of another year have it', '2023-01-01', '2023-03-02', 3, ['Jan 1, 2023', 'Jan 31, 2023', 'Mar 2, 2023']],
    ['of two years have that of the other one', '2025-12-15', '2026-01-14', 3, ['Dec 15, 2025', 'Dec 30, 2025', 'Jan 14']],
    ['of a long line have it with their month', '2022-03-23', '2026-03-23', 3, ['Mar 2022', 'Mar 2024', 'Mar 2026']],
  ])('%s: the year', (_, from, to, maxLabels, expected) => {
    expect(labels(from, to, maxLabels)).toEqual(expected);
  });

  it.each([1, 5, 9, 90, 299, 300, 301, 330, 365, 728, 4000])('have no two equal labels in %i days', (spanDays) => {
    for (const start of ['2024-01-31', '2025-02-01', '2026-01-01'])
      for (let maxLabels = 2; maxLabels <= 12; maxLabels += 1) {
        const days = labeledDays(day(start), day(start) + spanDays, maxLabels);
        const texts = days.map((one) => axisLabel(one, spanDays));
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts.length).toBeLessThanOrEqual(maxLabels);
        expect(days).toHaveLength(axisSteps(spanDays, maxLabels) + 1);
      }
  });

  it('are one where there is only one', () => {
    expect(labels('2026-11-24', '2026-11-24', 5)).toEqual(['Nov 24']);
  });
});
