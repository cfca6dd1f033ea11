import type { CleanupRecord } from '#domain/data-quality/contract';
import { endpointUrl } from '../api/api';
import { Badge } from '../ui/badge';
import { Count } from '../ui/count';
import { formatDate, formatDateTime } from '../ui/format';
import { NumberCell, PlainTable } from '../ui/plain-table';

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
    className="mt-2"
    columns={['Started', 'By', 'What', { number: 'Found' }, { number: 'Removed' }, 'Finished', 'Download']}
  >
    {records.map((record) => (
      <tr key={record.id} data-testid="cleanup-row">
        <th scope="row" className="nowrap">
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
        <td data-name="Finished" className="nowrap">
          {record.finished_at === null ? <Badge isPlain>Not finished</Badge> : formatDateTime(record.finished_at)}
        </td>
        <td data-name="Download">
          <Downloads record={record} />
        </td>
      </tr>
    ))}
  </PlainTable>
);

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
