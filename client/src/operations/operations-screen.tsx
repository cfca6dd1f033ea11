import type { ReactNode } from 'react';
import { api } from '../api/api';
import { type Resource, useResource } from '../api/use-resource';
import { useShortcuts } from '../site/shortcuts';
import { Card } from '../ui/card';
import { EmptyText } from '../ui/feedback/empty-text';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Spinner } from '../ui/feedback/spinner';
import { Button } from '../ui/form/button';
import { useSubmission } from '../ui/form/use-submission';
import { AdminScreen } from '../ui/navigation/admin-screen';
import { AlarmList } from './alarm-list';
import { CleanupTable } from './cleanup-table';
import { JobTable } from './job-table';
import styles from './operations-screen.module.css';

/** `/admin/operations`: what needs a look, past cleanups, and background jobs. */
export function OperationsScreen() {
  const cleanups = useResource('/admin/data-quality/cleanups', (signal) => api('GET /admin/data-quality/cleanups', { signal }));
  const jobs = useResource('/admin/jobs', (signal) => api('GET /admin/jobs', { signal }));
  const alarms = useResource('/admin/alarms', (signal) => api('GET /admin/alarms', { signal }));
  const { run } = useSubmission();
  const refresh = () => {
    void alarms.reload();
    void cleanups.reload();
    void jobs.reload();
  };
  useShortcuts({ r: refresh });
  return (
    <AdminScreen
      isReady={alarms.data !== null && cleanups.data !== null && jobs.data !== null}
      lead={
        <>
          Alarms, cleanups, and background jobs <Spinner busy={alarms.busy || cleanups.busy || jobs.busy} label="Loading the tables" />
        </>
      }
      actions={<Button onClick={refresh}>Refresh</Button>}
    >
      <TableCard title="Alarms" resource={alarms} errorTitle="We couldn't load the alarms." emptyText="All is well.">
        {(list) => <AlarmList alarms={list} />}
      </TableCard>
      <TableCard title="Cleanups" resource={cleanups} errorTitle="We couldn't load the cleanups." emptyText="No cleanups yet.">
        {(records) => <CleanupTable records={records} />}
      </TableCard>
      <TableCard title="Jobs" resource={jobs} errorTitle="We couldn't load the jobs." emptyText="No jobs are set up.">
        {(statuses) => <JobTable jobs={statuses} onRun={(job) => void run(() => startJob(job)).then(jobs.reload)} />}
      </TableCard>
    </AdminScreen>
  );
}

/** Starts a run, which goes on after this. Returns the success message. */
async function startJob(job: string): Promise<string> {
  await api('POST /admin/jobs/:job/run', { params: { job } });
  return `Started ${job}.`;
}

interface TableCardProps<T> {
  readonly title: string;
  readonly resource: Resource<readonly T[]>;
  readonly errorTitle: string;
  readonly emptyText: string;
  readonly children: (rows: readonly T[]) => ReactNode;
}

/** A card with the rows of a resource in its four states: loading, failed, empty, and loaded. */
function TableCard<T>({ title, resource: { data, error, busy, reload }, errorTitle, emptyText, children }: TableCardProps<T>) {
  return (
    <Card aria-label={title} aria-busy={busy}>
      <h2>{title}</h2>
      {error && <ErrorPanel title={errorTitle} error={error} onRetry={() => void reload()} />}
      {data && data.length > 0 && children(data)}
      {data && data.length === 0 && <EmptyText>{emptyText}</EmptyText>}
      {!data && !error && (
        <div className={styles.skeleton} data-testid="operations-skeleton">
          {['1', '2', '3'].map((row) => (
            <SkeletonBar key={row} height={20} />
          ))}
        </div>
      )}
    </Card>
  );
}
