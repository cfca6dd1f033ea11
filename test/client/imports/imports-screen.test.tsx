import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ImportPreview, ImportRecord } from '#domain/catalog/intake/contract';
import type { SetupOverview } from '#domain/setup/contract';
import { click, deferredResponse, type FakeResponse, openApp } from '../../support/client/client-app';
import { hrefOf, textsOf } from '../../support/client/elements';
import { requestedUrls, sentRequests } from '../../support/client/requests';
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

const aPreview = (over: Partial<ImportPreview> = {}): ImportPreview => ({
  options: { as: null, metric: null, max_bad: 0.05 },
  refusal: null,
  title: 'Table',
  kind: 'boards',
  encoding: 'windows-1252',
  separator: ';',
  decimal_sign: ',',
  header_row: 3,
  has_editable_columns: true,
  fields: ['_id', 'name', 'follower_count'],
  columns: [
    { name: 'board_title', use: 'name', rows: 2_000 },
    { name: 'fans', use: 'note', rows: 54 },
  ],
  row_count: 2_000,
  is_whole_file: false,
  lines: 2_000,
  rejected: 1,
  rejects: [{ line: 7, field: '_id', reason: 'no id' }],
  field_counts: [{ field: 'name', lines: 1_999 }],
  rows: [{ name: 'Cakes' }],
  findings: ['No row has followers: growth lists will be thin'],
  ...over,
});

const unusable = { rejected: 2_000, rows: [], findings: ['No row can be used: nothing would be imported'] };

type Replies = Readonly<Record<string, () => FakeResponse | Promise<FakeResponse>>>;

const setup: SetupOverview = {
  email: 'boss@site.test',
  is_demo_user: false,
  can_make_administrator: false,
  mail: 'sent',
  demo: null,
  uses: [],
};

const openScreen = async (path: string, title: string, own: Replies, imports: readonly ImportRecord[]) => {
  const replies: Replies = {
    ...Object.fromEntries([2, 3, 4, 12].map((id) => [`GET /api/imports/${id}/preview`, () => ({ body: aPreview() })])),
    'GET /api/imports': () => ({ body: { imports, next_before: null } }),
    'GET /api/admin/setup': () => ({ body: setup }),
    'GET /api/imports/7/preview': () => ({ body: aPreview({ ...unusable, is_whole_file: true }) }),
    'GET /api/imports/8/preview': () => ({ body: aPreview(unusable) }),
    'POST /api/imports': () => ({ status: 202, body: anImport({ id: 9, way: 'browser', state: 'held' }) }),
    'GET /api/imports/9/preview': () => ({ body: aPreview() }),
    'GET /api/imports/1/preview': () => ({ body: aPreview({ refusal: 'No column says what the rows are.', title: null, kind: null, columns: [], rows: [], findings: [], rejected: 0 }) }), // prettier-ignore
    'PATCH /api/imports/9': () => ({ body: aPreview({ kind: 'series', options: { as: 'pinner', metric: null, max_bad: 0.05 } }) }),
    'PUT /api/imports/9/columns': () => ({ body: aPreview({ findings: [] }) }),
    'PUT /api/imports/1/columns': () => ({ body: aPreview() }),
    'POST /api/imports/9/start': () => ({ body: anImport({ id: 9, way: 'browser', state: 'waiting' }) }),
    'DELETE /api/imports/9': () => ({ status: 204, body: null }),
    ...own,
  };
  await openApp(path, 'admin', serveEndpoints(replies));
  await screen.findByRole('heading', { level: 1, name: title });
  await act(async () => {});
};
const openImports = (...imports: readonly ImportRecord[]) => openScreen('/admin/imports', 'Imports', {}, imports);
const stateTexts = () => screen.getAllByTestId('import-row').map((row) => row.lastElementChild?.textContent);

