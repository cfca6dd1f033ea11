import { jobName } from '#domain/jobs/schedule';
import type { JobStatus } from '#domain/site/contract';
import { Badge } from '../ui/badge';
import { Button } from '../ui/form/button';
import { formatDateTime } from '../ui/format';
import { type TableColumn, countColumn } from '../ui/data-table';
import { SECOND_MS } from '#domain/durations';
import { fixedNumber } from '#domain/numbers';

/** A duration as `640 ms`, `12.4 s`, or `3 min 20 s`; `–` if it is unknown. */
export function formatDuration(durationMs: number | null): string {
  if (durationMs === null) return '–';
  if (durationMs < SECOND_MS) return `${Math.round(durationMs)} ms`;
  const tenths = Math.round((durationMs * 10) / SECOND_MS);
  if (tenths < 600) return `${fixedNumber(tenths / 10, 1)} s`;
  const seconds = Math.round(durationMs / SECOND_MS);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const errorOf = ({ error, killed }: JobStatus): string | null => (killed ? 'The server was killed during the run.' : error);

/** The background jobs with their last and next run, and a button that starts a run now. */
export const jobColumns = (onRun: (job: string) => void): readonly TableColumn<JobStatus>[] => [
  {
    name: 'Job',
    render: (job) => (
      <>
        <strong>{jobName(job.job)}</strong> {job.running && <Badge>Running</Badge>}
        {job.killed && <Badge>Killed</Badge>}
        {job.off && <Badge>Off</Badge>}
        <span className="caption block">{job.purpose}</span>
      </>
    ),
  },
  { name: 'Last run', className: 'nowrap', render: ({ last_started_at: at }) => (at === null ? 'Not run yet' : formatDateTime(at)) },
  { name: 'Duration', isNumber: true, render: ({ took }) => formatDuration(took) },
  countColumn('Rows', ({ rows }) => rows),
  { name: 'Next run', className: 'nowrap', render: ({ next_at: at }) => (at === null ? '–' : formatDateTime(at)) },
  { name: 'Error', render: (job) => (errorOf(job) === null ? '–' : <span className="danger">{errorOf(job)}</span>) },
  {
    name: 'Start',
    nameIn: () => '',
    render: ({ job, running, off }) => (
      // Keeps the focus while the job runs.
      <Button
        className="nowrap"
        aria-label={`Run now: ${jobName(job)}`}
        aria-disabled={running}
        disabled={off}
        onClick={() => running || onRun(job)}
      >
        Run now
      </Button>
    ),
  },
];
