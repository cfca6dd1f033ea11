import { resolve } from 'node:path';
import { type FileKind, fileKinds } from '#domain/catalog/import/import-row';
import { quoteCell } from '#domain/csv';
import { wholeNumber } from '#domain/numbers';
import { dumpedFields } from '#server/catalog/export/postgres/catalog-dump';
import { nameAmong, oneOf, parseOptions, UsageError } from '#server/cli/arguments';
import { printResult, type Run } from '#server/cli/command-io';
import { commandForms, optionsHelp } from '#server/cli/command-options';
import { type DumpedLine, ndjsonLine } from '#server/database/catalog-lines';
import { Progress, secondsSince, type ProgressOutput } from '#server/cli/progress';
import { EventEmitter, once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { completeFile } from '#server/files/complete-file';

/** Writes a text to a file, compressed if its name ends with `.gz`. The file appears when it is complete. */
const writeToFile = (path: string, parts: AsyncIterable<string>): Promise<void> =>
  completeFile(path, (partialPath) => {
    const file = createWriteStream(partialPath);
    return path.endsWith('.gz') ? pipeline(Readable.from(parts), createGzip(), file) : pipeline(Readable.from(parts), file);
  });

/** Writes a text to an output, no faster than it takes it. Throws its error, as when its reader ends. */
async function writeToOutput(output: ProgressOutput, parts: AsyncIterable<string>): Promise<void> {
  const errors: unknown[] = [];
  const emitter = output instanceof EventEmitter ? output : null;
  emitter?.on('error', (error) => errors.push(error));
  for await (const part of parts) {
    const isFull = output.write(part) === false;
    if (isFull && emitter) await once(emitter, 'drain');
    if (errors.length > 0) throw errors[0];
  }
}

export const help = `corklight export boards|pinners|pins|series|interest [--output FILE] [--format ndjson|csv]

Writes the catalog in the form that imports read: one line per board, influencer, or pin, or per series of one count. Imported
elsewhere, boards, pinners, pins, and then series make the same catalog. Entities that were never crawled have no line: those that name
them bring them back. interest is the search interest of keywords, which corklight import series --as keyword reads. The site may keep
running; a file is the state of one moment.

${optionsHelp(commandForms.export.options)}
Texts of CSV are written as they are: open such a file in a spreadsheet only if you trust them. --json needs --output.

Example: corklight export pins --output pins.ndjson.gz

Exit codes: 0 when done, 1 when it could not be done, 2 on incorrect usage.
`;

const csvText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const formats = {
  ndjson: () => ({ header: '', toLine: ndjsonLine }),
  csv: (kind: FileKind) => {
    const fields = dumpedFields(kind);
    const toLine = (line: DumpedLine) => `${fields.map((field) => quoteCell(csvText(line[field]))).join(',')}\n`;
    return { header: `${fields.join(',')}\n`, toLine };
  },
} as const;

function parseExportOptions(args: readonly string[], isJson: boolean) {
  const { values, positionals } = parseOptions(args, commandForms.export.options);
  const [typedKind, extra] = positionals;
  const kind = nameAmong('kind', typedKind, fileKinds);
  if (extra !== undefined) throw new UsageError(`export takes no argument "${extra}".`);
  const format = oneOf('--format', values.format, commandForms.export.options.format.choices);
  if (values.output === '') throw new UsageError('--output needs the name of a file.');
  if (isJson && values.output === undefined) throw new UsageError('--json needs --output: the standard output has the lines.');
  return { kind, format, output: values.output };
}

/** `corklight export`. */
export const run: Run<'catalogDump'> = async (args, io, connect) => {
  const { kind, format, output } = parseExportOptions(args, io.isJson);
  const { catalogDump } = await connect();
  const startedAtMs = performance.now();
  const progress = new Progress(io.stderr);
  const total = await catalogDump.countEntities(kind);
  const { header, toLine } = formats[format](kind);
  let [lineCount, entityCount] = [0, 0];
  async function* parts(): AsyncGenerator<string> {
    if (header !== '') yield header;
    for await (const { entities, lines } of catalogDump.readLines(kind)) {
      lineCount += lines.length;
      entityCount += entities;
      progress.show(`exporting ${kind}`, Math.min(1, entityCount / Math.max(1, total)), lineCount);
      yield lines.map(toLine).join('');
    }
  }
  const path = output === undefined ? null : resolve(io.folder, output);
  const writing = path === null ? writeToOutput(io.stdout, parts()) : writeToFile(path, parts());
  await writing.finally(() => progress.clear());
  const seconds = secondsSince(startedAtMs);
  const text = `${wholeNumber(lineCount)} lines${path === null ? '' : ` in ${path}`}, ${seconds} s.\n`;
  if (path !== null) return printResult(io, text, { kind, format, file: path, lines: lineCount, seconds });
  io.stderr.write(text); // The standard output has the lines.
  return 0;
};
