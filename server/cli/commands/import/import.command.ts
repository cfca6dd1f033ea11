import { basename, resolve } from 'node:path';
import type { CatalogSource } from '#domain/catalog/import/catalog-source';
import type { HeaderMappings } from '#domain/catalog/import/formats/header-mappings';
import { UnreadableSource } from '#domain/catalog/import/import-runs';
import { SKIPPED_REASON } from '#domain/keywords/interest/parse-interest';
import { formatCount, wholeNumber } from '#domain/numbers';
import { FileSource } from '#server/catalog/import/files/file-source';
import { recognizeFile } from '#server/catalog/import/files/recognize-file';
import { catalogSettings, readingTime, RecognizedSource, type RowSettings } from '#server/catalog/import/files/recognized-source';
import { ImportCatalog, type ImportResult, dryRunImport } from '#server/catalog/import/import-catalog';
import { dryRunInterestImport, ImportSearchInterest } from '#server/catalog/import/import-search-interest';
import type { ImportObserver } from '#server/catalog/import/read-source';
import { asksForHelp, type CommandIo, type Connect, printHelp, printResult, reportWait } from '#server/cli/command-io';
import { importOptions, optionsHelp } from '#server/cli/command-options';
import { type ImportOptions, parseImportOptions } from '#server/cli/commands/import/import-options';
import { formatTimer, Progress, secondsSince } from '#server/cli/progress';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Reject } from '#domain/catalog/import/import-row';

const FLUSH_AFTER_CHARACTERS = 1 << 16;

/** Rejected lines as NDJSON `{file, line, field, reason}`. The file is created with the first one. */
class RejectsFile {
  #descriptor: number | null = null;
  #buffer = '';

  constructor(readonly path: string) {}

  get isUsed(): boolean {
    return this.#descriptor !== null;
  }

  add(file: string, line: number, reject: Reject): void {
    this.#descriptor ??= openSync(this.path, 'w');
    this.#buffer += `${JSON.stringify({ file, line, ...reject })}\n`;
    if (this.#buffer.length >= FLUSH_AFTER_CHARACTERS) this.#flush();
  }

  #flush(): void {
    if (this.#descriptor !== null && this.#buffer !== '') writeSync(this.#descriptor, this.#buffer);
    this.#buffer = '';
  }

  close(): void {
    this.#flush();
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }
}

const importHelp = `corklight import [boards|pinners|pins|series] FILE...

Imports files into the catalog: NDJSON, JSON, or CSV, optionally gzipped; - reads standard input. Without a kind, a file is recognized by
its header: exports of Pinterest Trends, PinClicks, Google Trends, and others, and tables in eight languages. To resume an interrupted import,
run the same command again. Importing the same file twice changes nothing.

${optionsHelp(importOptions)}
Lines of series are {id, metric, points: [[time, value], ...]}; those of search interest (--as keyword) are {keyword, points}, or exports
with one column per day or week.

Examples: corklight import trends.csv
          corklight import pins pins-2026-11-22.ndjson.gz --wait 30m --json

Exit codes: 0 when every file was applied (including those with rejected lines within --max-bad), 1 when a file was refused or
could not be read, 2 on incorrect usage.
`;

type ConnectImport = Connect<'importRuns' | 'clock' | 'writeLock' | 'recomputeGrowth' | 'searchInterest' | 'headerMappings' | 'enter'>;

interface FileResult extends ImportResult {
  readonly file: string;
  readonly seconds: number;
  readonly rejects: string | null;
  /** What the file was recognized as, if no kind was given. */
  readonly recognized?: string;
}

const noCounts = { lines: 0, rejected: 0, inserted: 0, updated: 0, series: 0, resumed: false } as const;
const phaseTitles = { reading: 'reading', applying: 'applying', growth: 'computing growth' } as const;

/** Imports files, and records those that cannot be opened. */
interface Importer {
  /** What was chosen for the columns of files; a dry run needs no database, and knows nothing of it. */
  readonly mappings: Pick<HeaderMappings, 'findMapping'>;
  importSource(source: CatalogSource, settings: RowSettings, observer: ImportObserver): Promise<ImportResult>;
  /** Records that a file could not be opened, or was not recognized. */
  recordUnread(name: string, reason: string): Promise<void>;
}

/** A source with what its rows are. */
interface OpenedSource {
  readonly source: CatalogSource;
  readonly settings: RowSettings;
  readonly recognized?: string;
}

/** Opens the rows of a file: of the kind that was given, or as its header says. Throws `UnreadableSource` if it is not recognized. */
async function openRows(
  file: FileSource,
  { kind, isInterest, settings, format }: ImportOptions,
  mappings: Importer['mappings'],
): Promise<OpenedSource> {
  if (kind !== null) return { source: file, settings: { ...settings, kind: isInterest ? 'interest' : kind } };
  const reading = await recognizeFile(file, mappings, { format });
  if ('refusal' in reading) throw new UnreadableSource(`${file.name}: ${reading.refusal}`);
  const { title, region, outcomes, kind: recognizedKind } = reading.recognition;
  const time = settings.crawledAt ?? file.modifiedAt;
  return {
    source: new RecognizedSource(file, reading, time),
    settings: { ...settings, kind: recognizedKind, crawledAt: readingTime(reading, time) ?? settings.crawledAt },
    recognized: `${title}${region === null ? '' : `, ${region}`}: ${outcomes.join(', ')}`,
  };
}

async function importFile(file: string, options: ImportOptions, io: CommandIo, importer: Importer): Promise<FileResult> {
  const startedAtMs = performance.now();
  const name = file === '-' ? 'stdin' : basename(file);
  const rejects = new RejectsFile(resolve(io.folder, options.rejectsPath ?? `${name}.rejects.ndjson`));
  const progress = new Progress(io.stderr);
  let source: FileSource | null = null;
  let recognized: string | undefined;
  const toFileResult = (result: ImportResult): FileResult => ({
    file: name,
    ...(recognized === undefined ? {} : { recognized }),
    ...result,
    seconds: secondsSince(startedAtMs),
    rejects: rejects.isUsed ? rejects.path : null,
  });
  try {
    source = await FileSource.open(file === '-' ? '-' : resolve(io.folder, file), io.stdin, options.format);
    const rows = await openRows(source, options, importer.mappings).catch(async (error: unknown) => {
      if (error instanceof UnreadableSource) await importer.recordUnread(name, error.message);
      throw error;
    });
    recognized = rows.recognized;
    return toFileResult(
      await importer.importSource(rows.source, rows.settings, {
        onReject: (line, reject) => rejects.add(name, line, reject),
        onProgress: (phase, share, lines) =>
          progress.show(`${name}: ${phaseTitles[phase]}`, share, phase === 'reading' ? lines : Math.round(lines * (share ?? 0))),
        onWait: reportWait(io),
      }),
    );
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    if (source === null) await importer.recordUnread(name, error.message);
    return toFileResult({ ...noCounts, outcome: 'refused', reason: error.message });
  } finally {
    progress.clear();
    rejects.close();
    await source?.close();
  }
}

function resultTable(results: readonly FileResult[]): string {
  const header = ['file', 'lines', 'rejected', 'new rows', 'changed', 'series', 'rows/s', 'time'];
  const rows = results.map(({ file, lines, rejected, inserted, updated, series, seconds }) => [
    file,
    ...[lines, rejected, inserted, updated, series, Math.round(lines / Math.max(seconds, 0.001))].map((value) => wholeNumber(value)),
    formatTimer(seconds),
  ]);
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const formatLine = (row: readonly string[]) =>
    row.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0))).join('  ');
  return [header, ...rows].map(formatLine).join('\n');
}

