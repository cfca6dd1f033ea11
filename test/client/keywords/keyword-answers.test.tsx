/** @jest-environment jsdom */
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { KeywordRow } from '#domain/keywords/contract';
import { click, openApp, queriesTo, resetBrowser, type ViewerKind } from '../../support/client/client-app';
import { serveEndpoints } from '../../support/client/serve-endpoints';
import { keywordDetail, keywordPage, keywordRow, noInterest } from './keyword-records';

const rows = [
  keywordRow('balcony garden ideas', { pins: 118, peak_month: 3 }),
  keywordRow('garden', { pins: 9, competition: null, competition_level: null }),
];

const server = (found: readonly KeywordRow[]) =>
  serveEndpoints({
    'GET /api/keywords': () => ({ body: keywordPage(found) }),
    'GET /api/keywords/garden': () => ({ body: keywordDetail() }),
    'GET /api/keywords/pumpkin%20bread/interest': () => noInterest,
  });

/** Opens the home page, types, and waits for the answer. */
async function type(viewer: ViewerKind, text: string, found = rows) {
  await openApp('/', viewer, server(found));
  const field = await screen.findByLabelText('Look up a keyword');
  await act(async () => void fireEvent.change(field, { target: { value: text } }));
  return { field, answers: within(await screen.findByTestId('keyword-answers')) };
}

describe('the field for keywords on the home page', () => {
  beforeEach(resetBrowser);

  it.each([
    ['visitor', '/keywords/balcony%20garden%20ideas'],
    ['premium', '/boards?query=balcony+garden+ideas'],
  ] as const)('answers a %s at once from the free table, and leads to the boards', async (viewer, boards) => {
    const { answers } = await type(viewer, ' Garden ');
    expect(answers.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'balcony garden ideas: Open, peaks in March, 118 pinsSee the boards',
      'garden: 9 pinsSee the boards',
    ]);
    const [keyword, more] = answers.getAllByRole('link');
    expect(keyword!.getAttribute('href')).toBe('/keywords/balcony%20garden%20ideas');
    expect(more!.getAttribute('href')).toBe(boards);
    expect(queriesTo('/api/keywords').map((query) => Object.fromEntries(query))).toEqual([
      { query: 'Garden', order_by: 'pins', per_page: '3' },
    ]);
  });

  it.each([
    ['Garden', '/keywords/garden'],
    ['gard', '/keywords?query=gard'],
  ])('leads from %s to %s without an account', async (text, address) => {
    await type('visitor', text);
    await click(screen.getByRole('button', { name: 'Look up' }));
    expect(location.pathname + location.search).toBe(address);
  });

  it('says so where there is none', async () => {
    const { answers } = await type('visitor', 'zzz', []);
    expect(answers.getByText('No keyword of five pins has such a word.')).toBeTruthy();
  });
});
