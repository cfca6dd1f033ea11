/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';
import type { CleanupRecord } from '#domain/data-quality/contract';
import type { JobStatus } from '#domain/site/contract';
import { queriesTo, click, resetBrowser, deferredResponse, openApp, press, type FakeResponse } from '../../support/client/client-app';

import { formatDuration } from '../../../client/src/operations/format-duration';
import { startShortcuts } from '../../../client/src/site/shortcuts';
import { serveEndpoints, errorResponse } from '../../support/client/serve-endpoints';

const CLEANUPS_URL = '/api/admin/data-quality/cleanups';
const JOBS_URL = '/api/admin/jobs';
const ALARMS_URL = '/api/admin/alarms';
const RUN_URL = '/api/admin/jobs/growth/run';

const aCleanup = (over: Partial<CleanupRecord> = {}): CleanupRecord => ({
  id: 1,
  email: 'admin@site.test',
  entity_type: 'pinner',
  issue_type: 'never_crawled',
  matched: 12,
  deleted: 11,
  started_at: '2026-11-21T14:03:00Z',
  finished_at: '2026-11-21T14:04:00Z',
  ...over,
});

const aJob = (over: Partial<JobStatus> = {}): JobStatus => ({
  job: 'growth',
  purpose: 'Recomputes all scores.',
  last_slot: '2026-11-21',
  last_started_at: '2026-11-21T03:00:00Z',
  last_finished_at: '2026-11-21T03:03:20Z',
  last_succeeded_at: '2026-11-21T03:03:20Z',
  last_failed_at: null,
  took: 200_000,
  rows: 12_400,
  error: null,
  next_at: '2026-11-22T03:00:00Z',
  running: false,
  killed: false,
  ...over,
});

type Reply = () => FakeResponse | Promise<FakeResponse>;
const emptyList = () => ({ body: [] });

const openOperations = async (cleanups: Reply, jobs: Reply, alarms: Reply = emptyList, run: Reply = emptyList) => {
  const replies = { [`GET ${CLEANUPS_URL}`]: cleanups, [`GET ${JOBS_URL}`]: jobs, [`GET ${ALARMS_URL}`]: alarms, [`POST ${RUN_URL}`]: run };
  await openApp('/admin/operations', 'admin', serveEndpoints(replies));
  await screen.findByRole('heading', { level: 1, name: 'Operations' });
  await act(async () => {});
};
const cellTexts = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);

beforeAll(startShortcuts);

describe('the operations screen', () => {
  beforeEach(resetBrowser);

  it('lists past cleanups', async () => {
    await openOperations(
      () => ({ body: [aCleanup(), aCleanup({ id: 2, email: null, entity_type: 'pin', issue_type: 'all_zero', finished_at: null })] }),
      emptyList,
    );
    expect(screen.getAllByTestId('cleanup-row').map(cellTexts)).toEqual([
      ['21 Nov 2026, 14:03 UTC', 'admin@site.test', 'Influencers: Never crawled', '12', '11', '21 Nov 2026, 14:04 UTC'],
      ['21 Nov 2026, 14:03 UTC', 'Deleted account', 'Pins: All zero', '12', '11', 'Not finished'],
    ]);
  });

  it('lists background jobs with their last and next run', async () => {
    const neverRun = aJob({
      job: 'rollup',
      last_started_at: null,
      took: null,
      rows: null,
      next_at: null,
      error: 'No space left.',
      running: true,
    });
    await openOperations(emptyList, () => ({ body: [aJob(), neverRun] }));
    expect(screen.getAllByTestId('job-row').map(cellTexts)).toEqual([
      ['growth Recomputes all scores.', '21 Nov 2026, 03:00 UTC', '3 min 20 s', '12.4K12,400', '22 Nov 2026, 03:00 UTC', 'None', 'Run now'],
      ['rollup RunningRecomputes all scores.', 'Not run yet', '–', '–unknown', '–', 'No space left.', 'Run now'],
    ]);
  });

  it('shows skeletons, then empty states', async () => {
    const slow = deferredResponse();
    await openOperations(() => slow.reply, emptyList);
    expect(screen.getAllByTestId('operations-skeleton')).toHaveLength(1);
    expect(screen.getByText('No jobs are set up.')).toBeTruthy();
    await slow.give({ body: [] });
    expect(screen.getByText('No cleanups yet.')).toBeTruthy();
    expect(screen.queryByTestId('operations-skeleton')).toBeNull();
  });

  it('keeps one table if the other fails to load, and retries', async () => {
    let healthy = false;
    await openOperations(
      () => ({ body: [aCleanup()] }),
      () => (healthy ? { body: [aJob()] } : errorResponse('Not now.')),
    );
    expect(screen.getByTestId('error-panel').textContent).toContain("We couldn't load the jobs.Not now.");
    expect(screen.getAllByTestId('cleanup-row')).toHaveLength(1);
    healthy = true;
    await click(within(screen.getByTestId('error-panel')).getByRole('button', { name: 'Try again' }));
    expect(screen.getAllByTestId('job-row')).toHaveLength(1);
  });

  it('reloads everything with the button and the shortcut', async () => {
    await openOperations(emptyList, emptyList);
    await click(screen.getByRole('button', { name: 'Refresh' }));
    await press('r');
    expect([CLEANUPS_URL, JOBS_URL, ALARMS_URL].map((url) => queriesTo(url).length)).toEqual([3, 3, 3]);
  });

  it('lists what needs a look, and says when nothing does', async () => {
    let texts = ['The job “growth” failed.', 'Email is not going out: one has waited for 16 minutes.'];
    await openOperations(emptyList, emptyList, () => ({ body: texts.map((text) => ({ kind: 'job', text })) }));
    const card = within(screen.getByRole('region', { name: 'Alarms' }));
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(texts);
    texts = [];
    await click(screen.getByRole('button', { name: 'Refresh' }));
    expect(card.getByText('All is well.')).toBeTruthy();
  });

  it.each([
    ['Started growth.', { status: 204, body: undefined }],
    ['The job growth is running already.', errorResponse('The job growth is running already.', 409, 'conflict')],
  ])('runs a job now, says “%s”, and loads the jobs again', async (message, reply) => {
    const jobs = () => ({ body: [aJob(), aJob({ job: 'backup', running: true })] });
    await openOperations(emptyList, jobs, emptyList, () => reply);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run now: backup' }).disabled).toBe(true);
    await click(screen.getByRole('button', { name: 'Run now: growth' }));
    expect(screen.getByTestId('toast').textContent).toBe(message);
    expect([queriesTo(RUN_URL).length, queriesTo(JOBS_URL).length]).toEqual([1, 2]);
  });

  it('says when a run was killed', async () => {
    await openOperations(emptyList, () => ({ body: [aJob({ killed: true, last_finished_at: null })] }));
    expect(screen.getByTestId('job-row').textContent).toMatch(/growth Killed.*The server was killed during the run\./);
  });
});

describe('a duration', () => {
  it.each([
    [null, '–'],
    [0, '0 ms'],
    [640, '640 ms'],
    [12_440, '12.4 s'],
    [59_949, '59.9 s'],
    [59_950, '1 min 0 s'],
    [200_000, '3 min 20 s'],
  ])('of %s ms is formatted as %s', (durationMs, text) => {
    expect(formatDuration(durationMs)).toBe(text);
  });
});