function resultNotes(result: FileResult, dryRun: boolean): string[] {
  const { file, outcome, reason, rejected, skipped = 0, rejects, resumed, recognized } = result;
  return [
    ...(recognized === undefined ? [] : [`${file}: ${recognized}`]),
    ...(outcome === 'refused'
      ? [`${file}: nothing was applied: ${reason}`]
      : dryRun
        ? [`${file}: would be applied (dry run, nothing was changed)`]
        : []),
    ...(resumed ? [`${file}: resumed from an interrupted import`] : []),
    ...(skipped > 0 ? [`${file}: ${formatCount(skipped, 'line was', 'lines were')} skipped: ${SKIPPED_REASON}`] : []),
    ...(rejects !== null && rejected > 0 ? [`${file}: rejected lines are listed in ${rejects}`] : []),
  ];
}

function printReport(results: readonly FileResult[], options: ImportOptions, io: CommandIo): void {
  const lines = [resultTable(results), ...results.flatMap((result) => resultNotes(result, options.dryRun))];
  printResult(io, `${lines.join('\n')}\n`, { dry_run: options.dryRun, files: results });
}

/** Chooses what files are imported with. */
async function chooseImporter({ kind, isInterest, dryRun }: ImportOptions, by: CommandIo['by'], connect: ConnectImport): Promise<Importer> {
  if (dryRun) {
    return {
      mappings: { findMapping: () => Promise.resolve(null) },
      importSource: (source, settings, observer) => {
        const check = settings.kind === 'interest' ? dryRunInterestImport : dryRunImport;
        return check(source, catalogSettings(settings), new Date(), observer);
      },
      recordUnread: () => Promise.resolve(),
    };
  }
  const { importRuns, clock, writeLock, recomputeGrowth, searchInterest, headerMappings, enter } = await connect();
  const interest = new ImportSearchInterest(searchInterest, importRuns, clock, writeLock);
  const catalog = new ImportCatalog(importRuns, clock, writeLock, async (scope, changedIds, onProgress) => {
    await recomputeGrowth.recomputeChanged(scope, changedIds, ({ done, total }) => onProgress(total === 0 ? 1 : done / total));
  });
  return {
    mappings: headerMappings,
    importSource: async (source, settings, observer) => {
      await enter(by, 'catalog_imported', { target: source.name, details: { kind: settings.kind } });
      return (settings.kind === 'interest' ? interest : catalog).importSource(source, catalogSettings(settings), observer);
    },
    recordUnread: (name, reason) =>
      importRuns.recordUnread({ kind: isInterest ? 'interest' : (kind ?? 'unknown'), source: name, reason, now: clock.now() }),
  };
}

async function importAll(options: ImportOptions, io: CommandIo, connect: ConnectImport): Promise<number> {
  const importer = await chooseImporter(options, io.by, connect);
  const results: FileResult[] = [];
  for (const file of options.files) results.push(await importFile(file, options, io, importer));
  printReport(results, options, io);
  return results.every(({ outcome }) => outcome === 'applied') ? 0 : 1;
}

/** `corklight import`. Returns the exit code. Throws `UsageError`. */
export async function importCommand(args: readonly string[], io: CommandIo, connect: ConnectImport): Promise<number> {
  return asksForHelp(args) ? printHelp(importHelp, io) : importAll(parseImportOptions(args, new Date()), io, connect);
}
