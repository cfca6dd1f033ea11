import { basename, resolve } from 'node:path';
import { type ImportRuns, UnreadableSource } from '#domain/catalog/import/import-runs';
import type { WriteLock } from '#domain/catalog/write-lock';
import type { Clock } from '#domain/clock';
import { wholeNumber } from '#domain/numbers';
import { FileSource } from '#server/catalog/import/files/file-source';
import { type AfterImport, ImportCatalog, type ImportResult, dryRunImport } from '#server/catalog/import/import-catalog';
import type { ImportObserver } from '#server/catalog/import/read-source';
import { type ImportOptions, parseImportOptions, UsageError } from '#server/cli/import-options';
import { formatDuration, Progress, type ProgressOutput } from '#server/cli/progress';
import { RejectsFile } from '#server/cli/rejects-file';

export const importHelp = `corklight import boards|pinners|pins|series FILE...

Brings files into the catalogue: NDJSON or CSV, also gzipped, - for standard input. Interrupted, the same command goes on;
given twice, the second changes nothing.

  --dry-run            read and judge everything, change nothing
  --max-bad 5%         with a greater share of rejected lines nothing of that file is applied
  --on-error stop      refuse a file at its first rejected line (skip: leave such lines out)
  --rejects FILE       where rejected lines are listed as NDJSON (default: NAME.rejects.ndjson in the working folder)
  --format ndjson|csv  when neither the name nor the content tells
  --crawled-at TIME    the time of rows that name none (default: now)
  --json               the result as JSON

  series: lines {id, metric, points: [[time, value], ...]}
  --as board|pinner|pin          what the ids are of
  --metric stars=follower_count  our metric for a foreign one; follower_count alone for every one
  --round                        round fractions, which are refused otherwise

Ends with 0 when every file was applied (lines rejected within --max-bad included), 1 when one was refused or could not be read, 2 when called wrongly.
`;

export interface CommandIo {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: ProgressOutput;
  readonly stderr: ProgressOutput;
  /** Relative files are looked for here: the folder in which the command was typed. */
  readonly folder: string;
}

export interface ImportDependencies {
  readonly importRuns: ImportRuns;
  readonly clock: Clock;
  readonly writeLock: WriteLock;
  readonly afterImport: AfterImport;
}

interface FileResult extends ImportResult {
  readonly file: string;
  readonly seconds: number;
  readonly rejects: string | null;
}

const noCounts = { lines: 0, rejected: 0, inserted: 0, updated: 0, series: 0, resumed: false } as const;
const phaseTitles = { reading: 'reading', applying: 'applying', growth: 'computing growth' } as const;

type RunImport = (source: FileSource, watch: ImportObserver) => Promise<ImportResult>;

async function importFile(file: string, options: ImportOptions, io: CommandIo, runImport: RunImport): Promise<FileResult> {
  const startedAtMs = performance.now();
  const name = file === '-' ? 'stdin' : basename(file);
  const rejects = new RejectsFile(resolve(io.folder, options.rejectsPath ?? `${name}.rejects.ndjson`));
  const progress = new Progress(io.stderr, () => performance.now());
  let source: FileSource | null = null;
  const toFileResult = (result: ImportResult): FileResult => ({
    file: name,
    ...result,
    seconds: Math.round(performance.now() - startedAtMs) / 1000,
    rejects: rejects.isUsed ? rejects.path : null,
  });
  try {
    source = await FileSource.open(file === '-' ? '-' : resolve(io.folder, file), io.stdin, options.format);
    return toFileResult(
      await runImport(source, {
        onReject: (line, reject) => rejects.add(name, line, reject),
        onProgress: (phase, share, lines) =>
          progress.show(`${name}: ${phaseTitles[phase]}`, share, phase === 'reading' ? lines : Math.round(lines * (share ?? 0))),
        onWait: () => void io.stderr.write('Another import or job is writing the catalogue; waiting for it to end.\n'),
      }),
    );
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
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
    formatDuration(seconds),
  ]);
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const formatLine = (row: readonly string[]) =>
    row.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0))).join('  ');
  return [header, ...rows].map(formatLine).join('\n');
}

function resultNotes(result: FileResult, dryRun: boolean): string[] {
  const { file, outcome, reason, rejected, rejects, resumed } = result;
  return [
    ...(outcome === 'refused'
      ? [`${file}: nothing was applied: ${reason}`]
      : dryRun
        ? [`${file}: would be applied (dry run, nothing was changed)`]
        : []),
    ...(resumed ? [`${file}: taken up where an interrupted import of it had stopped`] : []),
    ...(rejects !== null && rejected > 0 ? [`${file}: rejected lines are listed in ${rejects}`] : []),
  ];
}

function printReport(results: readonly FileResult[], options: ImportOptions, io: CommandIo): void {
  if (options.json) io.stdout.write(`${JSON.stringify({ dry_run: options.dryRun, files: results })}\n`);
  else io.stdout.write(`${[resultTable(results), ...results.flatMap((result) => resultNotes(result, options.dryRun))].join('\n')}\n`);
}

async function importAll(options: ImportOptions, io: CommandIo, connect: () => Promise<ImportDependencies>): Promise<number> {
  const { settings, dryRun } = options;
  let runImport: RunImport;
  if (dryRun) {
    runImport = (source, watch) => dryRunImport(source, settings, new Date(), watch);
  } else {
    const { importRuns, clock, writeLock, afterImport } = await connect();
    const importer = new ImportCatalog(importRuns, clock, writeLock, afterImport);
    runImport = (source, watch) => importer.importSource(source, settings, watch);
  }
  const results: FileResult[] = [];
  for (const file of options.files) results.push(await importFile(file, options, io, runImport));
  printReport(results, options, io);
  return results.every(({ outcome }) => outcome === 'applied') ? 0 : 1;
}

/** `corklight import`. Answers the exit code; `connect` is asked for the catalogue only when it is needed. */
export async function importCommand(args: readonly string[], io: CommandIo, connect: () => Promise<ImportDependencies>): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    io.stdout.write(importHelp);
    return 0;
  }
  try {
    return await importAll(parseImportOptions(args, new Date()), io, connect);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`${error.message}\ncorklight import --help says more.\n`);
    return 2;
  }
}
