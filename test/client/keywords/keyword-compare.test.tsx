import { screen, within, act, fireEvent } from '@testing-library/react';
import { parseComparedKeywords } from '#domain/keywords/compared-keywords';
import type { KeywordComparison, KeywordInterest, KeywordRow } from '#domain/keywords/contract';
import { click, openApp, press, type, type ViewerKind } from '../../support/client/client-app';
import { textsOf, hrefOf } from '../../support/client/elements';
import { requestedUrls, queriesTo } from '../../support/client/requests';
import { serveEndpoints } from '../../support/client/serve-endpoints';
import { keywordDetail, keywordPage, keywordRow, noInterest } from './keyword-records';

const volume = (value: number, date: string) => ({ source: 'PinClicks', region: 'US', date, volume: value, notes: [] });
const curve = (values: readonly number[]) => ({
  region: 'US',
  points: values.map((value, week) => ({ date: `2026-10-0${1 + week * 2}`, value })),
  sources: [{ name: 'Trends', imported_at: '2026-11-01T00:00:00Z' }],
});
const figInterest: KeywordInterest = {
  curves: [curve([10, 20, 30])],
  volumes: [volume(12_000, '2026-11-01'), volume(9_000, '2026-10-01')],
  season: null,
  lead_days: 45,
};
const compared: KeywordComparison['keywords'] = [
  { keyword: 'fig', is_known: true, figures: keywordRow('fig', { pins: 50 }), interest: figInterest },
  {
    keyword: 'plum',
    is_known: true,
    figures: keywordRow('plum', { pins: 80 }),
    interest: { ...figInterest, curves: [curve([5, 6, 7])], volumes: [] },
  },
  { keyword: 'zzz', is_known: false, figures: null, interest: noInterest.body },
];
const endpoints = {
  'GET /api/comparisons/keywords': ({ searchParams }: URL) => {
    const names = parseComparedKeywords(searchParams.get('keywords') ?? '');
    return { body: { keywords: compared.filter(({ keyword }) => names.includes(keyword)) } };
  },
  'GET /api/keywords': () => ({ body: keywordPage([keywordRow('fig'), keywordRow('plum'), keywordRow('zzz')]) }),
};
const open = (query: string, viewer: ViewerKind = 'premium') => openApp(`/keywords/compare${query}`, viewer, serveEndpoints(endpoints));
const cells = async (name: RegExp) => {
  const row = within(await screen.findByTestId('keyword-compare-table')).getByRole('row', { name });
  return textsOf(within(row).getAllByRole('cell'));
};

