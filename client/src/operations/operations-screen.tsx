import { classes } from '../ui/classes';
import type { ComponentProps, Key, ReactNode } from 'react';
import { api, endpointUrl } from '../api/api';
import { type Resource, useEndpoint } from '../api/resource';
import { useShortcuts } from '../site/shortcuts';
import { Card } from '../ui/card';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Button } from '../ui/form/button';
import { useSubmission } from '../ui/form/use-submission';
import { AdminScreen, LoadedTogether } from '../ui/navigation/admin-screen';
import { jobColumns } from './job-table';
import { jobName } from '#domain/jobs/schedule';
import { OutboxFacts, ReadingFacts, sizeColumns, SizeFacts, VersionFacts } from './site-facts';
import { useReloads } from '../api/use-reloads';
import { Notice } from '../ui/feedback/notice';
import type { Instance } from '#domain/operations/contract';
import { formatDateTime, formatDate } from '../ui/format';
import { type TableColumn, DataTable, countColumn } from '../ui/data-table';
import type { CleanupRecord } from '#domain/data-quality/contract';
import { Badge } from '../ui/badge';
import styles from './operations-table.module.css';

const instanceColumns: readonly TableColumn<Instance>[] = [
  {
    name: 'Server',
    className: 'anywhere',
    render: ({ id, host }) => (
      <>
        {host} <span className="block">{id.slice(0, 8)}</span>
      </>
    ),
  },
  { name: 'Version', render: ({ version }) => version },
  { name: 'Started', className: 'nowrap', render: ({ started_at }) => formatDateTime(started_at) },
  { name: 'Last seen', className: 'nowrap', render: ({ seen_at }) => formatDateTime(seen_at) },
];

