import type { JobStatus } from '#domain/site/contract';
import { Badge } from '../ui/badge';
import { classes } from '../ui/classes';
import { Count } from '../ui/count';
import { formatDateTime } from '../ui/format';
import { NumberCell, PlainTable } from '../ui/plain-table';
import { formatDuration } from './format-duration';
import styles from './operations-table.module.css';
import text from '../ui/text.module.css';

const errorOf = ({ error, killed }: JobStatus): string | null => (killed ? 'The server was killed during the run.' : error);

/** The background jobs with their last and next run. */
export const JobTable = ({ jobs }: { readonly jobs: readonly JobStatus[] }) => (
  <PlainTable
    name="Jobs"
    isStacked
    className={styles.table}
    columns={['Job', 'Last run', { number: 'Duration' }, { number: 'Rows' }, 'Next run', 'Error']}
  >
    {jobs.map((job) => (
      <tr key={job.job} data-testid="job-row">
        <th scope="row">
          <strong>{job.job}</strong> {job.running && <Badge>Running</Badge>}
          {job.killed && <Badge>Killed</Badge>}
          <span className={classes(text.caption, styles.purpose)}>{job.purpose}</span>
        </th>
        <td data-name="Last run" className={styles.time}>
          {job.last_started_at === null ? 'Not run yet' : formatDateTime(job.last_started_at)}
        </td>
        <NumberCell data-name="Duration">{formatDuration(job.took)}</NumberCell>
        <NumberCell data-name="Rows">
          <Count value={job.rows} />
        </NumberCell>
        <td data-name="Next run" className={styles.time}>
          {job.next_at === null ? '–' : formatDateTime(job.next_at)}
        </td>
        <td data-name="Error" className={errorOf(job) === null ? undefined : styles.error}>
          {errorOf(job) ?? 'None'}
        </td>
      </tr>
    ))}
  </PlainTable>
);