it('says how each import stands, and what to do about it', async () => {
  await openImports(
    anImport({ id: 10, state: 'taking_back', reason: 'Another import is half applied.' }),
    anImport({ id: 15, state: 'taking_back', share: 0.5 }),
    anImport({ id: 8, state: 'reading', share: 0.4, lines: null, rejected: null }),
    anImport({ id: 7, way: 'http', state: 'waiting', place: 2 }),
    anImport({ id: 6, state: 'half_applied' }),
    anImport({ id: 13, way: 'http', state: 'half_applied' }),
    anImport({ id: 5, way: 'http', state: 'interrupted' }),
    anImport({ id: 4 }),
    anImport({ id: 3, way: 'http', is_dry_run: true }),
    anImport({ id: 2, state: 'refused', reason: '12.0% of the lines were rejected' }),
    anImport({ id: 12, way: 'browser', state: 'held' }),
    anImport({ id: 0, way: 'http', state: 'given_up', reason: 'Its process ended 3 times.' }),
    anImport({ id: 9, way: 'browser', state: 'held', lines: 5, reason: 'The file has no rows.' }),
    anImport({ id: 11, kind: 'interest', inserted: 0, updated: 0, series: 7 }),
  );
  expect(stateTexts()).toEqual([
    'Being taken back Another import is half applied. Try again',
    'Being taken back, 50%',
    'Reading the file, 40%',
    'Waiting, number 2 in the queueRemove',
    'Killed A part was applied. Run the same command again. Take back',
    'Killed A part was applied. It goes on by itself, unless its file is gone. Take back',
    'Killed It goes on by itself, unless its file is gone.',
    'Done Take back',
    'Done (check only)',
    'Refused 12.0% of the lines were rejected. Nothing was changed.',
    'Checked Nothing was changed yet.ImportRemove',
    'Given up Its process ended 3 times. A part was applied. Import the file again. Take back',
    expect.stringMatching(/It would be refused: The file has no rows\.Remove$/),
    'Done Take back',
  ]);
  // Search interest has keywords, no rows of the catalog.
  const counts = screen.getAllByTestId('import-row').map((row) => textsOf([...row.children].slice(6, 8)));
  expect([counts[0], counts.at(-1)]).toEqual([['400', '12,000'], ['–', '7']]); // prettier-ignore
  expect(screen.getAllByRole('link', { name: 'Rejected lines of boards.ndjson' })[0]?.getAttribute('href')).toBe('/api/imports/10/rejects');
});

it('receives dropped files, and waits for a decision', async () => {
  await openImports();
  expect(screen.getByText('No imports yet.')).toBeTruthy();
  const file = new File(['{}'], 'mine.csv', { lastModified: Date.UTC(2199, 0, 1) });
  await act(async () => void fireEvent.drop(screen.getByTestId('drop-area'), { dataTransfer: { files: [file] } }));
  expect(sentRequests.filter(({ endpoint }) => endpoint.startsWith('POST')).map(({ endpoint }) => endpoint)).toEqual(['POST /api/imports']);
  expect(requestedUrls.find((url) => url.includes('modified_at='))).not.toContain('modified_at=2199');
});

it('receives the other files where some cannot be received, and says which', async () => {
  const answers = [
    errorResponse('a.csv is empty.', 400),
    { status: 202, body: anImport({ id: 1 }) },
    errorResponse('There is no room.', 409),
  ];
  await openScreen('/admin/imports', 'Imports', { 'POST /api/imports': () => answers.shift()! }, []);
  const files = ['a.csv', 'b.csv', 'c.csv'].map((name) => new File(['{}'], name));
  await act(async () => void fireEvent.drop(screen.getByTestId('drop-area'), { dataTransfer: { files } }));
  expect(sentRequests.filter(({ endpoint }) => endpoint.startsWith('POST'))).toHaveLength(3);
  expect(textsOf([...screen.getByTestId('form-error').children])).toEqual(['a.csv is empty.', 'c.csv: There is no room.']);
});

it.each([
  [4, null],
  [5, '1 more file waits in the list of imports, and shows here when one of these is imported or removed.'],
  [7, '3 more files wait in the list of imports, and show here when one of these is imported or removed.'],
])('shows four received files, and says how many more wait: %i', async (count, text) => {
  await openImports(...Array.from({ length: count }, (_, index) => anImport({ id: index + 1, way: 'browser', state: 'held' })));
  expect(screen.getAllByTestId('received-file')).toHaveLength(4);
  expect(screen.queryByText(/more files? waits?/)?.textContent ?? null).toBe(text);
});

const choose = async (label: string, value: string) => {
  await act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
};

it('shows what a received file has, and what is missing', async () => {
  await openImports(anImport({ id: 9, way: 'browser', state: 'held' }));
  expect(screen.getByText('Boards, Windows-1252, separated by semicolons, decimal comma, header in row 3, the first 2,000 rows are shown here')).toBeTruthy(); // prettier-ignore
  expect(screen.getByText('No row has followers: growth lists will be thin.')).toBeTruthy();
  expect(screen.getByTestId('field-row').textContent).toBe('Name100%Cakes');
  expect(screen.getByText('2 columns, 1 kept as notes, counted in the first 2,000 rows')).toBeTruthy();
  expect(screen.getAllByTestId('column-row').map((row) => row.lastElementChild?.textContent)).toEqual(['100%', '2.7%']);
  expect(screen.getByText('Line 7, _id: no id').closest('details')!.textContent).toMatch(/^1 of 2,000 rows cannot be used/);
});

