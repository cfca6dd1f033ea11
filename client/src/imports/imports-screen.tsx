import { useId, useState } from 'react';
import type { ImportRecord } from '#domain/catalog/intake/contract';
import { SECOND_MS } from '#domain/durations';
import { formatCount } from '#domain/numbers';
import { api, endpointUrl } from '../api/api';
import { useResource } from '../api/resource';
import { useReloads } from '../api/use-reloads';
import { useShortcuts } from '../site/shortcuts';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { classes } from '../ui/classes';
import { type Column, countColumn, DataTable } from '../ui/data-table';
import { EmptyText } from '../ui/feedback/empty-text';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Button, TextButton } from '../ui/form/button';
import { FormError } from '../ui/form/form-message';
import { useSubmission } from '../ui/form/use-submission';
import { formatDateTime, formatShare } from '../ui/format';
import { AdminScreen, LoadedTogether } from '../ui/navigation/admin-screen';
import { kindName } from './file-kinds';
import { ReceivedFile } from './received-file';
import styles from './imports-screen.module.css';

/** `/admin/imports`: files that come in by the browser, and the imports by every way. It follows what happens. */
export function ImportsScreen() {
  const list = useResource('/imports', (signal) => api('GET /imports', { query: {}, signal }));
  const refresh = () => void list.reload();
  useShortcuts({ r: refresh });
  const isMoving = list.data?.imports.some(({ state }) => movingStates.has(state)) ?? false;
  useReloads(refresh, true, isMoving ? 2 * SECOND_MS : undefined);
  return (
    <AdminScreen
      isReady={list.data !== null}
      lead="Files for the catalog, and what became of them"
      busy={list.busy}
      actions={<Button onClick={refresh}>Refresh</Button>}
    >
      <FileCard onReceived={refresh} />
      <LoadedTogether resources={[list]}>
        {list.data?.imports
          .filter(({ state }) => state === 'held')
          .slice(0, MAX_SHOWN_FILES)
          .map((record) => (
            <ReceivedFile key={record.id} record={record} onChange={refresh} />
          ))}
        <Card title="Imports">
          {list.error && <ErrorPanel title="We couldn't load the imports." error={list.error} onRetry={refresh} />}
          {list.data && <ImportTable imports={list.data.imports} onChange={refresh} />}
        </Card>
      </LoadedTogether>
    </AdminScreen>
  );
}

/** More files that wait for a decision show as soon as one of these is decided. */
const MAX_SHOWN_FILES = 4;

const movingStates: ReadonlySet<ImportRecord['state']> = new Set(['waiting', 'reading', 'applying', 'growth']);

/** A place for files, chosen or dropped: each is received, and imported only when its preview was seen. */
function FileCard({ onReceived }: { readonly onReceived: () => void }) {
  const [isOver, setIsOver] = useState(false);
  const [sending, setSending] = useState<File | null>(null);
  const { busy, error, run } = useSubmission();
  const id = useId();
  const send = (files: readonly File[]) =>
    void run(async () => {
      try {
        for (const file of files) {
          setSending(file);
          const query = { name: file.name, hold: 'true', modified_at: new Date(file.lastModified).toISOString() } as const;
          await api('POST /imports', { query, file });
          onReceived();
        }
      } finally {
        setSending(null);
      }
    });
  return (
    <Card title="Add files">
      <div
        className={classes('stack mt-2 gap-2', styles.drop, isOver && styles.over)}
        data-testid="drop-area"
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          send([...event.dataTransfer.files]);
        }}
      >
        <label htmlFor={id}>Choose files, or drop them here</label>
        <input
          id={id}
          type="file"
          multiple
          disabled={busy}
          onChange={({ target }) => {
            send([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <output className="caption">
          {sending === null
            ? 'Exports of Pinterest Trends, PinClicks, Google Trends and others, any table with a header, or NDJSON; also gzipped, of any size. Nothing is imported until you say so.'
            : `Receiving ${sending.name} (${formatCount(Math.ceil(sending.size / 1000), 'kB', 'kB')}) …`}
        </output>
        <FormError error={error} />
      </div>
    </Card>
  );
}

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
  interrupted: { name: 'Killed', note: 'It goes on by itself.', commandNote: 'Nothing was changed. Run the same command again.' },
  half_applied: { name: 'Killed', note: 'It goes on by itself.', commandNote: 'A part was applied. Run the same command again.' },
};

/** How an import stands, and what can be done about it. */
function ImportState({ record, onChange }: { readonly record: ImportRecord; readonly onChange: () => void }) {
  const { id, state, way, place, share, reason, is_dry_run: isDryRun, lines } = record;
  const { run, busy } = useSubmission();
  const { name, note, commandNote } = states[state];
  const text = way === 'command' ? (commandNote ?? note) : note;
  const act = (work: () => Promise<unknown>) => void run(async () => void (await work())).then(onChange);
  const cancel = (
    <TextButton disabled={busy} onClick={() => act(() => api('DELETE /imports/:id', { params: { id: String(id) } }))}>
      Remove
    </TextButton>
  );
  return (
    <>
      {state === 'held' && lines !== null ? (
        <>
          <Badge isPlain>Checked</Badge> {reason === null ? 'Nothing was changed yet.' : `It would be refused: ${reason}.`}
        </>
      ) : text === undefined ? (
        name
      ) : (
        <>
          <Badge isPlain>{name}</Badge> {reason !== null && `${reason.replace(/\.$/, '')}. `}
          {text}
        </>
      )}
      {place !== null && `, number ${place} in the queue`}
      {share !== null && `, ${formatShare(share)}`}
      {isDryRun && state !== 'held' && ' (check only)'}
      {state === 'held' && (
        <span className="cluster gap-2">
          <TextButton
            disabled={busy}
            onClick={() => act(() => api('POST /imports/:id/start', { params: { id: String(id) }, body: { dry_run: false } }))}
          >
            Import
          </TextButton>
          {cancel}
        </span>
      )}
      {state === 'waiting' && cancel}
    </>
  );
}

const importColumns = (onChange: () => void): readonly Column<ImportRecord>[] => [
  { name: 'File', className: 'anywhere', render: ({ name }) => name },
  { name: 'Received', className: 'nowrap', render: ({ received_at: at }) => formatDateTime(at) },
  { name: 'By', className: 'anywhere', render: ({ way, by }) => (by === null ? ways[way] : `${ways[way]}, ${by}`) },
  { name: 'What it has', render: ({ kind, recognized }) => recognized ?? kindName(kind) ?? '–' },
  countColumn('Rows', ({ lines }) => lines),
  { name: 'Rejected', isNumber: true, render: (record) => <Rejected {...record} /> },
  countColumn('New', ({ inserted }) => inserted),
  countColumn('Changed', ({ updated }) => updated),
  { name: 'State', render: (record) => <ImportState record={record} onChange={onChange} /> },
];

/** How many lines were rejected, with the list of them. */
const Rejected = ({ id, name, rejected }: ImportRecord) =>
  rejected === null || rejected === 0 ? (
    (rejected ?? '–')
  ) : (
    <a href={endpointUrl('GET /imports/:id/rejects', { params: { id: String(id) } })} download aria-label={`Rejected lines of ${name}`}>
      {rejected.toLocaleString('en-US')}
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
