import type { CleanupRecord } from '#domain/data-quality/contract';
import { Badge } from '../ui/badge';
import { Count } from '../ui/count';
import { formatDateTime } from '../ui/format';
import { NumberCell, PlainTable } from '../ui/plain-table';
import styles from './operations-table.module.css';

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
export const CleanupTable = ({ records }: { readonly records: readonly CleanupRecord[] }) => (
  <PlainTable
    name="Cleanups"
    isStacked
    className={styles.table}
    columns={['Started', 'By', 'What', { number: 'Found' }, { number: 'Removed' }, 'Finished']}
  >
    {records.map((record) => (
      <tr key={record.id} data-testid="cleanup-row">
        <th scope="row" className={styles.time}>
          {formatDateTime(record.started_at)}
        </th>
        <td data-name="By">{record.email ?? 'Deleted account'}</td>
        <td data-name="What">
          {entityNames.get(record.entity_type) ?? record.entity_type}: {issueNames.get(record.issue_type) ?? record.issue_type}
        </td>
        <NumberCell data-name="Found">
          <Count value={record.matched} />
        </NumberCell>
        <NumberCell data-name="Removed">
          <Count value={record.deleted} />
        </NumberCell>
        <td data-name="Finished" className={styles.time}>
          {record.finished_at === null ? <Badge isPlain>Not finished</Badge> : formatDateTime(record.finished_at)}
        </td>
      </tr>
    ))}
  </PlainTable>
);
