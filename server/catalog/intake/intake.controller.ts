import type { Readable } from 'node:stream';
import { Controller } from '@nestjs/common';
import { AuditLog, type UserActor } from '#domain/audit/acts';
import { rejectsToCsv, TakeBackRow } from '#domain/catalog/intake/contract';
import {
  cancelImport,
  changeOptions,
  chooseColumns,
  exportRejects,
  exportTakeBack,
  type FileOptions,
  listImports,
  previewImport,
  previewTakeBack,
  receiveFile,
  startImport,
  takeBackImport,
  viewImport,
} from '#domain/catalog/intake/endpoints';
import { parseTime } from '#domain/catalog/import/times';
import { Clock } from '#domain/clock';
import { Conflict, InvalidInput } from '#domain/errors';
import { PostgresTakeBack } from '#server/catalog/import/postgres/take-back';
import { ReceivedFiles } from '#server/catalog/intake/files/received-files';
import { PreviewImports } from '#server/catalog/intake/preview-imports';
import { Imports } from '#server/catalog/intake/typeorm/imports';
import { csvFile, csvStream } from '#server/http/exports';
import { Handles, type Received } from '#server/http/handles';

/** Files that come in, and the imports by every way. */
@Controller()
export class IntakeController {
  constructor(
    private readonly imports: Imports,
    private readonly files: ReceivedFiles,
    private readonly previews: PreviewImports,
    private readonly takeBacks: PostgresTakeBack,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** The row is made when the whole file has arrived, so that a body that was cut off, or whose key was revoked meanwhile, leaves nothing. */
  @Handles(receiveFile)
  async receive({ by, identity: { apiKey }, request, query: { name, hold, ...options } }: Received<typeof receiveFile>) {
    const time = parseTime(options.modified_at, this.clock.now());
    // Such readings would outlast those of every later file.
    if ('reason' in time) throw new InvalidInput([`modified_at ${time.reason}`]);
    const { body, headers } = request;
    if (!isStream(body)) throw new InvalidInput(['body must be a file, sent as application/octet-stream']);
    const file = await this.files.write(body, name, Number(headers['content-length'] ?? 0), () => request.checkAccess());
    const received = { way: hold ? 'browser' : 'http', name, received_at: this.clock.now() } as const;
    const id = await this.imports.add({
      ...received,
      state: 'held',
      options,
      kind: options.kind ?? null,
      is_dry_run: options.dry_run,
      bytes: file.bytes,
      user_id: by.id,
      label: apiKey ? `key ${apiKey.name}` : null,
    });
    await this.files.keep(file, { id, ...received }, time.value === null ? this.clock.now() : new Date(time.value.ms));
    if (!hold) await this.#start(id, by, name, options);
    return this.imports.view(id);
  }

  @Handles(listImports)
  list({ query: { before } }: Received<typeof listImports>) {
    return this.imports.list(before);
  }

  @Handles(viewImport)
  view({ params: { id } }: Received<typeof viewImport>) {
    return this.imports.view(id);
  }

  @Handles(previewImport)
  preview({ params: { id } }: Received<typeof previewImport>) {
    return this.previews.preview(id);
  }

  @Handles(changeOptions)
  changeOptions({ params: { id }, body: changes }: Received<typeof changeOptions>) {
    return this.previews.changeOptions(id, changes);
  }

  @Handles(chooseColumns)
  chooseColumns({ by, params: { id }, body: choices }: Received<typeof chooseColumns>) {
    return this.previews.chooseColumns(id, choices, by);
  }

  @Handles(startImport)
  async start({ by, body: { dry_run }, params: { id } }: Received<typeof startImport>) {
    const entry = await this.imports.get(id);
    if (!entry.options) throw new Conflict('This import has no file that could be started.');
    // A refused import is over, and the file with it: here, its kind or its columns can still be chosen.
    const refusal = entry.state === 'held' ? await this.previews.findRefusal(id) : null;
    if (refusal !== null) throw new Conflict(refusal);
    await this.#start(id, by, entry.name, { ...entry.options, dry_run });
    return this.imports.view(id);
  }

  @Handles(cancelImport)
  async cancel({ params: { id } }: Received<typeof cancelImport>) {
    const entry = await this.imports.get(id);
    if (!(await this.imports.change(id, ['held', 'waiting'], { state: 'canceled', finished_at: this.clock.now() })))
      throw new Conflict('This import has begun or ended.');
    await this.files.close({ ...entry, state: 'canceled' }, []);
  }

  @Handles(exportRejects)
  async exportRejects({ params: { id } }: Received<typeof exportRejects>) {
    await this.imports.get(id);
    return csvFile(`import-${id}-rejects`, Buffer.from(rejectsToCsv(await this.imports.listRejects(id))));
  }

  @Handles(previewTakeBack)
  previewTakeBack({ params: { id } }: Received<typeof previewTakeBack>) {
    return this.takeBacks.preview(id, this.clock.now());
  }

  @Handles(exportTakeBack)
  async exportTakeBack({ params: { id } }: Received<typeof exportTakeBack>) {
    const columns = Object.keys(TakeBackRow.shape) as (keyof TakeBackRow)[];
    const pages = await this.takeBacks.readAll(id, this.clock.now());
    async function* cells() {
      for await (const rows of pages) yield rows.map((row) => columns.map((name) => String(row[name])));
    }
    return csvFile(`import-${id}-take-back`, csvStream(columns, cells()));
  }

  /** Records it; the queue of imports does it. */
  @Handles(takeBackImport)
  async takeBack({ by, params: { id } }: Received<typeof takeBackImport>) {
    const now = this.clock.now();
    await this.takeBacks.begin(id, now);
    const record = await this.imports.view(id);
    await this.audit.enter({ by, at: now, act: 'import_taken_back', target: record.name, details: { import: id } });
    return record;
  }

  async #start(id: number, by: UserActor, name: string, options: FileOptions): Promise<void> {
    const untried = { lines: null, rejected: null, reason: null, started_at: null, finished_at: null } as const;
    const change = { state: 'waiting', options, is_dry_run: options.dry_run, ...untried } as const;
    if (!(await this.imports.change(id, ['held'], change)))
      throw new Conflict('This import is not held: it waits already, has begun, or has ended.');
    if (!options.dry_run)
      await this.audit.enter({
        by,
        at: this.clock.now(),
        act: 'catalog_imported',
        target: name,
        ...(options.kind && { details: { kind: options.kind } }),
      });
  }
}

/** The parser of uploads leaves the body as it comes; others would have read it. */
const isStream = (body: unknown): body is Readable => typeof (body as Partial<Readable> | null)?.pipe === 'function';
