import { issueSlices } from '#domain/data-quality/issue-pages';

describe('the pages of a list of issues', () => {
  it.each([
    ['one type on one page', { board: 3, pinner: 0, pin: 0 }, 1, ['board 0+3']],
    ['all types on one page', { board: 3, pinner: 2, pin: 4 }, 1, ['board 0+3', 'pinner 0+2', 'pin 0+4']],
    ['the first page of many boards', { board: 21, pinner: 9, pin: 9 }, 1, ['board 0+20']],
    ['the page where one type ends', { board: 21, pinner: 9, pin: 40 }, 2, ['board 20+1', 'pinner 0+9', 'pin 0+10']],
    ['a page inside the last type', { board: 21, pinner: 9, pin: 40 }, 3, ['pin 10+20']],
    ['the last page', { board: 21, pinner: 9, pin: 40 }, 4, ['pin 30+10']],
    ['a page past the end', { board: 21, pinner: 9, pin: 40 }, 5, []],
    ['no entity', { board: 0, pinner: 0, pin: 0 }, 1, []],
  ])('show boards, then influencers, then pins: %s', (_, totals, page, slices) => {
    expect(issueSlices(totals, page).map(({ entity, offset, limit }) => `${entity} ${offset}+${limit}`)).toEqual(slices);
  });
});
