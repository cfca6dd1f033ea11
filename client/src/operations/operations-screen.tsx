import type { ReactNode } from 'react';
import { api } from '../api/api';
import { useShortcuts } from '../app/shortcuts';
import { Button } from '../ui/button';
import { ErrorPanel } from '../ui/error-panel';
import { Screen } from '../ui/screen';
import { Bone } from '../ui/skeleton';
import { Spinner } from '../ui/spinner';
import { type Loaded, useLoaded } from '../ui/use-loaded';
import { CleanupTable } from './cleanup-table';
import { JobTable } from './job-table';
import '../styles/admin.css';

/** `/admin/operations`: what was removed, and what runs by itself. */
export function OperationsScreen() {
  const cleanups = useLoaded((signal) => api('GET /admin/data-quality/cleanups', { signal }));
  const jobs = useLoaded((signal) => api('GET /admin/jobs', { signal }));
  const refresh = () => {
    void cleanups.reload();
    void jobs.reload();
  };
  useShortcuts({ r: refresh });
  return (
    <Screen className="admin" ready={cleanups.data !== null && jobs.data !== null}>
      <div className="admin__head">
        <p className="lead">
          What was removed, and the work that runs by itself <Spinner busy={cleanups.busy || jobs.busy} label="Loading the tables" />
        </p>
        <div className="admin__actions">
          <Button onClick={refresh}>Refresh</Button>
        </div>
      </div>
      <Part title="Cleanups" of={cleanups} fault="We could not load the cleanups." none="Nothing was removed yet.">
        {(records) => <CleanupTable records={records} />}
      </Part>
      <Part title="Jobs" of={jobs} fault="We could not load the jobs." none="No jobs are set up.">
        {(states) => <JobTable jobs={states} />}
      </Part>
    </Screen>
  );
}

interface PartProps<T> {
  readonly title: string;
  readonly of: Loaded<readonly T[]>;
  /** What did not work, as a sentence. */
  readonly fault: string;
  /** What to say when there is nothing. */
  readonly none: string;
  readonly children: (rows: readonly T[]) => ReactNode;
}

function Part<T>({ title, of: { data, fault, busy, reload }, fault: sentence, none, children }: PartProps<T>) {
  return (
    <section className="card operations" aria-label={title} aria-busy={busy}>
      <h2>{title}</h2>
      {fault && <ErrorPanel title={sentence} fault={fault} onRetry={() => void reload()} />}
      {data && data.length > 0 && children(data)}
      {data && data.length === 0 && <p className="chart__none">{none}</p>}
      {!data && !fault && (
        <div className="performers__bones" data-testid="operations-skeleton">
          <Bone height={20} />
          <Bone height={20} />
          <Bone height={20} />
        </div>
      )}
    </section>
  );
}
