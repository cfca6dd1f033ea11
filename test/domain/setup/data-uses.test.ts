import { type DataFigures, dataUses } from '#domain/setup/data-uses';
import { parseDay } from '#domain/days';

const today = parseDay('2026-11-27')!;
const none: DataFigures = {
  rows: { board: 0, pinner: 0, pin: 0 },
  grown: { board: 0, pinner: 0, pin: 0 },
  keywords: 0,
  hasInterest: false,
  newestDay: null,
};

it.each<[string, Partial<DataFigures>, string, string, RegExp]>([
  ['no boards', {}, 'Boards', 'empty', /no boards yet/],
  ['one reading of today', { rows: { ...none.rows, board: 8_011 }, newestDay: today }, 'Boards', 'waiting', /^8,011 boards .* on Dec 4 or later\.$/],
  ['one reading of last month', { rows: { ...none.rows, pin: 1 }, newestDay: today - 30 }, 'Pins', 'waiting', /^1 pin .* import them again today\.$/],
  ['two readings', { rows: { ...none.rows, pinner: 5 }, grown: { ...none.grown, pinner: 3 }, newestDay: today }, 'Influencers', 'ready', /^5 influencers, 3 with growth/],
  ['two readings of a few', { rows: { ...none.rows, board: 7_804 }, grown: { ...none.grown, board: 2 }, newestDay: today }, 'Boards', 'waiting', /^7,804 boards, 2 with growth over 90 days\. The others .* on Dec 4 or later\.$/],
  ['no pins', {}, 'Keywords', 'empty', /Import some/],
  ['pins whose keywords are not counted yet', { rows: { ...none.rows, pin: 9 } }, 'Keywords', 'waiting', /every night/],
  ['counted keywords', { keywords: 1 }, 'Keywords', 'ready', /^1 keyword counted in pins/],
  ['no search interest', {}, '“Publish by”', 'empty', /Pinterest Trends/],
  ['search interest', { hasInterest: true }, '“Publish by”', 'ready', /50 weeks/],
])('%s', (_, change, name, state, text) => {
  expect(dataUses({ ...none, ...change }, today).find((use) => use.name === name)).toMatchObject({ state, text: expect.stringMatching(text) });
}); // prettier-ignore
