import { useState } from 'react';
import type { ImportRecord, TakeBackPreview } from '#domain/catalog/intake/contract';
import { takeBackText } from '#domain/catalog/intake/take-back';
import { formatCount } from '#domain/numbers';
import { api, endpointUrl } from '../api/api';
import { useEndpoint } from '../api/resource';
import { type TableColumn, DataTable } from '../ui/data-table';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { ErrorList } from '../ui/feedback/error-panel';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { TextButton } from '../ui/form/button';
import { focusAfterRemoval } from '../ui/navigation/focus';

const refocus = focusAfterRemoval();

interface TakeBackProps {
  readonly record: ImportRecord;
  readonly onChange: () => void;
}

/** Takes an import back, once its user has seen what that would do. */
export function TakeBackButton({ record, onChange }: TakeBackProps) {
  const [isOpen, setIsOpen] = useState(false);
  // The list shows it no longer once the import is being taken back.
  return (
    <>
      {' '}
      <TextButton ref={refocus} aria-label={`Take back ${record.name}`} onClick={() => setIsOpen(true)}>
        Take back
      </TextButton>
      {isOpen && <TakeBackDialog record={record} onChange={onChange} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function TakeBackDialog({ record: { id, name }, onChange, onClose }: TakeBackProps & { readonly onClose: () => void }) {
  const params = { id: String(id) };
  const { data, error } = useEndpoint('GET /imports/:id/take-back', { params });
  const takeBack = async () => {
    await api('POST /imports/:id/take-back', { params });
    onChange();
    return `${name} is being taken back.`;
  };
  return (
    <ConfirmDialog
      title={`Take ${name} back?`}
      actionLabel="Take it back"
      danger
      isReady={data !== null && error === null}
      onConfirm={takeBack}
      onClose={onClose}
    >
      {error && <ErrorList errors={error.errors} />}
      {data === null && error === null && (
        <div className="stack gap-2" aria-busy="true" aria-label="Looking at what it changed">
          <SkeletonBar width={60} />
          <SkeletonBar height={160} />
        </div>
      )}
      {data && error === null && <Changes preview={data} id={id} />}
    </ConfirmDialog>
  );
}

const rowColumns: readonly TableColumn<TakeBackPreview['rows'][number]>[] = [
  { name: 'Row', className: 'anywhere', render: ({ name }) => name },
  {
    name: 'What happens',
    render: ({ kind, is_removed: isRemoved }) =>
      isRemoved ? (kind === 'keyword' ? 'Loses what it gave' : 'Goes') : 'Stays with what other imports gave',
  },
];

/** The rows that only the import gave, and those that other imports gave, too. */
function Changes({ preview: { counts, rows }, id }: { readonly preview: TakeBackPreview; readonly id: number }) {
  if (rows.length === 0) return <p>It has changed nothing that is still there.</p>;
  const total = counts.reduce((sum, { removed, restored }) => sum + removed + restored, 0);
  return (
    <>
      <ul>
        {counts.map((count) => (
          <li key={count.kind}>{takeBackText(count)}.</li>
        ))}
      </ul>
      <p>What later imports gave stays. The file can be imported again.</p>
      <details>
        <summary>
          {total > rows.length ? `The first ${rows.length} of ${formatCount(total, 'row', 'rows')}` : formatCount(total, 'row', 'rows')}
        </summary>
        <DataTable
          name="What would be taken back"
          isStacked
          columns={rowColumns}
          rows={rows}
          keyOf={({ kind, id: row }) => `${kind} ${row}`}
          rowTestId="taken-row"
        />
      </details>
      <p>
        <a href={endpointUrl('GET /imports/:id/take-back/rows', { params: { id: String(id) } })} download>
          All rows as CSV
        </a>
      </p>
    </>
  );
}