/** `/admin/operations`: what needs a look, what runs, and what was done. It follows what happens. */
export function OperationsScreen() {
  const cleanups = useEndpoint('GET /admin/data-quality/cleanups');
  const jobs = useEndpoint('GET /admin/jobs');
  const alarms = useEndpoint('GET /admin/alarms');
  const overview = useEndpoint('GET /admin/operations');
  const resources = [alarms, overview, cleanups, jobs];
  const { run } = useSubmission();
  const refresh = () => resources.forEach((resource) => void resource.reload());
  useShortcuts({ r: refresh });
  useReloads(refresh);
  return (
    <AdminScreen
      isReady={resources.every(({ data }) => data !== null)}
      lead="Alarms, emails, servers, and background jobs"
      busy={resources.some(({ busy }) => busy)}
      actions={<Button onClick={refresh}>Refresh</Button>}
    >
      <LoadedTogether resources={resources}>
        <ResourceCard title="Alarms" resource={alarms}>
          {(list) =>
            list.length === 0 ? (
              <p className="muted">All is well.</p>
            ) : (
              <ul className="stack mt-2 gap-2">
                {list.map(({ text }) => (
                  <li key={text}>
                    <Notice isWarning>{text}</Notice>
                  </li>
                ))}
              </ul>
            )
          }
        </ResourceCard>
        <div className={classes('stack gap-5', styles.facts)}>
          <ResourceCard title="Email outbox" resource={overview}>
            {({ outbox }) => <OutboxFacts outbox={outbox} />}
          </ResourceCard>
          <ResourceCard title="Newest readings" resource={overview}>
            {({ readings }) => <ReadingFacts readings={readings} />}
          </ResourceCard>
          <ResourceCard title="Versions" resource={overview}>
            {({ versions }) => <VersionFacts versions={versions} />}
          </ResourceCard>
          <ResourceCard title="Sizes" resource={overview}>
            {({ sizes }) => <SizeFacts sizes={sizes} />}
          </ResourceCard>
        </div>
        <ResourceCard title="Servers" resource={overview}>
          {({ instances }) => (
            <Table
              name="Servers"
              columns={instanceColumns}
              rows={instances}
              keyOf={keyOf}
              rowTestId="instance-row"
              empty="No server has been seen."
            />
          )}
        </ResourceCard>
        <ResourceCard title="Jobs" resource={jobs}>
          {(statuses) => (
            <Table
              name="Jobs"
              columns={jobColumns((job) => void run(() => startJob(job)).then(jobs.reload))}
              rows={statuses}
              keyOf={({ job }) => job}
              rowTestId="job-row"
              empty="No jobs are set up."
            />
          )}
        </ResourceCard>
        <ResourceCard title="Cleanups" resource={cleanups}>
          {(records) => (
            <Table name="Cleanups" columns={cleanupColumns} rows={records} keyOf={keyOf} rowTestId="cleanup-row" empty="No cleanups yet." />
          )}
        </ResourceCard>
        <ResourceCard title="Largest tables" resource={overview}>
          {({ sizes: { tables } }) => (
            <DataTable
              name="Largest tables"
              columns={sizeColumns}
              rows={tables}
              keyOf={({ name }) => name}
              className="mt-2"
              rowTestId="size-row"
            />
          )}
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

const keyOf = ({ id }: { readonly id: Key }): Key => id;

type TableProps<T> = ComponentProps<typeof DataTable<T>> & { readonly rows: readonly T[]; readonly empty: string };

/** A table, or a sentence if it has no rows. */
const Table = <T,>({ empty, ...table }: TableProps<T>) =>
  table.rows.length > 0 ? <DataTable isStacked className="mt-2" {...table} /> : <p className="muted">{empty}</p>;

interface ResourceCardProps<T> {
  readonly title: string;
  readonly resource: Resource<T>;
  readonly children: (data: T) => ReactNode;
}

/** A card with what a resource has, or why it failed to load. */
function ResourceCard<T>({ title, resource: { data, error, reload }, children }: ResourceCardProps<T>) {
  return (
    <Card title={title}>
      {error && <ErrorPanel title={`We couldn't load the ${title.toLowerCase()}.`} error={error} onRetry={reload} />}
      {data !== null && children(data)}
    </Card>
  );
}

const issueNames = new Map([
  ['not_searchable', 'Deleted'],
  ['never_crawled', 'Never crawled'],
  ['all_zero', 'All zero'],
]);

const entityNames = new Map([
  ['board', 'Boards'],
  ['pinner', 'Influencers'],
  ['pin', 'Pins'],
]);

/** The history of cleanups: who removed what, and when. */
const cleanupColumns: readonly TableColumn<CleanupRecord>[] = [
  { name: 'Started', className: 'nowrap', render: ({ started_at }) => formatDateTime(started_at) },
  { name: 'By', render: ({ email }) => email ?? 'Deleted account' },
  {
    name: 'What',
    render: ({ entity_type: entity, issue_type: issue }) => `${entityNames.get(entity) ?? entity}: ${issueNames.get(issue) ?? issue}`,
  },
  countColumn('Found', ({ matched }) => matched),
  countColumn('Removed', ({ deleted }) => deleted),
  {
    name: 'Finished',
    className: 'nowrap',
    render: ({ finished_at: at }) => (at === null ? <Badge isPlain>Not finished</Badge> : formatDateTime(at)),
  },
  { name: 'Download', render: (record) => <Downloads record={record} /> },
];

/** What a cleanup removed, as files that `corklight import` reads. */
function Downloads({ record: { id, kept, kept_until } }: { readonly record: CleanupRecord }) {
  if (kept === 0 || kept_until === null) return '–';
  const url = (file: 'rows' | 'series') => endpointUrl('GET /admin/data-quality/cleanups/:id/:file', { params: { id, file } });
  return (
    <>
      <a href={url('rows')} download>
        Rows
      </a>
      {', '}
      <a href={url('series')} download>
        readings
      </a>{' '}
      <span className="small">until {formatDate(kept_until)}</span>
    </>
  );
}
