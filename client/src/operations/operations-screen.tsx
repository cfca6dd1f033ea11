import type { ReactNode } from 'react';
import { api } from '../api/api';
import { useShortcuts } from '../site/shortcuts';
import { Button } from '../ui/form/button';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Screen } from '../ui/navigation/screen';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Spinner } from '../ui/feedback/spinner';
import { type Resource, useResource } from '../api/use-resource';
import { CleanupTable } from './cleanup-table';
import { JobTable } from './job-table';
import '../styles/admin.css';

/** `/admin/operations`: what was removed, and what runs by itself. */
export function OperationsScreen() {
  const cleanups = useResource('/admin/data-quality/cleanups', (signal) => api('GET /admin/data-quality/cleanups', { signal }));
  const jobs = useResource('/admin/jobs', (signal) => api('GET /admin/jobs', { signal }));
  const refresh = () => {
    void cleanups.reload();
    void jobs.reload();
  };
  useShortcuts({ r: refresh });
  return (
    <Screen className="admin" isReady={cleanups.data !== null && jobs.data !== null}>
      <div className="admin__head">
        <p className="lead">
          What was removed, and the work that runs by itself <Spinner busy={cleanups.busy || jobs.busy} label="Loading the tables" />
        </p>
        <div className="admin__actions">
          <Button onClick={refresh}>Refresh</Button>
        </div>
      </div>
      <OperationsCard
        title="Cleanups"
        resource={cleanups}
        errorTitle="We could not load the cleanups."
        emptyText="Nothing was removed yet."
      >
        {(records) => <CleanupTable records={records} />}
      </OperationsCard>
      <OperationsCard title="Jobs" resource={jobs} errorTitle="We could not load the jobs." emptyText="No jobs are set up.">
        {(states) => <JobTable jobs={states} />}
      </OperationsCard>
    </Screen>
  );
}

interface OperationsCardProps<T> {
  readonly title: string;
  readonly resource: Resource<readonly T[]>;
  /** What did not work, as a sentence. */
  readonly errorTitle: string;
  /** What to say when there is nothing. */
  readonly emptyText: string;
  readonly children: (rows: readonly T[]) => ReactNode;
}

function OperationsCard<T>({ title, resource: { data, error, busy, reload }, errorTitle, emptyText, children }: OperationsCardProps<T>) {
  return (
    <section className="card operations" aria-label={title} aria-busy={busy}>
      <h2>{title}</h2>
      {error && <ErrorPanel title={errorTitle} error={error} onRetry={() => void reload()} />}
      {data && data.length > 0 && children(data)}
      {data && data.length === 0 && <p className="chart__none">{emptyText}</p>}
      {!data && !error && (
        <div className="performers__bones" data-testid="operations-skeleton">
          <SkeletonBar height={20} />
          <SkeletonBar height={20} />
          <SkeletonBar height={20} />
        </div>
      )}
    </section>
  );
}
