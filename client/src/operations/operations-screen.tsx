import { classes } from '../ui/classes';
import type { ReactNode } from 'react';
import { api } from '../api/api';
import { type Resource, useResource } from '../api/resource';
import { useShortcuts } from '../site/shortcuts';
import { Card } from '../ui/card';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Spinner } from '../ui/feedback/spinner';
import { Button } from '../ui/form/button';
import { useSubmission } from '../ui/form/use-submission';
import { AdminScreen, LoadedTogether } from '../ui/navigation/admin-screen';
import { CleanupTable } from './cleanup-table';
import { jobName, JobTable } from './job-table';
import { OutboxFacts, SizeFacts, TableSizes, VersionFacts } from './site-facts';
import { useReloads } from '../api/use-reloads';
import type { SiteAlarm } from '#domain/site/contract';
import { Notice } from '../ui/feedback/notice';
import type { Instance, RecentImport } from '#domain/operations/contract';
import { formatDateTime } from '../ui/format';
import { PlainTable, NumberCell } from '../ui/plain-table';
import { Badge } from '../ui/badge';
import { Count } from '../ui/count';
import styles from './operations-table.module.css';

/** What the state of an import means; those that need a look have a badge. */
const states: Readonly<Record<RecentImport['state'], { readonly name: string; readonly note?: string }>> = {
  reading: { name: 'Reading the file' },
  applying: { name: 'Applying' },
  done: { name: 'Done' },
  refused: { name: 'Refused', note: 'Nothing was changed.' },
  interrupted: { name: 'Killed', note: 'Nothing was changed. Run the same command again.' },
  half_applied: { name: 'Killed', note: 'A part was applied. Run the same command again.' },
};

/** The latest imports, and how they stand. */
const ImportTable = ({ imports }: { readonly imports: readonly RecentImport[] }) => (
  <PlainTable
    name="Imports"
    isStacked
    className="mt-2"
    columns={['Started', 'File', 'Kind', { number: 'Rows' }, { number: 'Rejected' }, 'State']}
  >
    {imports.map(({ id, started_at, source, kind, lines, rejected, state, reason }) => {
      const { name, note } = states[state];
      return (
        <tr key={id} data-testid="import-row">
          <th scope="row" className="nowrap">
            {formatDateTime(started_at)}
          </th>
          <td data-name="File" className="anywhere">
            {source}
          </td>
          <td data-name="Kind">{kind}</td>
          <NumberCell data-name="Rows">
            <Count value={lines} />
          </NumberCell>
          <NumberCell data-name="Rejected">
            <Count value={rejected} />
          </NumberCell>
          <td data-name="State">
            {note === undefined ? (
              name
            ) : (
              <>
                <Badge isPlain>{name}</Badge> {reason !== null && `${reason.replace(/\.$/, '')}. `}
                {note}
              </>
            )}
          </td>
        </tr>
      );
    })}
  </PlainTable>
);

/** The servers that run. */
const InstanceTable = ({ instances }: { readonly instances: readonly Instance[] }) => (
  <PlainTable name="Servers" isStacked className="mt-2" columns={['Server', 'Version', 'Started', 'Last seen']}>
    {instances.map(({ id, host, version, started_at, seen_at }) => (
      <tr key={id} data-testid="instance-row">
        <th scope="row" className="anywhere">
          {host} <span className="block">{id.slice(0, 8)}</span>
        </th>
        <td data-name="Version">{version}</td>
        <td data-name="Started" className="nowrap">
          {formatDateTime(started_at)}
        </td>
        <td data-name="Last seen" className="nowrap">
          {formatDateTime(seen_at)}
        </td>
      </tr>
    ))}
  </PlainTable>
);

/** What needs a look, one line each. */
const AlarmList = ({ alarms }: { readonly alarms: readonly SiteAlarm[] }) => (
  <ul className="stack mt-2 gap-2">
    {alarms.map(({ text }) => (
      <li key={text}>
        <Notice isWarning>{text}</Notice>
      </li>
    ))}
  </ul>
);

