import type { CleanupRecord } from '#domain/data-quality/contract';
import { Count } from '../ui/count';
import { PlainTable } from '../ui/plain-table';
import { formatDateTime } from '../ui/format';

const issueNames = new Map([
  ['not_searchable', 'Deleted'],
  ['never_crawled', 'Never crawled'],
  ['all_zero', 'All zero'],
]);

const entityNames = new Map([
  ['board', 'Boards'],
  ['pinner', 'Creators'],
  ['pin', 'Pins'],
]);

/** Who removed what, and when, the newest first as the server says. */
export function CleanupTable({ records }: { readonly records: readonly CleanupRecord[] }) {
  return (
    <PlainTable
      name="Cleanups"
      className="stacked"
      columns={['Started', 'By', 'What', { number: 'Found' }, { number: 'Removed' }, 'Finished']}
    >
      {records.map((record) => (
        <tr key={record.id} data-testid="cleanup-row">
          <th scope="row" className="operations__moment">
            {formatDateTime(record.started_at)}
          </th>
          <td data-name="By">{record.email ?? 'An account that is gone'}</td>
          <td data-name="What">
            {entityNames.get(record.entity_type) ?? record.entity_type}: {issueNames.get(record.issue_type) ?? record.issue_type}
          </td>
          <td data-name="Found" className="plain__number">
            <Count value={record.matched} />
          </td>
          <td data-name="Removed" className="plain__number">
            <Count value={record.deleted} />
          </td>
          <td data-name="Finished" className="operations__moment">
            {record.finished_at === null ? <span className="badge badge--plain">Not finished</span> : formatDateTime(record.finished_at)}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
