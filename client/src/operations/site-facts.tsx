import type { OperationsOverview } from '#domain/monitoring/contract';
import { Badge } from '../ui/badge';
import { CountFact, Fact, FactList } from '../ui/fact';
import { formatDateTime } from '../ui/format';
import { NumberCell, PlainTable } from '../ui/plain-table';
import { formatBytes } from './format-bytes';
import styles from './operations-table.module.css';

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
    <Fact name="Corklight">{versions.product}</Fact>
    <Fact name="Postgres">{versions.postgres}</Fact>
    <Fact name="Schema">
      <span className={styles.schema}>{versions.schema}</span> {!versions.is_schema_current && <Badge>Not the one of this release</Badge>}
    </Fact>
  </FactList>
);

/** How large the database is, and what room is left. */
export const SizeFacts = ({
  sizes: { database_bytes: databaseBytes, data_directory: directory, newest_backup: backup },
}: Pick<OperationsOverview, 'sizes'>) => (
  <FactList>
    <Fact name="Database">{formatBytes(databaseBytes)}</Fact>
    {directory && <Fact name={`Free at ${directory.path}`}>{formatBytes(directory.free_bytes)}</Fact>}
    <Fact name="Newest backup">{backup ? `${formatBytes(backup.bytes)}, ${formatDateTime(backup.created_at)}` : '–'}</Fact>
  </FactList>
);

/** The largest tables of the database. */
export const TableSizes = ({ sizes: { tables } }: Pick<OperationsOverview, 'sizes'>) => (
  <PlainTable name="Largest tables" className={styles.table} columns={['Table', { number: 'Size with indexes' }]}>
    {tables.map(({ name, bytes }) => (
      <tr key={name} data-testid="size-row">
        <th scope="row" className={styles.anywhere}>
          {name}
        </th>
        <NumberCell>{formatBytes(bytes)}</NumberCell>
      </tr>
    ))}
  </PlainTable>
);
