import type { JobStatus } from '#domain/site/contract';
import { Badge } from '../ui/badge';
import { Count } from '../ui/count';
import { Button } from '../ui/form/button';
import { formatDateTime } from '../ui/format';
import { NumberCell, PlainTable } from '../ui/plain-table';
import { SECOND_MS } from '#domain/durations';

/** A duration as `640 ms`, `12.4 s`, or `3 min 20 s`; `–` if it is unknown. */
export function formatDuration(durationMs: number | null): string {
  if (durationMs === null) return '–';
  if (durationMs < SECOND_MS) return `${Math.round(durationMs)} ms`;
  const tenths = Math.round((durationMs * 10) / SECOND_MS);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(durationMs / SECOND_MS);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const errorOf = ({ error, killed }: JobStatus): string | null => (killed ? 'The server was killed during the run.' : error);

/** The names of jobs whose own is no word for people. */
const jobNames = new Map([
  ['emails', 'Send emails'],
  ['emails-clean-up', 'Delete old emails'],
  ['auth-clean-up', 'Delete expired sessions'],
  ['linked-tokens', 'Linked accounts'],
  ['events-count', 'Count events'],
  ['events-months', 'Prepare event tables'],
  ['events-clean-up', 'Delete old events'],
  ['events-deleted-accounts', 'Remove deleted accounts from events'],
]);

/** A job's name on screen: `Weekly email` for `weekly-email`. */
export const jobName = (job: string): string => jobNames.get(job) ?? (job[0] ?? '').toUpperCase() + job.slice(1).replaceAll('-', ' ');

interface JobTableProps {
  readonly jobs: readonly JobStatus[];
  /** Starts a run of this job. */
  readonly onRun: (job: string) => void;
}

/** The background jobs with their last and next run, and a button that runs them now. */
export const JobTable = ({ jobs, onRun }: JobTableProps) => (
  <PlainTable
    name="Jobs"
    isStacked
    className="mt-2"
    columns={['Job', 'Last run', { number: 'Duration' }, { number: 'Rows' }, 'Next run', 'Error', 'Start']}
  >
    {jobs.map((job) => (
      <tr key={job.job} data-testid="job-row">
        <th scope="row">
          <strong>{jobName(job.job)}</strong> {job.running && <Badge>Running</Badge>}
          {job.killed && <Badge>Killed</Badge>}
          {job.off && <Badge>Off</Badge>}
          <span className="caption block">{job.purpose}</span>
        </th>
        <td data-name="Last run" className="nowrap">
          {job.last_started_at === null ? 'Not run yet' : formatDateTime(job.last_started_at)}
        </td>
        <NumberCell data-name="Duration">{formatDuration(job.took)}</NumberCell>
        <NumberCell data-name="Rows">
          <Count value={job.rows} />
        </NumberCell>
        <td data-name="Next run" className="nowrap">
          {job.next_at === null ? '–' : formatDateTime(job.next_at)}
        </td>
        <td data-name="Error" className={errorOf(job) === null ? undefined : 'danger'}>
          {errorOf(job) ?? '–'}
        </td>
        <td data-name="Start">
          <Button
            aria-label={`Run now: ${jobName(job.job)}`}
            disabled={job.running || job.off}
            onClick={() => onRun(job.job)}
            className="nowrap"
          >
            Run now
          </Button>
        </td>
      </tr>
    ))}
  </PlainTable>
);
