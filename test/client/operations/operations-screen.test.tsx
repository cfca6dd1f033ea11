import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import type { CleanupRecord } from '#domain/data-quality/contract';
import type { OperationsOverview } from '#domain/operations/contract';
import type { JobStatus } from '#domain/site/contract';
import { click, openApp, press, type FakeResponse } from '../../support/client/client-app';
import { textsOf } from '../../support/client/elements';
import { queriesTo } from '../../support/client/requests';

import { formatBytes } from '../../../client/src/operations/site-facts';
import { formatDuration } from '../../../client/src/operations/job-table';
import { anOverview } from '../../support/client/operations-record';
import { serveEndpoints, errorResponse } from '../../support/client/serve-endpoints';

const CLEANUPS_URL = '/api/admin/data-quality/cleanups';
const JOBS_URL = '/api/admin/jobs';
const ALARMS_URL = '/api/admin/alarms';
const OVERVIEW_URL = '/api/admin/operations';
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
  kept: 11,
  kept_until: '2026-12-21T14:04:00Z',
  ...over,
});

const aJob = (over: Partial<JobStatus> = {}): JobStatus => ({
  job: 'growth',
  purpose: 'Recomputes all scores.',
  last_scheduled_for: '2026-11-21',
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
  off: false,
  ...over,
});

type Reply = () => FakeResponse | Promise<FakeResponse>;
const emptyList = () => ({ body: [] });

const openOverview = (overview: OperationsOverview) =>
  openOperations(emptyList, emptyList, emptyList, emptyList, () => ({ body: overview }));

const openOperations = async (
  cleanups: Reply,
  jobs: Reply,
  alarms: Reply = emptyList,
  run: Reply = emptyList,
  overview: Reply = () => ({ body: anOverview() }),
) => {
  const replies = {
    [`GET ${CLEANUPS_URL}`]: cleanups,
    [`GET ${JOBS_URL}`]: jobs,
    [`GET ${ALARMS_URL}`]: alarms,
    [`GET ${OVERVIEW_URL}`]: overview,
    [`POST ${RUN_URL}`]: run,
  };
  await openApp('/admin/operations', 'admin', serveEndpoints(replies));
  await screen.findByRole('heading', { level: 1, name: 'Operations' });
  await act(async () => {});
};
const cellTexts = (row: HTMLElement) => textsOf([...row.children]);

