import type { ImportRecord } from '#domain/catalog/intake/contract';
import { wholeNumber } from '#domain/numbers';
import { Link } from 'wouter';
import { api, endpointUrl } from '../api/api';
import { paths } from '../site/paths';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { DataTable, type TableColumn } from '../ui/data-table';
import { EmptyText } from '../ui/feedback/empty-text';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { TextButton } from '../ui/form/button';
import { useSubmission } from '../ui/form/use-submission';
import { formatDateTime, formatShare } from '../ui/format';
import type { FollowedImports } from './file-intake';
import { fileKindName } from './held-file-options';
import { reasonSentence, useRefusal } from './held-preview';
import { TakeBackButton } from './take-back-button';
import styles from './import-list.module.css';

interface ImportsCardProps {
  readonly imports: FollowedImports;
  /** Only that many of the newest are shown, with a link to all. */
  readonly maxShown?: number;
}

/** The imports by every way. */
export const ImportsCard = ({ imports: { list, refresh }, maxShown }: ImportsCardProps) => (
  <Card title="Imports" side={maxShown === undefined ? undefined : <Link href={paths.imports}>All imports</Link>}>
    {list.error && <ErrorPanel title="We couldn't load the imports." error={list.error} onRetry={refresh} />}
    {list.data && <ImportTable imports={list.data.imports.slice(0, maxShown)} onChange={refresh} />}
  </Card>
);

const ways: Readonly<Record<ImportRecord['way'], string>> = { command: 'Command', http: 'HTTP', folder: 'Folder', browser: 'Browser' };

/** What the state of an import means; those that need a look have a badge. */
const states: Readonly<Record<ImportRecord['state'], { readonly name: string; readonly note?: string; readonly commandNote?: string }>> = {
  held: { name: 'Held', note: 'It waits for you.' },
  waiting: { name: 'Waiting' },
  reading: { name: 'Reading the file' },
  applying: { name: 'Applying' },
  growth: { name: 'Computing growth' },
  done: { name: 'Done' },
  refused: { name: 'Refused', note: 'Nothing was changed.' },
  canceled: { name: 'Removed', note: 'Nothing was changed.' },
  taking_back: { name: 'Being taken back' },
  taken_back: { name: 'Taken back', note: 'What it changed was undone.' },
  interrupted: {
    name: 'Killed',
    note: 'It goes on by itself, unless its file is gone.',
    commandNote: 'Nothing was changed. Run the same command again.',
  },
  half_applied: {
    name: 'Killed',
    note: 'A part was applied. It goes on by itself, unless its file is gone.',
    commandNote: 'A part was applied. Run the same command again.',
  },
  given_up: { name: 'Given up', note: 'A part was applied. Import the file again.' },
};

interface ImportProps {
  readonly record: ImportRecord;
  readonly onChange: () => void;
}

/** What the state of an import is called, and what it means. `refusal` says why it cannot be imported as it is. */
function describeState({ state, way, reason, lines }: ImportRecord, refusal: string | null) {
  const { name, note, commandNote } = states[state];
  const why = reason === null ? null : reasonSentence(reason);
  if (state === 'held' && lines !== null)
    return { name: 'Checked', text: why === null ? (refusal ?? 'Nothing was changed yet.') : `It would be refused: ${why}` };
  const text = state === 'held' ? (refusal ?? note) : way === 'command' ? (commandNote ?? note) : note;
  return { name, text: why === null ? text : `${why} ${text ?? ''}` };
}

/** How an import stands, and what can be done about it. */
function ImportStatus({ record, onChange }: ImportProps) {
  const { id, state, place, share, reason, is_dry_run: isDryRun } = record;
  const refusal = useRefusal(id);
  const { name, text } = describeState(record, refusal);
  return (
    <>
      {text === undefined ? (
        name
      ) : (
        <>
          <Badge isPlain>{name}</Badge> {text}
        </>
      )}
      {place !== null && `, number ${place} in the queue`}
      {share !== null && `, ${formatShare(share)}`}
      {isDryRun && state !== 'held' && ' (check only)'}
      <ImportActions record={record} canImport={reason === null && refusal === null} onChange={onChange} />
    </>
  );
}

