import { basename, resolve } from 'node:path';
import { UnreadableSource } from '#domain/catalog/import/import-runs';
import { SKIPPED_REASON } from '#domain/keywords/interest/parse-interest';
import { formatCount, wholeNumber } from '#domain/numbers';
import { FileSource } from '#server/catalog/import/files/file-source';
import type { ImportResult } from '#server/catalog/import/import-catalog';
import { type CommandIo, printResult, reportWait, type Run } from '#server/cli/command-io';
import type { ApplicationContext } from '#server/cli/application-context';
import { commandForms, optionsHelp } from '#server/cli/command-options';
import {
  dryRun,
  type ImportServices,
  importerWith,
  noMappings,
  type OpenedRows,
  openRows,
} from '#server/cli/commands/import/choose-importer';
import { type ImportOptions, parseImportOptions } from '#server/cli/commands/import/import-options';
import { formatTimer, Progress, secondsSince } from '#server/cli/progress';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { Reject } from '#domain/catalog/import/import-row';

const FLUSH_AFTER_CHARACTERS = 1 << 16;

/**
 * Rejected lines as NDJSON `{file, line, field, reason}`. The file is created with the first one. Where it cannot be written, the import goes
 * on without it.
 */
class RejectsFile {
  #descriptor: number | null = null;
  #buffer = '';
  #fault: string | null = null;

  constructor(private readonly path: string) {}

  /** Where the rejected lines are, and why they are not all there. */
  outcome(): Pick<FileResult, 'rejects' | 'rejects_error'> {
    if (this.#fault !== null) return { rejects: null, rejects_error: `${this.path} (${this.#fault})` };
    return { rejects: this.#descriptor === null ? null : this.path };
  }

  add(file: string, line: number, reject: Reject): void {
    this.#buffer += `${JSON.stringify({ file, line, ...reject })}\n`;
    if (this.#descriptor === null || this.#buffer.length >= FLUSH_AFTER_CHARACTERS) this.#flush();
  }

  #flush(): void {
    try {
      if (this.#buffer !== '' && this.#fault === null) writeFileSync((this.#descriptor ??= openSync(this.path, 'w')), this.#buffer);
    } catch (error) {
      this.#fault = (error as NodeJS.ErrnoException).code ?? String(error);
    }
    this.#buffer = '';
  }

  close(): void {
    this.#flush();
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }
}

export const help = `corklight import [boards|pinners|pins|series] FILE...

Imports files into the catalog: NDJSON, JSON, or CSV, optionally gzipped; - reads standard input. Without a kind, a file is recognized by
its header: exports of Pinterest Trends, PinClicks, Google Trends, and others, and tables in eight languages. To resume an interrupted import,
run the same command again. Importing the same file twice changes nothing.

${optionsHelp(commandForms.import.options)}
Lines of series are {id, metric, points: [[time, value], ...]}; those of search interest (--as keyword) are {keyword, points}, or exports
with one column per day or week.

Examples: corklight import trends.csv
          corklight import pins pins-2026-11-22.ndjson.gz --wait 30m --json

Exit codes: 0 when every file was applied (including those with rejected lines within --max-bad), 1 when a file was refused or
could not be read, 2 on incorrect usage.
`;

type ServiceName = keyof ImportServices | 'headerMappings' | 'enter';
type Services = Pick<ApplicationContext, ServiceName>;

interface FileResult extends ImportResult {
  readonly file: string;
  readonly seconds: number;
  readonly rejects: string | null;
  /** Why they could not be listed. */
  readonly rejects_error?: string;
  /** What the file was recognized as, if no kind was given. */
  readonly recognized?: string;
}

const noCounts = { lines: 0, rejected: 0, inserted: 0, updated: 0, series: 0, resumed: false } as const;
const phaseTitles = { reading: 'reading', applying: 'applying', growth: 'computing growth' } as const;

/** Imports a file, or checks it where there are no services: a dry run needs no database. */
async function importFile(file: string, options: ImportOptions, io: CommandIo, services: Services | null): Promise<FileResult> {
  const startedAtMs = performance.now();
  const name = file === '-' ? 'stdin' : basename(file);
  const rejects = new RejectsFile(resolve(io.folder, options.rejectsPath ?? `${name}.rejects.ndjson`));
  const progress = new Progress(io.stderr);
  let source: FileSource | null = null;
  let rows: OpenedRows | null = null;
  let result: ImportResult;
  try {
    source = await FileSource.open(file === '-' ? '-' : resolve(io.folder, file), io.stdin);
    rows = await openRows(source, { ...options.settings, kind: options.kind }, services?.headerMappings ?? noMappings, options.format);
    await services?.enter(io.by, 'catalog_imported', { target: rows.source.name, details: { kind: rows.settings.kind } });
    result = await (services ? importerWith(services) : dryRun)(rows.source, rows.settings, {
      onReject: (line, reject) => rejects.add(name, line, reject),
      onProgress: (phase, share, lines) =>
        progress.show(`${name}: ${phaseTitles[phase]}`, share, phase === 'reading' ? lines : Math.round(lines * (share ?? 0))),
      onWait: reportWait(io),
    });
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    const { message: reason } = error;
    // A file that could not be opened, such as one of a mistyped name, is no import.
    if (services && source !== null && rows === null)
      await services.importRuns.recordUnread(name, reason, io.by.label, services.clock.now());
    result = { ...noCounts, outcome: 'refused', reason };
  } finally {
    progress.clear();
    rejects.close();
    await source?.close();
  }
  return {
    file: name,
    ...(rows?.recognized ? { recognized: rows.recognized } : {}),
    ...result,
    seconds: secondsSince(startedAtMs),
    ...rejects.outcome(),
  };
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
  const { file, outcome, reason, rejected, skipped = 0, rejects, rejects_error: fault, resumed, recognized } = result;
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
    ...(fault === undefined ? [] : [`${file}: rejected lines could not be listed in ${fault}; --rejects FILE names another file.`]),
  ];
}

function printReport(results: readonly FileResult[], options: ImportOptions, io: CommandIo): void {
  const lines = [resultTable(results), ...results.flatMap((result) => resultNotes(result, options.dryRun))];
  printResult(io, `${lines.join('\n')}\n`, { dry_run: options.dryRun, files: results });
}

/** `corklight import`. */
export const run: Run<ServiceName> = async (args, io, connect) => {
  const options = parseImportOptions(args, new Date(), io.by.label);
  const services = options.dryRun ? null : await connect();
  const results: FileResult[] = [];
  for (const file of options.files) results.push(await importFile(file, options, io, services));
  printReport(results, options, io);
  return results.every(({ outcome }) => outcome === 'applied') ? 0 : 1;
};
