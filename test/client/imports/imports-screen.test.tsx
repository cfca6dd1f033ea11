/** @jest-environment jsdom */
import { act, fireEvent, screen } from '@testing-library/react';
import type { ImportRecord } from '#domain/catalog/intake/contract';
import { click, openApp, resetBrowser, sentRequests } from '../../support/client/client-app';
import { errorResponse, serveEndpoints } from '../../support/client/serve-endpoints';

const anImport = (over: Partial<ImportRecord> = {}): ImportRecord => ({
  id: 1,
  way: 'command',
  name: 'boards.ndjson',
  kind: 'boards',
  recognized: null,
  by: 'root@server-1',
  state: 'done',
  place: null,
  share: null,
  is_dry_run: false,
  bytes: null,
  lines: 12_400,
  rejected: 3,
  inserted: 400,
  updated: 12_000,
  series: 0,
  reason: null,
  received_at: '2026-11-21T14:03:00Z',
  started_at: '2026-11-21T14:03:00Z',
  finished_at: '2026-11-21T14:04:00Z',
  ...over,
});

const openImports = async (...imports: readonly ImportRecord[]) => {
  const replies = {
    'GET /api/imports': () => ({ body: { imports, next_before: null } }),
    'POST /api/imports': () => ({ status: 202, body: anImport({ id: 9, way: 'browser', state: 'held' }) }),
    'POST /api/imports/9/start': () => ({ body: anImport({ id: 9, way: 'browser', state: 'waiting' }) }),
    'DELETE /api/imports/9': () => ({ status: 204, body: null }),
  };
  await openApp('/admin/imports', 'admin', serveEndpoints(replies));
  await screen.findByRole('heading', { level: 1, name: 'Imports' });
  await act(async () => {});
};
const stateTexts = () => screen.getAllByTestId('import-row').map((row) => row.lastElementChild?.textContent);

beforeEach(resetBrowser);

it('says how each import stands, and what to do about it', async () => {
  await openImports(
    anImport({ id: 8, state: 'reading', share: 0.4, lines: null, rejected: null }),
    anImport({ id: 7, way: 'http', state: 'waiting', place: 2 }),
    anImport({ id: 6, state: 'half_applied' }),
    anImport({ id: 5, way: 'http', state: 'interrupted' }),
    anImport({ id: 4 }),
    anImport({ id: 3, way: 'http', is_dry_run: true }),
    anImport({ id: 2, state: 'refused', reason: '12.0% of the lines were rejected' }),
    anImport({ id: 1, way: 'browser', state: 'held' }),
  );
  expect(stateTexts()).toEqual([
    'Reading the file, 40%',
    'Waiting, number 2 in the queueRemove',
    'Killed A part was applied. Run the same command again.',
    'Killed It goes on by itself.',
    'Done',
    'Done (check only)',
    'Refused 12.0% of the lines were rejected. Nothing was changed.',
    'Checked Nothing was changed yet.ImportRemove',
  ]);
  expect(screen.getAllByRole('link', { name: 'Rejected lines of boards.ndjson' })[0]?.getAttribute('href')).toBe('/api/imports/7/rejects');
});

it('sends dropped files, and begins a check or an import', async () => {
  await openImports();
  expect(screen.getByText('No imports yet.')).toBeTruthy();
  const file = new File(['{}'], 'mine.csv');
  fireEvent.drop(screen.getByTestId('drop-area'), { dataTransfer: { files: [file] } });
  expect(screen.getByText('mine.csv (1 kB)')).toBeTruthy();
  await click(screen.getByRole('button', { name: 'Check only' }));
  expect(sentRequests.filter(({ endpoint }) => endpoint.startsWith('POST')).map(({ endpoint }) => endpoint)).toEqual([
    'POST /api/imports',
    'POST /api/imports/9/start',
  ]);
  expect(sentRequests.at(-1)?.body).toEqual({ dry_run: true });
});

it('imports or removes a held file', async () => {
  await openImports(anImport({ id: 9, way: 'browser', state: 'held', lines: 5 }));
  await click(screen.getByRole('button', { name: 'Remove' }));
  await click(screen.getAllByRole('button', { name: 'Import' }).at(-1)!);
  expect(sentRequests.filter(({ endpoint }) => !endpoint.startsWith('GET')).map(({ endpoint }) => endpoint)).toEqual([
    'DELETE /api/imports/9',
    'POST /api/imports/9/start',
  ]);
});

it('says that the imports could not be loaded', async () => {
  await openApp('/admin/imports', 'admin', serveEndpoints({ 'GET /api/imports': () => errorResponse('Not now.') }));
  expect(await screen.findByText("We couldn't load the imports.")).toBeTruthy();
});
