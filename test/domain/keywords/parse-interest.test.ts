import { parseInterest } from '#domain/keywords/interest/parse-interest';
import { dayLabel } from '#domain/days';

const options = { now: new Date('2026-11-22T12:00:00Z') };

/** The accepted row with its days as labels, or the first reject. */
function parsed(record: Readonly<Record<string, unknown>>, round = false) {
  const line = parseInterest(record, 'trends.csv', { ...options, round });
  if ('rejects' in line) return line.rejects[0];
  if ('isSkipped' in line) return 'skipped';
  const { points, ...row } = line.row;
  return { ...row, points: points.map(({ day, value }) => [dayLabel(day), value]) };
}

describe('search interest', () => {
  const twoWeeks = {
    key: 'pumpkin bread',
    keyword: 'pumpkin breads',
    source: 'trends.csv',
    region: null,
    points: [
      ['2026-11-09', 71],
      ['2026-11-16', 100],
    ],
  };

  it.each([
    ['a list of points', { keyword: 'Pumpkin breads', points: [['2026-11-09', 71], ['2026-11-16', 100]] }],
    ['points as objects, newest first', { term: 'Pumpkin breads', points: [{ date: '2026-11-16', value: 100 }, { date: '2026-11-09', value: '71' }] }],
    ['an object by day', { keyword: 'Pumpkin breads', pct_growth_yoy: 4, time_series: { '2026-11-09': 71, '2026-11-16': 100 } }],
    ['one column per week', { Rank: '1', Trend: 'Pumpkin breads', 'Yearly change': '20%', '2026-11-09': '71', '2026-11-16': '100', '2026-11-23': '' }],
    ['columns with spaces around their days', { keyword: 'Pumpkin breads', ' 2026-11-09': 71, '2026-11-16 ': 100 }],
    ['columns beside an empty list', { keyword: 'Pumpkin breads', points: null, '2026-11-09': 71, '2026-11-16': 100 }],
  ])('is read from %s', (_, record) => expect(parsed(record)).toEqual(twoWeeks)); // prettier-ignore

  it('is of the last part of an id that names source, region, and keyword, with its region', () => {
    const record = { id: 'pinterest-trends:Hispanoamérica mujeres:Pumpkin breads', points: [['2026-11-09', 71]] };
    expect(parsed({ ...record, metric: 'search_volume_index', source: 'Trends' })).toMatchObject({
      key: 'pumpkin bread',
      keyword: 'pumpkin breads',
      source: 'Trends',
      region: 'Hispanoamérica mujeres',
    });
    expect(parsed(record)).toMatchObject({ keyword: 'pinterest-trends:hispanoamérica mujeres:pumpkin breads', source: 'trends.csv' });
  });

  it('is read from a line per day, with the source that it names', () => {
    expect(parsed({ query: 'Soup', Week: '2026-11-16', Interest: '55', source: 'Pinterest Trends, US' })).toEqual({
      key: 'soup',
      keyword: 'soup',
      source: 'Pinterest Trends, US',
      region: null,
      points: [['2026-11-16', 55]],
    });
  });

  it.each([
    ['stars', 'skipped'],
    ['search_volume_index', expect.objectContaining({ keyword: 'soup', region: 'Norden' })],
  ])('of a line whose metric is %s is %j', (metric, expected) => {
    expect(parsed({ keyword: 'Soup', metric, region: 'Norden', points: [['2026-11-09', 71]] })).toEqual(expected);
  });

  it('has the last of several values of a day, and rounds fractions on request', () => {
    const points = [['2026-11-16T09:00:00Z', 1], ['2026-11-16', 2.5]]; // prettier-ignore
    expect(parsed({ keyword: 'soup', points }, true)).toMatchObject({ points: [['2026-11-16', 3]] });
    expect(parsed({ keyword: 'soup', points })).toEqual({ field: 'points[1]', reason: '2.5 is not a whole number (--round rounds it)' });
  });

  it.each([
    [{ points: [['2026-11-16', 1]] }, 'keyword', 'no keyword'],
    [{ keyword: '!!!', points: [['2026-11-16', 1]] }, 'keyword', 'has no words, more than ten, or more than 80 characters'],
    [{ keyword: 'x'.repeat(81), points: [['2026-11-16', 1]] }, 'keyword', 'has no words, more than ten, or more than 80 characters'],
    [{ keyword: 'soup' }, 'points', 'no value'],
    [{ keyword: 'soup', points: [['2026-11-16', null]] }, 'points', 'no value'],
    [{ keyword: 'soup', points: [['2026-11-16', -1]] }, 'points[0]', '-1 is negative'],
    [{ keyword: 'soup', points: [5] }, 'points[0]', 'is not a pair of a time and a value'],
    [{ keyword: 'soup', points: { never: 5 } }, 'points.never', expect.stringContaining('never')],
    [{ keyword: 'soup', '2026-11-16': 'high' }, '2026-11-16', '"high" is not a number'],
    [{ keyword: 'soup', date: '2026-13-16', value: 1 }, 'date', expect.stringContaining('2026-13-16')],
  ])('of %j is rejected by name of the field', (record, field, reason) => expect(parsed(record)).toEqual({ field, reason }));
});
