import type { JobStatus } from '#domain/site/contract';
import { Count } from '../ui/count';
import { PlainTable } from '../ui/plain-table';
import { formatDateTime } from '../ui/format';
import { formatDuration } from './format-duration';

/** What runs by itself: when it ran last, how that went, and when it runs next. */
export function JobTable({ jobs }: { readonly jobs: readonly JobStatus[] }) {
  return (
    <PlainTable
      name="Jobs"
      className="stacked"
      columns={['Job', 'Last run', { number: 'Duration' }, { number: 'Rows' }, 'Next run', 'Error']}
    >
      {jobs.map((job) => (
        <tr key={job.job} data-testid="job-row">
          <th scope="row">
            <strong>{job.job}</strong> {job.running && <span className="badge">Running</span>}
            <span className="caption operations__purpose">{job.purpose}</span>
          </th>
          <td data-name="Last run" className="operations__moment">
            {job.last_started_at === null ? 'None noted' : formatDateTime(job.last_started_at)}
          </td>
          <td data-name="Duration" className="plain__number">
            {formatDuration(job.took)}
          </td>
          <td data-name="Rows" className="plain__number">
            <Count value={job.rows} />
          </td>
          <td data-name="Next run" className="operations__moment">
            {job.next_at === null ? '–' : formatDateTime(job.next_at)}
          </td>
          <td data-name="Error" className={job.error === null ? '' : 'operations__error'}>
            {job.error ?? 'None'}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
