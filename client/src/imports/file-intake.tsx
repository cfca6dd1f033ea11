import { useId, useState } from 'react';
import type { ImportRecord } from '#domain/catalog/intake/contract';
import { SECOND_MS } from '#domain/durations';
import { formatCount } from '#domain/numbers';
import { api } from '../api/api';
import { ApiError, toApiError } from '../api/api-error';
import { useEndpoint } from '../api/resource';
import { useReloads } from '../api/use-reloads';
import { Card } from '../ui/card';
import { classes } from '../ui/classes';
import { FormError } from '../ui/form/form-message';
import { useSubmission } from '../ui/form/use-submission';
import { ReceivedFile } from './received-file';
import styles from './file-intake.module.css';

const movingStates: ReadonlySet<ImportRecord['state']> = new Set(['waiting', 'reading', 'applying', 'growth', 'taking_back']);

/** The latest imports, which are followed while one goes on. */
export function useImports() {
  const list = useEndpoint('GET /imports', { query: {} });
  const refresh = () => void list.reload();
  const isMoving = list.data?.imports.some(({ state }) => movingStates.has(state)) ?? false;
  useReloads(refresh, true, isMoving ? 2 * SECOND_MS : undefined);
  return { list, refresh, isMoving };
}
export type FollowedImports = ReturnType<typeof useImports>;

/** More files that wait for a decision show as soon as one of these is decided. */
const MAX_SHOWN_FILES = 4;

/** Files that come in by the browser: a place for them, and each received one until it is imported or removed. */
export function FileIntake({ imports: { list, refresh } }: { readonly imports: FollowedImports }) {
  const held = list.data?.imports.filter(({ state }) => state === 'held') ?? [];
  const moreCount = held.length - MAX_SHOWN_FILES;
  return (
    <>
      <FileCard onReceived={refresh} />
      {held.slice(0, MAX_SHOWN_FILES).map((record) => (
        <ReceivedFile key={record.id} record={record} onChange={refresh} />
      ))}
      {moreCount > 0 && (
        <p>
          {formatCount(moreCount, 'more file waits', 'more files wait')} in the list of imports, and {moreCount === 1 ? 'shows' : 'show'}{' '}
          here when one of these is imported or removed.
        </p>
      )}
    </>
  );
}

/** What went wrong with each of several files, by its name. */
function ofFiles(failed: readonly { readonly file: File; readonly error: ApiError }[]): ApiError {
  const { status, code, retryAfter, reference } = failed[0]!.error;
  const sentences = failed.flatMap(({ file, error }) =>
    error.errors.map((one) => (one.includes(file.name) ? one : `${file.name}: ${one}`)),
  );
  return new ApiError(status, code, sentences, retryAfter, reference);
}

/** A place for files, chosen or dropped: each is received, and imported only when its preview was seen. */
function FileCard({ onReceived }: { readonly onReceived: () => void }) {
  const [isOver, setIsOver] = useState(false);
  const [sending, setSending] = useState<File | null>(null);
  const { busy, error, run } = useSubmission();
  const id = useId();
  const send = (files: readonly File[]) =>
    void run(async () => {
      const failed: { readonly file: File; readonly error: ApiError }[] = [];
      for (const file of files) {
        setSending(file);
        const modifiedAt = new Date(Math.min(file.lastModified, Date.now()));
        const query = { name: file.name, hold: 'true', modified_at: modifiedAt.toISOString() } as const;
        // One that cannot be received keeps no other from it.
        await api('POST /imports', { query, file }).then(onReceived, (error: unknown) => failed.push({ file, error: toApiError(error) }));
      }
      setSending(null);
      const [first] = failed;
      if (first) throw files.length === 1 ? first.error : ofFiles(failed);
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
