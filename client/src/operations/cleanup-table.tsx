import type { CleanupRecord } from '#domain/data-quality/contract';
import { endpointUrl } from '../api/api';
import { Badge } from '../ui/badge';
import { formatDate, formatDateTime } from '../ui/format';
import { type TableColumn, countColumn } from '../ui/data-table';

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
export const cleanupColumns: readonly TableColumn<CleanupRecord>[] = [
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
