import { fixedNumber, formatCount } from '#domain/numbers';
import type { OperationsOverview } from '#domain/operations/contract';
import { Badge } from '../ui/badge';
import { CountFact, Fact, FactList } from '../ui/fact';
import { formatDate, formatDateTime } from '../ui/format';
import type { TableColumn } from '../ui/data-table';

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const UNIT_FACTOR = 1000;

/** A size as `640 B`, `12.4 MB`, or `1.2 GB`. */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= UNIT_FACTOR - 0.05 && unit < units.length - 1) {
    value /= UNIT_FACTOR;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : fixedNumber(value, 1)} ${units[unit] ?? ''}`;
}

/** The email outbox: what waits, since when, and what was given up. */
export const OutboxFacts = ({ outbox: { waiting, oldest_at: oldestAt, failed } }: Pick<OperationsOverview, 'outbox'>) => (
  <FactList>
    <CountFact name="Waiting" value={waiting} />
    <Fact name="Oldest">{oldestAt === null ? '–' : formatDateTime(oldestAt)}</Fact>
    <CountFact name="Given up" value={failed} />
  </FactList>
);

/** The releases of product, Postgres, and schema. */
export const VersionFacts = ({ versions }: Pick<OperationsOverview, 'versions'>) => (
  <FactList>
    <Fact name="Corklight">
      {versions.product} {versions.newer_release && <NewerRelease release={versions.newer_release} />}
    </Fact>
    <Fact name="Postgres">{versions.postgres}</Fact>
    <Fact name="Schema">
      <span className="anywhere">{versions.schema}</span> {!versions.is_schema_current && <Badge>Not the one of this release</Badge>}
    </Fact>
  </FactList>
);

/** Names a newer release, and leads to its page. */
const NewerRelease = ({ release: { version, url } }: { readonly release: NonNullable<OperationsOverview['versions']['newer_release']> }) =>
  url === null ? (
    <Badge>{version} is out</Badge>
  ) : (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {version} is out<span className="sr-only"> (opens in a new tab)</span>
    </a>
  );

/** How fresh each list is. */
export const ReadingFacts = ({ readings: { boards, pinners, pins } }: Pick<OperationsOverview, 'readings'>) => (
  <FactList>
    {Object.entries({ Boards: boards, Influencers: pinners, Pins: pins }).map(([name, { newest_at: newest, median_at: median }]) => (
      <Fact key={name} name={name}>
        {newest === null ? 'Never read' : `${formatDate(newest)}, median ${formatDate(median)}`}
      </Fact>
    ))}
  </FactList>
);

type Sizes = OperationsOverview['sizes'];

/** A size and how fast it grows. */
function sizeText(bytes: number, growth: number | null): string {
  if (growth === null) return `${formatBytes(bytes)}, growth not known yet`;
  return growth === 0 ? `${formatBytes(bytes)}, not growing` : `${formatBytes(bytes)}, grows ${formatBytes(growth)} a day`;
}

/** The room on a disk, and how long it lasts. */
const FreeFact = ({ disk }: { readonly disk: Sizes['data_directory'] }) =>
  disk && (
    <Fact name={`Free at ${disk.path}`}>
      {formatBytes(disk.free_bytes)}
      {disk.days_left !== null && `, ${formatCount(disk.days_left, 'day', 'days')} left`}
    </Fact>
  );

/** How large the database and the backups are, how fast they grow, and what room is left. */
export const SizeFacts = ({ sizes: { newest_backup: backup, backup_bytes: backupBytes, ...sizes } }: Pick<OperationsOverview, 'sizes'>) => (
  <FactList>
    <Fact name="Database">{sizeText(sizes.database_bytes, sizes.database_growth)}</Fact>
    {!sizes.is_database_embedded && <Fact name="Room for the database">Unknown: Postgres of your own</Fact>}
    <FreeFact disk={sizes.data_directory} />
    {backupBytes !== null && <Fact name="Backups">{sizeText(backupBytes, sizes.backup_growth)}</Fact>}
    <FreeFact disk={sizes.backup_directory} />
    <Fact name="Newest backup">{backup ? `${formatBytes(backup.bytes)}, ${formatDateTime(backup.created_at)}` : '–'}</Fact>
  </FactList>
);

/** The largest tables of the database. */
export const sizeColumns: readonly TableColumn<Sizes['tables'][number]>[] = [
  { name: 'Table', className: 'anywhere', render: ({ name }) => name },
  { name: 'Size with indexes', isNumber: true, render: ({ bytes }) => formatBytes(bytes) },
];