it.each([
  ['the whole file', 7, true],
  ['its beginning', 8, false],
])('offers no import where no row can be used: of %s', async (_, id, isDisabled) => {
  await openImports(anImport({ id, way: 'browser', state: 'held' }));
  expect(screen.getByLabelText('What is missing').textContent).toBe('No row can be used: nothing would be imported.');
  expect(screen.getAllByRole<HTMLButtonElement>('button', { name: 'Import' })[0]!.disabled).toBe(isDisabled);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check only' }).disabled).toBe(false);
});

it('follows what a column is said to become, and begins a check', async () => {
  await openImports(anImport({ id: 9, way: 'browser', state: 'held' }));
  await choose('What fans becomes', 'follower_count');
  expect(sentRequests.at(-1)).toMatchObject({ endpoint: 'PUT /api/imports/9/columns', body: { kind: 'boards', columns: [{ name: 'fans', use: 'follower_count' }] } }); // prettier-ignore
  expect(screen.queryByText('No row has followers: growth lists will be thin.')).toBeNull();
  await click(screen.getByRole('button', { name: 'Check only' }));
  expect(sentRequests.filter(({ endpoint }) => endpoint === 'POST /api/imports/9/start').map(({ body }) => body)).toEqual([{ dry_run: true }]); // prettier-ignore
});

it('asks how many rows may be left out, and whose numbers series are', async () => {
  await openImports(anImport({ id: 9, way: 'browser', state: 'held' }));
  expect(screen.queryByLabelText('Whose numbers they are')).toBeNull();
  await choose('Rows that may be left out', '0.2');
  await choose('What they count', 'follower_count');
  expect(sentRequests.slice(-2).map(({ endpoint, body }) => [endpoint, body])).toEqual([
    ['PATCH /api/imports/9', { max_bad: 0.2 }],
    ['PATCH /api/imports/9', { metric: 'follower_count' }],
  ]);
  expect(screen.getByLabelText<HTMLSelectElement>('Whose numbers they are').value).toBe('pinner');
});

it('says why a file of which more was rejected than its preview shows was refused, and asks how many rows may be left out', async () => {
  const replies: Replies = { 'GET /api/imports/9/preview': () => ({ body: aPreview({ rejected: 0, rejects: [] }) }) };
  const refused = anImport({ id: 9, way: 'browser', state: 'held', rejected: 900, reason: '7.3% of the lines were rejected.' });
  const imports = [refused];
  await openScreen('/admin/imports', 'Imports', replies, imports);
  const card = within(screen.getByTestId('received-file'));
  expect(card.getByText(/^It would be refused:/).textContent).toBe('It would be refused: 7.3% of the lines were rejected. Rejected lines');
  expect(hrefOf(card.getByRole('link', { name: 'Rejected lines' }))).toBe('/api/imports/9/rejects');
  imports[0] = { ...refused, reason: null };
  await choose('Rows that may be left out', '0.2');
  expect(card.queryByText(/^It would be refused:/)).toBeNull();
  expect(stateTexts()).toEqual(['Checked Nothing was changed yet.ImportRemove']);
});