interface ImportActionsProps extends ImportProps {
  /** False for a held import that would be refused: its card imports it, once its columns or options are changed. */
  readonly canImport: boolean;
}

/** What can be done about an import. */
function ImportActions({ record, canImport, onChange }: ImportActionsProps) {
  const { id, state, reason, is_dry_run: isDryRun } = record;
  const params = { id: String(id) };
  const { run, busy } = useSubmission();
  const act = (work: () => Promise<unknown>) => void run(async () => void (await work())).then(onChange);
  const cancel = (
    <TextButton disabled={busy} onClick={() => act(() => api('DELETE /imports/:id', { params }))}>
      Remove
    </TextButton>
  );
  if (state === 'waiting') return cancel;
  if (state === 'held')
    return (
      <span className="cluster gap-2">
        {canImport && (
          <TextButton disabled={busy} onClick={() => act(() => api('POST /imports/:id/start', { params, body: { dry_run: false } }))}>
            Import
          </TextButton>
        )}
        {cancel}
      </span>
    );
  if (state === 'half_applied' || state === 'given_up' || (state === 'done' && !isDryRun))
    return <TakeBackButton record={record} onChange={onChange} />;
  if (state !== 'taking_back' || reason === null) return null;
  return (
    <TextButton disabled={busy} onClick={() => act(() => api('POST /imports/:id/take-back', { params }))}>
      Try again
    </TextButton>
  );
}

/** Counts of an import are whole, to be compared with the lines of its file. */
const exactColumn = (name: string, valueOf: (record: ImportRecord) => number | null): TableColumn<ImportRecord> => ({
  name,
  isNumber: true,
  render(record) {
    const count = valueOf(record);
    return count === null ? '–' : wholeNumber(count);
  },
});

const importColumns = (onChange: () => void): readonly TableColumn<ImportRecord>[] => [
  { name: 'File', className: 'anywhere', render: ({ name }) => <span className={styles['wide']}>{name}</span> },
  { name: 'Received', className: 'nowrap', render: ({ received_at: at }) => formatDateTime(at) },
  {
    name: 'By',
    className: 'anywhere',
    render: ({ way, by }) => <span className={styles['wide']}>{by === null ? ways[way] : `${ways[way]}, ${by}`}</span>,
  },
  { name: 'What it has', render: ({ kind, recognized }) => recognized ?? fileKindName(kind) ?? '–' },
  exactColumn('Rows', ({ lines }) => lines),
  { name: 'Rejected', isNumber: true, render: (record) => <Rejected {...record} /> },
  // Search interest has no rows of the catalog: its import counts the keywords that it changed.
  exactColumn('New', ({ kind, inserted }) => (kind === 'interest' ? null : inserted)),
  exactColumn('Changed', ({ kind, series, updated }) => (kind === 'interest' ? series : updated)),
  { name: 'State', render: (record) => <ImportStatus record={record} onChange={onChange} /> },
];

/** How many lines were rejected, with the list of them. */
const Rejected = ({ id, name, rejected }: ImportRecord) =>
  rejected === null || rejected === 0 ? (
    (rejected ?? '–')
  ) : (
    <a href={endpointUrl('GET /imports/:id/rejects', { params: { id: String(id) } })} download aria-label={`Rejected lines of ${name}`}>
      {wholeNumber(rejected)}
    </a>
  );

interface ImportTableProps {
  readonly imports: readonly ImportRecord[];
  readonly onChange: () => void;
}

const ImportTable = ({ imports, onChange }: ImportTableProps) =>
  imports.length === 0 ? (
    <EmptyText>No imports yet.</EmptyText>
  ) : (
    <DataTable
      name="Imports"
      isStacked
      className="mt-2"
      columns={importColumns(onChange)}
      rows={imports}
      keyOf={({ id }) => id}
      rowTestId="import-row"
    />
  );
