import type { FileKind } from '#domain/catalog/import/import-row';
import type { ColumnChoices, ImportPreview, ImportRecord } from '#domain/catalog/intake/contract';
import { fieldNames } from '#domain/catalog/intake/field-names';
import { hasNothingToImport, sharePercent } from '#domain/catalog/intake/preview';
import { formatCount, wholeNumber } from '#domain/numbers';
import { inOwnFormats } from '#domain/site/own-formats';
import { api, endpointUrl } from '../api/api';
import { Card } from '../ui/card';
import { classes } from '../ui/classes';
import { DataTable, type TableColumn } from '../ui/data-table';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Notice } from '../ui/feedback/notice';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { focusHeading } from '../ui/navigation/focus';
import { Button, ButtonRow } from '../ui/form/button';
import { FormError } from '../ui/form/form-message';
import { Select } from '../ui/form/select';
import { reasonSentence, useHeldPreview } from './held-preview';
import { fileKindName, fileKindOptions, HeldFileOptions } from './held-file-options';
import styles from './received-file.module.css';

interface ReceivedFileProps {
  readonly record: ImportRecord;
  /** Called when the import was begun or the file removed. */
  readonly onChange: () => void;
}

/** A received file before its import: what it has, what becomes of its columns, and what to do with it. */
export function ReceivedFile({ record: { id, name, reason, rejected }, onChange }: ReceivedFileProps) {
  const params = { id: String(id) };
  const {
    preview,
    error: loadError,
    reload,
    submission,
    change,
    choose,
  } = useHeldPreview(id, () => {
    // Another choice may mend why it was refused.
    if (reason !== null) onChange();
  });
  const { busy, error, run } = submission;
  const end = () => {
    // The card goes, with the button that was pressed.
    focusHeading();
    onChange();
  };
  const start = (isDryRun: boolean) =>
    void run(async () => {
      await api('POST /imports/:id/start', { params, body: { dry_run: isDryRun } });
      end();
      return isDryRun ? 'The check has begun.' : 'The import has begun.';
    });
  const remove = () =>
    void run(async () => {
      await api('DELETE /imports/:id', { params });
      end();
    });
  return (
    <Card title={name} className="stack gap-4" data-testid="received-file">
      {loadError && <ErrorPanel title="We couldn't read this file." error={loadError} onRetry={reload} />}
      {preview === null && loadError === null && (
        <div className="stack gap-2" aria-busy="true" aria-label="Reading the file">
          <SkeletonBar width={60} />
          <SkeletonBar height={160} />
        </div>
      )}
      {preview && <Preview preview={preview} onChoose={choose} />}
      {preview && <HeldFileOptions preview={preview} hasRejects={preview.rejected + (rejected ?? 0) > 0} onChange={change} />}
      {reason !== null && (
        <Notice isWarning>
          It would be refused: {reasonSentence(reason)}{' '}
          {rejected !== null && rejected > 0 && (
            <a href={endpointUrl('GET /imports/:id/rejects', { params })} download>
              Rejected lines
            </a>
          )}
        </Notice>
      )}
      <FormError error={error} />
      <ButtonRow>
        <Button disabled={busy || preview === null || preview.refusal !== null} onClick={() => start(true)}>
          Check only
        </Button>
        <Button
          kind="primary"
          disabled={busy || preview === null || preview.refusal !== null || hasNothingToImport(preview)}
          onClick={() => start(false)}
        >
          Import
        </Button>
        <Button kind="quiet" disabled={busy} onClick={remove}>
          Remove
        </Button>
      </ButtonRow>
    </Card>
  );
}

interface PreviewProps {
  readonly preview: ImportPreview;
  readonly onChoose: (kind: FileKind, columns: ColumnChoices['columns']) => void;
}