describe('choices that come while others are being saved', () => {
  const series = (options: Partial<ImportPreview['options']>) => ({
    body: aPreview({ kind: 'series', options: { as: null, metric: null, max_bad: 0.05, ...options } }),
  });
  const choiceOf = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;
  const choices = () => ['Whose numbers they are', 'What they count', 'Rows that may be left out'].map(choiceOf);
  const openSeries = async () => {
    const answers = [deferredResponse(), deferredResponse(), deferredResponse()];
    const waiting = answers.values();
    const replies: Replies = {
      'GET /api/imports/9/preview': () => series({}),
      'PATCH /api/imports/9': () => waiting.next().value!.reply,
    };
    await openScreen('/admin/imports', 'Imports', replies, [anImport({ id: 9, way: 'browser', state: 'held' })]);
    await choose('Whose numbers they are', 'board');
    await choose('What they count', 'follower_count');
    await choose('Rows that may be left out', '1');
    return answers;
  };

  it('show at once, and are sent one after the other', async () => {
    const [first, second, third] = await openSeries();
    expect(choices()).toEqual(['board', 'follower_count', '1']);
    expect(sentRequests.map(({ body }) => body)).toEqual([{ as: 'board' }]);
    await first!.give(series({ as: 'board' }));
    await second!.give(series({ as: 'board', metric: 'follower_count' }));
    expect(choices()).toEqual(['board', 'follower_count', '1']);
    await third!.give(series({ as: 'board', metric: 'follower_count', max_bad: 1 }));
    expect(sentRequests.map(({ body }) => body)).toEqual([{ as: 'board' }, { metric: 'follower_count' }, { max_bad: 1 }]);
    expect(choices()).toEqual(['board', 'follower_count', '1']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check only' }).disabled).toBe(false);
  });

  it('stand on as many lines as they need, so that phones show them whole', async () => {
    await openSeries();
    expect(screen.getByLabelText('What they count').parentElement?.parentElement?.className).toContain('cluster');
  });

  it('are taken back, with a message, when one fails', async () => {
    const [first, second] = await openSeries();
    await first!.give(series({ as: 'board' }));
    await second!.give(errorResponse('The database is busy.'));
    expect(choices()).toEqual(['board', 'line', '0.05']);
    expect(screen.getByTestId('form-error').textContent).toBe('The database is busy.');
    expect(sentRequests).toHaveLength(2);
    // Later choices are saved as usual.
    await choose('Rows that may be left out', '0.2');
    expect(sentRequests.at(-1)?.body).toEqual({ max_bad: 0.2 });
  });
});

it('asks what the rows are where no column says it', async () => {
  await openImports(anImport({ id: 1, way: 'browser', state: 'held' }));
  expect(within(screen.getByTestId('received-file')).getByText('No column says what the rows are.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check only' }).disabled).toBe(true);
  await choose('What its rows are', 'boards');
  expect(sentRequests.at(-1)?.body).toEqual({ kind: 'boards', columns: [] });
  expect(screen.getByText('board_title')).toBeTruthy();
});

it.each([
  [1, 'Held No column says what the rows are.Remove'],
  [7, 'Held No row can be used: nothing would be imported.Remove'],
  [8, 'Held It waits for you.ImportRemove'],
])('offers in the list what the card can do: of file %i', async (id, text) => {
  await openImports(anImport({ id, way: 'browser', state: 'held', lines: null }));
  expect(stateTexts()).toEqual([text]);
});

it('offers the import in the list once its card can do it', async () => {
  await openImports(anImport({ id: 1, way: 'browser', state: 'held', lines: null }));
  await choose('What its rows are', 'boards');
  expect(stateTexts()).toEqual(['Held It waits for you.ImportRemove']);
});

it('imports or removes a held file, also from the list', async () => {
  await openImports(anImport({ id: 9, way: 'browser', state: 'held', lines: 5 }));
  await click(screen.getAllByRole('button', { name: 'Remove' })[0]!);
  // The card goes, with its button.
  expect(document.activeElement?.textContent).toBe('Imports');
  await click(screen.getAllByRole('button', { name: 'Import' })[0]!);
  await click(screen.getAllByRole('button', { name: 'Import' }).at(-1)!);
  expect(sentRequests.filter(({ endpoint }) => !endpoint.startsWith('GET')).map(({ endpoint }) => endpoint)).toEqual([
    'DELETE /api/imports/9',
    'POST /api/imports/9/start',
    'POST /api/imports/9/start',
  ]);
});

it.each([
  [{ is_demo_user: true, can_make_administrator: true }, true, /Make an account that stays\.$/],
  [{ is_demo_user: true, can_make_administrator: false }, false, /run corklight admin create on the server/],
  [{}, false, /, an administrator\.$/],
])('offers the form of an account to who may make one: %j', async (own, hasForm, text) => {
  await openScreen('/admin/setup', 'First steps', { 'GET /api/admin/setup': () => ({ body: { ...setup, ...own } }) }, []);
  expect(screen.queryByRole('button', { name: 'Create my account' }) !== null).toBe(hasForm);
  expect(screen.getByText(/You are signed in as/).textContent).toMatch(text);
});

it('lists only the newest imports among the first steps, so that the next steps are near', async () => {
  const names = ['e.csv', 'd.csv', 'c.csv', 'b.csv', 'a.csv'];
  const imports = names.map((name, index) => anImport({ id: 20 - index, name }));
  await openScreen('/admin/setup', 'First steps', {}, imports);
  expect(screen.getAllByTestId('import-row').map((row) => row.firstElementChild?.textContent)).toEqual(['e.csv', 'd.csv', 'c.csv']);
  expect(hrefOf(screen.getByRole('link', { name: 'All imports' }))).toBe('/admin/imports');
  await openImports(...imports);
  expect(screen.getAllByTestId('import-row')).toHaveLength(5);
  expect(screen.queryByRole('link', { name: 'All imports' })).toBeNull();
});