describe('a comparison of keywords', () => {
  it('has a column per keyword with the figures of the list and the volumes, and says which the catalog does not have', async () => {
    await open('?keywords=fig,plum,zzz');
    expect(await cells(/^Pins/)).toEqual(['50', '80', '–']);
    const [fig, ...others] = await cells(/^Volume, PinClicks, US/);
    expect(fig).toMatch(/12.*PinClicks, US, Nov 1, 2026.*1 older.*9.*Oct 1, 2026/);
    expect(others).toEqual(['–', '–']);
    expect(screen.getByRole('columnheader', { name: /zzz/ }).textContent).toContain('Not in the catalog');
    expect(screen.getByTestId('compared-curves').textContent).toContain('Without a line: zzz.');
  });

  it('draws the curves of one region and tool: files that name no tool count as one', async () => {
    const from = (source: string, region = 'US') => ({
      ...curve([1, 2, 3]),
      region,
      sources: [{ name: source, imported_at: '2026-11-01T00:00:00Z' }],
    });
    const withCurves = (index: number, ...curves: KeywordInterest['curves']) => ({
      ...compared[index]!,
      interest: { ...noInterest.body, curves },
    });
    const keywords = [withCurves(0, from('august.csv'), from('Trends')), withCurves(1, from('may.csv'), from('Trends', 'DE'))];
    const answer = { 'GET /api/comparisons/keywords': () => ({ body: { keywords } }) };
    await openApp('/keywords/compare?keywords=fig,plum', 'premium', serveEndpoints({ ...endpoints, ...answer }));
    const card = within(await screen.findByTestId('compared-curves'));
    const select = card.getByLabelText<HTMLSelectElement>('Region and source');
    expect([...select.options].map(({ text }) => text)).toEqual(['US, august.csv; US, may.csv', 'US, Trends', 'DE, Trends']);
    expect(screen.getByTestId('compared-curves').textContent).not.toContain('Without a line');
    type('Region and source', select.options[1]!.value);
    expect(screen.getByTestId('compared-curves').textContent).toContain('Without a line: plum.');
  });

  it('compares two without Premium, and says that there are more', async () => {
    await open('?keywords=fig,plum,zzz', 'free');
    expect(await cells(/^Pins/)).toEqual(['50', '80']);
    expect(screen.getByTestId('compare-locked').textContent).toContain('1 more keyword is in the address.');
    expect(screen.getByTestId('compare-limit').textContent).toContain('Comparing more than two is part of Premium.');
    expect(requestedUrls.some((url) => url.includes('zzz'))).toBe(false);
    await click(screen.getByRole('button', { name: 'Remove fig' }));
    expect(location.search).toBe('?keywords=plum,zzz');
  });

  it('keeps the focus at the place of a keyword that was removed, and at the field when none is left', async () => {
    await open('?keywords=fig,plum,zzz');
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName;
    const remove = async (keyword: string) => {
      const remover = screen.getByRole('button', { name: `Remove ${keyword}` });
      remover.focus();
      await click(remover);
    };
    await remove('plum');
    expect(focused()).toBe('Remove zzz');
    await remove('zzz');
    expect(focused()).toBe('Remove fig');
    await remove('fig');
    expect([focused(), location.search]).toEqual(['INPUT', '?keywords=']);
  });

  it('is reached from selected keywords, also by key', async () => {
    await openApp('/keywords', 'free', serveEndpoints(endpoints));
    await click(await screen.findByRole('checkbox', { name: 'Select fig' }));
    await click(screen.getByRole('checkbox', { name: 'Select plum' }));
    await press('c');
    expect(location.pathname + location.search).toBe('/keywords/compare?keywords=fig,plum');
  });

  it('leaves the page of the keyword “compare” where it is', async () => {
    await openApp(
      '/keywords/compare',
      'visitor',
      serveEndpoints({
        'GET /api/keywords/compare': () => ({ body: keywordDetail({ keyword: 'compare' }) }),
        'GET /api/keywords/compare/interest': () => noInterest,
      }),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'compare' })).toBeTruthy();
  });
});

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
async function typeAtHome(viewer: ViewerKind, text: string, found = rows) {
  await openApp('/', viewer, server(found));
  const field = await screen.findByLabelText('Look up a keyword');
  await act(async () => void fireEvent.change(field, { target: { value: text } }));
  return { field, answers: within(await screen.findByTestId('keyword-answers')) };
}

describe('the field for keywords on the home page', () => {
  it.each([
    ['visitor', '/keywords/balcony%20garden%20ideas'],
    ['premium', '/boards?query=balcony+garden+ideas'],
  ] as const)('answers a %s at once from the free table, and leads to the boards', async (viewer, boards) => {
    const { answers } = await typeAtHome(viewer, ' Garden ');
    expect(textsOf(answers.getAllByRole('listitem'))).toEqual([
      'balcony garden ideas: Open, peaks in March, 118 pinsSee the boards',
      'garden: 9 pinsSee the boards',
    ]);
    const [keyword, more] = answers.getAllByRole('link');
    expect(hrefOf(keyword!)).toBe('/keywords/balcony%20garden%20ideas');
    expect(hrefOf(more!)).toBe(boards);
    expect(queriesTo('/api/keywords').map((query) => Object.fromEntries(query))).toEqual([
      { query: 'Garden', order_by: 'pins', per_page: '3' },
    ]);
  });

  it.each([
    ['Garden', '/keywords/garden'],
    ['gard', '/keywords?query=gard'],
  ])('leads from %s to %s without an account', async (text, address) => {
    await typeAtHome('visitor', text);
    await click(screen.getByRole('button', { name: 'Look up' }));
    expect(location.pathname + location.search).toBe(address);
  });

  it('says so where there is none', async () => {
    const { answers } = await typeAtHome('visitor', 'zzz', []);
    expect(answers.getByText('No keyword of five pins has such a word.')).toBeTruthy();
  });
});
