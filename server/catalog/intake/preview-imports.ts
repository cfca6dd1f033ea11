import { Injectable } from '@nestjs/common';
import { AuditLog, type UserActor } from '#domain/audit/acts';
import { HeaderMappings } from '#server/catalog/import/postgres/header-mappings';
import { headerOf } from '#domain/catalog/import/formats/recognize';
import { UnreadableSource } from '#domain/catalog/import/import-runs';
import { whyFileIsGone } from '#domain/catalog/intake/import-state';
import type { ColumnChoices, HeldOptions, ImportPreview } from '#domain/catalog/intake/contract';
import { FileOptions } from '#domain/catalog/intake/endpoints';
import { Clock } from '#domain/clock';
import { Conflict, InvalidInput } from '#domain/errors';
import { FileSource } from '#server/catalog/import/files/file-source';
import { recognizeFile } from '#server/catalog/import/files/recognize-file';
import { hasEditableColumns, previewFile, usesOf } from '#server/catalog/intake/files/preview-file';
import { ReceivedFiles } from '#server/catalog/intake/files/received-files';
import { Imports } from '#server/catalog/intake/typeorm/imports';

/** What is said about the options of a held file; the others stay as they are. */
type ChangedOptions = { readonly [Name in keyof HeldOptions]?: HeldOptions[Name] | undefined };

/** What received files have, before they are imported, and what their columns are to become. */
@Injectable()
export class PreviewImports {
  constructor(
    private readonly imports: Imports,
    private readonly files: ReceivedFiles,
    private readonly mappings: HeaderMappings,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Reads the beginning of a received file. Throws `NotFound`, or `Conflict` if the file is not here. */
  async preview(id: number): Promise<ImportPreview> {
    const { file, options } = await this.#open(id);
    const preview = await previewFile(file, options, this.mappings, this.clock.now());
    // A file that went while it was read is not refused, but gone.
    if (preview.refusal !== null) await this.#open(id);
    return preview;
  }

  /** Why a received file would be refused whole, such as one of an unknown kind; null if it can be imported, or is at another server. */
  async findRefusal(id: number): Promise<string | null> {
    return (await this.files.has(await this.imports.get(id))) ? (await this.preview(id)).refusal : null;
  }

  /** Remembers what the columns of a file become, for all files with its header. Throws `NotFound`, `Conflict`, or `InvalidInput`. */
  async chooseColumns(id: number, { kind, columns }: ColumnChoices, by: UserActor): Promise<ImportPreview> {
    const { file, options } = await this.#open(id);
    if (options.kind !== undefined) throw new Conflict('The kind of its rows was given when it was sent.');
    const found = await recognizeFile(file, this.mappings).catch(refuseUnreadable);
    const isSameKind = !('refusal' in found) && found.recognition.kind === kind;
    const reading = isSameKind ? found : await recognizeFile(file, this.mappings, { kind }).catch(refuseUnreadable);
    if ('refusal' in reading) throw new Conflict(reading.refusal);
    if (!hasEditableColumns('refusal' in found ? reading : found)) throw new Conflict('It is of a tool whose columns are known.');
    const present = new Map(reading.recognition.columns.map(({ name, use }) => [name, use]));
    for (const [index, { name, use }] of columns.entries()) {
      if (!present.has(name)) throw new InvalidInput([`columns[${index}].name is no column of the file`]);
      if (use !== present.get(name) && !usesOf(kind, name).includes(use))
        throw new InvalidInput([`columns[${index}].use must be one of ${usesOf(kind, name).join(', ')}`]);
      present.set(name, use);
    }
    const mapping = { kind, columns: [...present].map(([name, use]) => ({ name, use })) };
    await this.mappings.rememberMapping(headerOf(reading.sample), mapping);
    await this.imports.change(id, ['held'], { reason: null });
    await this.audit.enter({ by, at: this.clock.now(), act: 'columns_chosen', target: file.name, details: { kind } });
    return previewFile(file, options, this.mappings, this.clock.now());
  }

  /** Changes how a held file is imported. Throws `NotFound`, or `Conflict` if it is not held, or not here. */
  async changeOptions(id: number, { as, metric, max_bad: maxBad }: ChangedOptions): Promise<ImportPreview> {
    const { file, options } = await this.#open(id);
    const changed: FileOptions = {
      ...options,
      ...(as === undefined ? {} : { as: as ?? undefined }),
      ...(metric === undefined ? {} : { metric: metric ?? undefined }),
      ...(maxBad === undefined ? {} : { max_bad: maxBad }),
    };
    if (!(await this.imports.change(id, ['held'], { options: changed, reason: null })))
      throw new Conflict('It is not held: it waits, has begun, or has ended.');
    return previewFile(file, changed, this.mappings, this.clock.now());
  }

  /** Throws `NotFound`, or `Conflict` with the reason if the file is not here. */
  async #open(id: number) {
    const entry = await this.imports.get(id);
    try {
      const file = await FileSource.open(this.files.pathOf(entry), process.stdin, entry.name);
      return { file, options: entry.options ?? FileOptions.parse({}) };
    } catch (error) {
      if (await this.files.has(entry)) throw error;
      throw new Conflict(whyFileIsGone((await this.imports.get(id)).state));
    }
  }
}

/** A file that cannot be read has no columns to choose. */
function refuseUnreadable(error: unknown): never {
  throw error instanceof UnreadableSource ? new Conflict(error.message) : error;
}