describe('the operations screen', () => {
  it('lists past cleanups', async () => {
    await openOperations(
      () => ({
        body: [
          aCleanup(),
          aCleanup({ id: 2, email: null, entity_type: 'pin', issue_type: 'all_zero', finished_at: null, kept: 0, kept_until: null }),
        ],
      }),
      emptyList,
    );
    expect(screen.getAllByTestId('cleanup-row').map(cellTexts)).toEqual([
      [
        'Nov 21, 2026, 14:03 UTC',
        'admin@site.test',
        'Influencers: Never crawled',
        '12',
        '11',
        'Nov 21, 2026, 14:04 UTC',
        'Rows, readings until Dec 21, 2026',
      ],
      ['Nov 21, 2026, 14:03 UTC', 'Deleted account', 'Pins: All zero', '12', '11', 'Not finished', '–'],
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
    const off = aJob({ job: 'backup', off: true, next_at: null });
    const killed = aJob({ job: 'mail', killed: true, last_finished_at: null });
    await openOperations(emptyList, () => ({ body: [aJob(), neverRun, off, killed] }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run now: Backup' }).disabled).toBe(true);
    expect(screen.getAllByTestId('job-row').map(cellTexts)).toEqual([
      ['Growth Recomputes all scores.', 'Nov 21, 2026, 03:00 UTC', '3 min 20 s', '12.4K12,400', 'Nov 22, 2026, 03:00 UTC', '–', 'Run now'],
      ['Rollup RunningRecomputes all scores.', 'Not run yet', '–', '–unknown', '–', 'No space left.', 'Run now'],
      expect.arrayContaining([expect.stringMatching(/^Backup Off/)]),
      expect.arrayContaining([expect.stringMatching(/^Mail Killed/), expect.stringContaining('The server was killed during the run.')]),
    ]);
  });

  it('reloads everything with the button and the shortcut', async () => {
    await openOperations(emptyList, emptyList);
    await click(screen.getByRole('button', { name: 'Refresh' }));
    await press('r');
    expect([CLEANUPS_URL, JOBS_URL, ALARMS_URL, OVERVIEW_URL].map((url) => queriesTo(url).length)).toEqual([3, 3, 3, 3]);
  });

  it('lists what needs a look, and says when nothing does', async () => {
    let texts = ['The job “growth” failed.', 'Email is not going out: one has waited for 16 minutes.'];
    await openOperations(emptyList, emptyList, () => ({ body: texts.map((text) => ({ kind: 'job', text })) }));
    const card = within(screen.getByRole('region', { name: 'Alarms' }));
    expect(textsOf(card.getAllByRole('listitem'))).toEqual(texts);
    texts = [];
    await click(screen.getByRole('button', { name: 'Refresh' }));
    expect(card.getByText('All is well.')).toBeTruthy();
  });

  it.each([
    ['Started: Growth.', { status: 204, body: undefined }],
    ['The job growth is running already.', errorResponse('The job growth is running already.', 409, 'conflict')],
  ])('runs a job now, says “%s”, and loads the jobs again', async (message, reply) => {
    const jobs = () => ({ body: [aJob(), aJob({ job: 'backup', running: true })] });
    await openOperations(emptyList, jobs, emptyList, () => reply);
    const running = screen.getByRole<HTMLButtonElement>('button', { name: 'Run now: Backup' });
    await click(running);
    // It keeps the focus, and does nothing.
    expect([running.disabled, running.getAttribute('aria-disabled'), queriesTo('/api/admin/jobs/backup/run').length]).toEqual([
      false,
      'true',
      0,
    ]);
    await click(screen.getByRole('button', { name: 'Run now: Growth' }));
    expect(screen.getByTestId('toast').textContent).toBe(message);
    expect([queriesTo(RUN_URL).length, queriesTo(JOBS_URL).length]).toEqual([1, 2]);
  });

  it('shows the outbox, the servers, the versions, and the sizes', async () => {
    await openOverview(
      anOverview({
        outbox: { waiting: 4, oldest_at: '2026-11-21T14:03:00Z', failed: 2 },
        instances: [
          { id: '0f3c2a11-aaaa', host: 'web-1', version: '0.1.0', started_at: '2026-11-20T10:00:00Z', seen_at: '2026-11-21T14:03:00Z' },
        ],
        versions: { product: '0.1.0', postgres: '18.4', schema: 'Newer', is_schema_current: false, newer_release: null },
        sizes: {
          database_bytes: 12_400_000,
          tables: [{ name: 'pins', bytes: 640_000 }],
          database_growth: 1_500_000,
          is_database_embedded: false,
          backup_bytes: 728_000_000,
          backup_growth: 0,
          data_directory: { path: '/srv/data', free_bytes: 1_200_000_000, days_left: null },
          backup_directory: { path: '/backups', free_bytes: 64_000_000_000, days_left: 1 },
          newest_backup: { created_at: '2026-11-21T02:30:00Z', bytes: 52_000_000 },
        },
      }),
    );
    const card = (name: string) => screen.getByRole('region', { name }).textContent;
    expect(card('Newest readings')).toBe(
      'Newest readingsBoardsNov 23, 2026, median Nov 21, 2026InfluencersNever readPinsNov 22, 2026, median Oct 2, 2026',
    );
    expect(card('Email outbox')).toBe('Email outboxWaiting4OldestNov 21, 2026, 14:03 UTCGiven up2');
    expect(cellTexts(screen.getByTestId('instance-row'))).toEqual([
      'web-1 0f3c2a11',
      '0.1.0',
      'Nov 20, 2026, 10:00 UTC',
      'Nov 21, 2026, 14:03 UTC',
    ]);
    expect(card('Versions')).toContain('Newer Not the one of this release');
    expect(card('Sizes')).toContain(
      'Database12.4 MB, grows 1.5 MB a dayRoom for the databaseUnknown: Postgres of your ownFree at /srv/data1.2 GBBackups728.0 MB, not growingFree at /backups64.0 GB, 1 day leftNewest backup52.0 MB, Nov 21, 2026, 02:30 UTC',
    );
    expect(cellTexts(screen.getByTestId('size-row'))).toEqual(['pins', '640.0 kB']);
  });

  it('follows what happens, except while the page is hidden', async () => {
    jest.useFakeTimers();
    try {
      await openOperations(emptyList, emptyList);
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      expect(queriesTo(OVERVIEW_URL)).toHaveLength(2);
      const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      await act(() => jest.advanceTimersByTimeAsync(30_000));
      hidden.mockRestore();
      expect([OVERVIEW_URL, JOBS_URL].map((url) => queriesTo(url).length)).toEqual([2, 2]);
    } finally {
      jest.useRealTimers();
    }
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

describe('a size', () => {
  it.each([
    [0, '0 B'],
    [640, '640 B'],
    [999.96, '1.0 kB'],
    [12_400_000, '12.4 MB'],
    [1_200_000_000, '1.2 GB'],
    [2_500_000_000_000_000, '2,500.0 TB'],
  ])('of %s bytes is formatted as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