function Preview({ preview, onChoose }: PreviewProps) {
  const { refusal, kind, has_editable_columns: isEditable, findings, rejected, rejects, lines } = preview;
  return (
    <>
      {refusal === null ? <p>{summaryOf(preview)}</p> : <Notice isWarning>{refusal}</Notice>}
      {isEditable && (
        <Select<FileKind | 'none'>
          label="What its rows are"
          value={kind ?? 'none'}
          options={[
            ...(kind === null ? [{ name: 'Choose', value: 'none' as const }] : []),
            ...fileKindOptions.filter(({ value }) => value !== 'series' || kind === 'series'),
          ]}
          onChange={(chosen) => chosen !== 'none' && onChoose(chosen, [])}
        />
      )}
      {findings.length > 0 && (
        <ul className={styles.findings} aria-label="What is missing">
          {findings.map((finding) => (
            <li key={finding}>{inOwnFormats(finding)}.</li>
          ))}
        </ul>
      )}
      {preview.rows.length > 0 && <FirstRows preview={preview} />}
      {preview.columns.length > 0 && <ColumnTable preview={preview} onChoose={onChoose} />}
      {rejected > 0 && (
        <details>
          <summary>
            {wholeNumber(rejected)} of {formatCount(lines, 'row', 'rows')} cannot be used
          </summary>
          <ul className={styles.findings}>
            {rejects.map(({ line, field, reason }) => (
              <li key={`${line} ${field}`}>
                Line {line}, {field}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const separatorNames = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;

const encodingNames: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};

/** What was recognized, as a sentence. */
function summaryOf({
  title,
  kind,
  encoding,
  separator,
  decimal_sign: sign,
  header_row: header,
  row_count: rows,
  is_whole_file: isWhole,
}: ImportPreview): string {
  const facts = [
    title === null || title === 'Table' ? fileKindName(kind) : `${title}: ${fileKindName(kind)?.toLowerCase() ?? ''}`,
    encoding !== null && (encodingNames[encoding] ?? encoding),
    separator !== null && `separated by ${separatorNames[separator]}`,
    sign === ',' && 'decimal comma',
    header !== null && header > 1 && `header in row ${header}`,
    isWhole ? formatCount(rows, 'row', 'rows') : `the first ${formatCount(rows, 'row', 'rows')} are shown here`,
  ];
  return facts.filter(Boolean).join(', ');
}

/** The first rows, a field per line, and how many rows have it. */
function FirstRows({ preview: { rows, field_counts: fields, lines, rejected, is_whole_file: isWhole } }: Pick<PreviewProps, 'preview'>) {
  const columns: readonly TableColumn<(typeof fields)[number]>[] = [
    { name: 'Field', render: ({ field }) => fieldNames[field] ?? field },
    { name: 'Rows', isNumber: true, className: 'nowrap', render: ({ lines: count }) => sharePercent(count, lines - rejected) },
    ...rows.map((row, index) => ({
      name: `Row ${index + 1}`,
      className: 'anywhere',
      render: ({ field }: (typeof fields)[number]) => <span className={classes('two-lines', styles.value)}>{row[field] ?? '–'}</span>,
    })),
  ];
  return (
    <DataTable
      name="The first rows as they are read"
      caption={`The first rows as they are read${isWhole ? '' : `; shares are of the first ${formatCount(lines, 'row', 'rows')}`}`}
      isStacked
      columns={columns}
      rows={fields}
      keyOf={({ field }) => field}
      rowTestId="field-row"
    />
  );
}

/** What becomes of each column of the file. */
function ColumnTable({ preview, onChoose }: PreviewProps) {
  const { kind, columns, fields, row_count: rows, is_whole_file: isWhole, has_editable_columns: isEditable } = preview;
  const nameOf = (use: string) => fieldNames[use] ?? use;
  const tableColumns: readonly TableColumn<ImportPreview['columns'][number]>[] = [
    { name: 'Column', className: 'anywhere', render: ({ name }) => name },
    {
      name: 'Becomes',
      render: ({ name, use }) =>
        isEditable && kind !== null ? (
          <Select
            label={`What ${name} becomes`}
            isLabelHidden
            value={use}
            options={[...new Set([use, ...fields, 'note', 'ignored'])].map((value) => ({ name: nameOf(value), value }))}
            onChange={(chosen) => onChoose(kind, [{ name, use: chosen }])}
          />
        ) : (
          nameOf(use)
        ),
    },
    { name: 'Has a value', isNumber: true, render: ({ rows: count }) => (rows === 0 ? '–' : sharePercent(count, rows)) },
  ];
  const dropped = columns.filter(({ use }) => use === 'ignored').length;
  const notes = columns.filter(({ use }) => use === 'note').length;
  const summary = [
    formatCount(columns.length, 'column', 'columns'),
    notes > 0 && `${notes} kept as notes`,
    dropped > 0 && `${dropped} ignored`,
    !isWhole && `counted in the first ${formatCount(rows, 'row', 'rows')}`,
  ];
  return (
    <details open={isEditable}>
      <summary>{summary.filter(Boolean).join(', ')}</summary>
      <DataTable
        name="What becomes of the columns"
        isStacked
        columns={tableColumns}
        rows={columns}
        keyOf={({ name }) => name}
        rowTestId="column-row"
      />
    </details>
  );
}
