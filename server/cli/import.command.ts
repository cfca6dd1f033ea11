import { basename, resolve } from 'node:path';
import { UnreadableSource, type CatalogIntake, type Touched } from '#domain/catalog/catalog-intake';
import type { Clock } from '#domain/clock';
import { wholeNumber } from '#domain/numbers';
import { FileSource } from '#server/catalog/import/file-source';
import { ImportCatalog, type ImportResult, rehearseImport, type Writer } from '#server/catalog/import/import-catalog';
import type { ImportWatch } from '#server/catalog/import/read-source';
import { type ImportOptions, importOptions, UsageError } from '#server/cli/import-options';
import { duration, Progress, type ProgressOutput } from '#server/cli/progress';
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
  readonly intake: CatalogIntake;
  readonly clock: Clock;
  readonly writer: Writer;
  /** Recomputes what depends on the touched rows; `onProgress` gets 0 to 1. */
  readonly afterImport: (touched: Touched, onProgress: (share: number) => void) => Promise<void>;
}

interface FileResult extends ImportResult {
  readonly file: string;
  readonly seconds: number;
  readonly rejects: string | null;
}

const nothing = { lines: 0, rejected: 0, inserted: 0, updated: 0, series: 0, resumed: false } as const;
const phases = { reading: 'reading', applying: 'applying', growth: 'computing growth' } as const;

type Import = (source: FileSource, watch: ImportWatch) => Promise<ImportResult>;

async function importFile(file: string, options: ImportOptions, io: CommandIo, bring: Import): Promise<FileResult> {
  const began = performance.now();
  const name = file === '-' ? 'stdin' : basename(file);
  const rejects = new RejectsFile(resolve(io.folder, options.rejects ?? `${name}.rejects.ndjson`));
  const progress = new Progress(io.stderr, () => performance.now());
  let source: FileSource | null = null;
  const told = (result: ImportResult): FileResult => ({
    file: name,
    ...result,
    seconds: Math.round(performance.now() - began) / 1000,
    rejects: rejects.isUsed ? rejects.path : null,
  });
  try {
    source = await FileSource.open(file === '-' ? '-' : resolve(io.folder, file), io.stdin, options.format);
    return told(
      await bring(source, {
        onReject: (line, reject) => rejects.add(name, line, reject),
        onProgress: (phase, share, lines) =>
          progress.show(`${name}: ${phases[phase]}`, share, phase === 'reading' ? lines : Math.round(lines * (share ?? 0))),
        onWait: () => void io.stderr.write('Another import or job is writing the catalogue; waiting for it to end.\n'),
      }),
    );
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    return told({ ...nothing, outcome: 'refused', reason: error.message });
  } finally {
    progress.clear();
    rejects.close();
    await source?.close();
  }
}

function table(results: readonly FileResult[]): string {
  const head = ['file', 'lines', 'rejected', 'new rows', 'changed', 'series', 'rows/s', 'time'];
  const rows = results.map(({ file, lines, rejected, inserted, updated, series, seconds }) => [
    file,
    ...[lines, rejected, inserted, updated, series, Math.round(lines / Math.max(seconds, 0.001))].map((value) => wholeNumber(value)),
    duration(seconds),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0))).join('  ');
  return [head, ...rows].map(line).join('\n');
}

function notes(result: FileResult, dryRun: boolean): string[] {
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

function report(results: readonly FileResult[], options: ImportOptions, io: CommandIo): void {
  if (options.json) io.stdout.write(`${JSON.stringify({ dry_run: options.dryRun, files: results })}\n`);
  else io.stdout.write(`${[table(results), ...results.flatMap((result) => notes(result, options.dryRun))].join('\n')}\n`);
}

async function importAll(options: ImportOptions, io: CommandIo, connect: () => Promise<ImportDependencies>): Promise<number> {
  const { settings, dryRun } = options;
  let bring: Import;
  if (dryRun) {
    bring = (source, watch) => rehearseImport(source, settings, new Date(), watch);
  } else {
    const { intake, clock, writer, afterImport } = await connect();
    const importer = new ImportCatalog(intake, clock, writer, afterImport);
    bring = (source, watch) => importer.run(source, settings, watch);
  }
  const results: FileResult[] = [];
  for (const file of options.files) results.push(await importFile(file, options, io, bring));
  report(results, options, io);
  return results.every(({ outcome }) => outcome === 'applied') ? 0 : 1;
}

/** `corklight import`. Answers the exit code; `connect` is asked for the catalogue only when it is needed. */
export async function importCommand(args: readonly string[], io: CommandIo, connect: () => Promise<ImportDependencies>): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    io.stdout.write(importHelp);
    return 0;
  }
  try {
    return await importAll(importOptions(args, new Date()), io, connect);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`${error.message}\ncorklight import --help says more.\n`);
    return 2;
  }
}