/** `/admin/operations`: what needs a look, what runs, and what was done. It follows what happens. */
export function OperationsScreen() {
  const cleanups = useResource('/admin/data-quality/cleanups', (signal) => api('GET /admin/data-quality/cleanups', { signal }));
  const jobs = useResource('/admin/jobs', (signal) => api('GET /admin/jobs', { signal }));
  const alarms = useResource('/admin/alarms', (signal) => api('GET /admin/alarms', { signal }));
  const overview = useResource('/admin/operations', (signal) => api('GET /admin/operations', { signal }));
  const resources = [alarms, overview, cleanups, jobs];
  const { run } = useSubmission();
  const refresh = () => resources.forEach((resource) => void resource.reload());
  useShortcuts({ r: refresh });
  useReloads(refresh);
  return (
    <AdminScreen
      isReady={resources.every(({ data }) => data !== null)}
      lead={
        <>
          Alarms, imports, emails, servers, and background jobs{' '}
          <Spinner busy={resources.some(({ busy }) => busy)} label="Loading the tables" />
        </>
      }
      actions={<Button onClick={refresh}>Refresh</Button>}
    >
      <LoadedTogether resources={resources}>
        <ResourceCard title="Alarms" resource={alarms} errorTitle="We couldn't load the alarms.">
          {(list) => (list.length > 0 ? <AlarmList alarms={list} /> : <Nothing>All is well.</Nothing>)}
        </ResourceCard>
        <ResourceCard title="Imports" resource={overview} errorTitle="We couldn't load the imports.">
          {({ imports }) => (imports.length > 0 ? <ImportTable imports={imports} /> : <Nothing>No imports yet.</Nothing>)}
        </ResourceCard>
        <div className={classes('stack gap-5', styles.facts)}>
          <ResourceCard title="Email outbox" resource={overview} errorTitle="We couldn't load the outbox.">
            {({ outbox }) => <OutboxFacts outbox={outbox} />}
          </ResourceCard>
          <ResourceCard title="Versions" resource={overview} errorTitle="We couldn't load the versions.">
            {({ versions }) => <VersionFacts versions={versions} />}
          </ResourceCard>
          <ResourceCard title="Sizes" resource={overview} errorTitle="We couldn't load the sizes.">
            {({ sizes }) => <SizeFacts sizes={sizes} />}
          </ResourceCard>
        </div>
        <ResourceCard title="Servers" resource={overview} errorTitle="We couldn't load the servers.">
          {({ instances }) =>
            instances.length > 0 ? <InstanceTable instances={instances} /> : <Nothing>No server has been seen.</Nothing>
          }
        </ResourceCard>
        <ResourceCard title="Jobs" resource={jobs} errorTitle="We couldn't load the jobs.">
          {(statuses) =>
            statuses.length > 0 ? (
              <JobTable jobs={statuses} onRun={(job) => void run(() => startJob(job)).then(jobs.reload)} />
            ) : (
              <Nothing>No jobs are set up.</Nothing>
            )
          }
        </ResourceCard>
        <ResourceCard title="Cleanups" resource={cleanups} errorTitle="We couldn't load the cleanups.">
          {(records) => (records.length > 0 ? <CleanupTable records={records} /> : <Nothing>No cleanups yet.</Nothing>)}
        </ResourceCard>
        <ResourceCard title="Largest tables" resource={overview} errorTitle="We couldn't load the tables.">
          {({ sizes }) => <TableSizes sizes={sizes} />}
        </ResourceCard>
      </LoadedTogether>
    </AdminScreen>
  );
}

/** Starts a run, which goes on after this. Returns the success message. */
async function startJob(job: string): Promise<string> {
  await api('POST /admin/jobs/:job/run', { params: { job } });
  return `Started: ${jobName(job)}.`;
}

/** Takes the place of a table without rows, in one line. */
const Nothing = ({ children }: { readonly children: ReactNode }) => <p className="muted">{children}</p>;

interface ResourceCardProps<T> {
  readonly title: string;
  readonly resource: Resource<T>;
  readonly errorTitle: string;
  readonly children: (data: T) => ReactNode;
}

/** A card with what a resource has, or why it failed to load. */
function ResourceCard<T>({ title, resource: { data, error, reload }, errorTitle, children }: ResourceCardProps<T>) {
  return (
    <Card aria-label={title}>
      <h2>{title}</h2>
      {error && <ErrorPanel title={errorTitle} error={error} onRetry={() => void reload()} />}
      {data !== null && children(data)}
    </Card>
  );
}
