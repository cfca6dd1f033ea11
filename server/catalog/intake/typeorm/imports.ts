import { Injectable } from '@nestjs/common';
import { DataSource, In, LessThan } from 'typeorm';
import { type ImportList, type ImportRecord, type ImportReject, IMPORTS_PER_PAGE, MAX_KEPT_REJECTS } from '#domain/catalog/intake/contract';
import { type ImportPhase, importStateOf, type StoredImportState, unfinishedStates } from '#domain/catalog/intake/import-state';
import { NotFound } from '#domain/errors';
import { WriterScope } from '#domain/jobs/write-lock';
import { userSchema } from '#server/database/schema/auth.schema';
import { type ImportEntry, importRejectSchema, importSchema } from '#server/database/schema/operations.schema';
import { lockHolderSql } from '#server/jobs/postgres/advisory-locks';

/** A received file as it is first recorded. */
export type NewImport = Pick<
  ImportEntry,
  'way' | 'name' | 'kind' | 'user_id' | 'label' | 'options' | 'is_dry_run' | 'bytes' | 'received_at'
> & {
  readonly state: 'held' | 'waiting';
};

const REJECTS_PER_INSERT = 1_000;

/** The record of all imports, which is also the queue of the received files: the tables `imports` and `import_rejects`. */
@Injectable()
export class Imports {
  constructor(private readonly dataSource: DataSource) {}

  /** Records a received file. Returns its number. */
  async add(received: NewImport): Promise<number> {
    const { id } = await this.dataSource.manager.save(importSchema, { ...received });
    return id;
  }

  find(id: number): Promise<ImportEntry | null> {
    return this.dataSource.manager.findOneBy(importSchema, { id });
  }

  /** Throws `NotFound`. */
  async get(id: number): Promise<ImportEntry> {
    const entry = await this.find(id);
    if (!entry) throw new NotFound('There is no such import.');
    return entry;
  }

  /** Returns an import as administrators see it. Throws `NotFound`. */
  async view(id: number): Promise<ImportRecord> {
    const [record] = await this.#view([await this.get(id)]);
    return record!;
  }

  /** A page of imports, newest first. */
  async list(before?: number): Promise<ImportList> {
    const found = await this.dataSource.manager.find(importSchema, {
      where: before === undefined ? {} : { id: LessThan(before) },
      order: { id: 'DESC' },
      take: IMPORTS_PER_PAGE + 1,
    });
    const imports = await this.#view(found.slice(0, IMPORTS_PER_PAGE));
    return { imports, next_before: found.length > IMPORTS_PER_PAGE ? imports.at(-1)!.id : null };
  }

  /** The files that are to be imported, in the order in which they came. */
  listQueue(): Promise<readonly Pick<ImportEntry, 'id' | 'way' | 'name' | 'received_at'>[]> {
    return this.dataSource.manager.find(importSchema, {
      select: { id: true, way: true, name: true, received_at: true },
      where: { state: In(unfinishedStates), way: In(['http', 'folder', 'browser']) },
      order: { id: 'ASC' },
    });
  }

  /** The imports that are to be taken back, or whose taking back was interrupted, in the order in which they came. */
  async listTakeBacks(): Promise<readonly number[]> {
    const rows = await this.dataSource.query<{ id: number }[]>(
      `select id from imports where state = 'taking_back' and reason is null
       and (lock_connected_at is null or lock_connected_at is distinct from (${lockHolderSql('$1')})) order by id`,
      [new WriterScope().lockName],
    );
    return rows.map(({ id }) => id);
  }

  /** The imports with these numbers. */
  listByIds(ids: readonly number[]): Promise<readonly ImportEntry[]> {
    return this.dataSource.manager.findBy(importSchema, { id: In([...ids]) });
  }

  /** The files of the watched folder whose taking was interrupted: recorded before this time, and not yet in the queue. */
  listHalfTaken(before: Date): Promise<readonly ImportEntry[]> {
    return this.dataSource.manager.findBy(importSchema, { way: 'folder', state: 'held', received_at: LessThan(before) });
  }

  /** Forgets a file of the watched folder that another server has taken. */
  async remove(id: number): Promise<void> {
    await this.dataSource.manager.delete(importSchema, { id, way: 'folder', state: 'held' });
  }

  /** Changes an import that is in one of these states. Returns whether it was. */
  async change(id: number, from: readonly StoredImportState[], change: Partial<Omit<ImportEntry, 'id'>>): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(importSchema, { id, state: In([...from]) }, change);
    return affected === 1;
  }

  /** Records how far a running import is, or how much of one is taken back. */
  async report(id: number, phase: ImportPhase, share: number | null): Promise<void> {
    await this.dataSource.manager.update(importSchema, { id, state: In(['running', 'taking_back']) }, { phase, share });
  }

  /** Replaces the recorded rejected lines of an import; the first `MAX_KEPT_REJECTS` are kept. */
  async saveRejects(id: number, rejects: readonly ImportReject[]): Promise<void> {
    const rows = rejects.slice(0, MAX_KEPT_REJECTS).map((reject, place) => ({ import_id: id, place, ...reject }));
    await this.dataSource.transaction(async (manager) => {
      await manager.delete(importRejectSchema, { import_id: id });
      for (let start = 0; start < rows.length; start += REJECTS_PER_INSERT)
        await manager.insert(importRejectSchema, rows.slice(start, start + REJECTS_PER_INSERT));
    });
  }

  listRejects(id: number): Promise<readonly ImportReject[]> {
    return this.dataSource.manager.find(importRejectSchema, {
      select: { line: true, field: true, reason: true },
      where: { import_id: id },
      order: { place: 'ASC' },
    });
  }

  async #view(entries: readonly ImportEntry[]): Promise<ImportRecord[]> {
    const userIds = [...new Set(entries.flatMap(({ user_id }) => user_id ?? []))];
    const users = await this.dataSource.manager.find(userSchema, { select: { id: true, email: true }, where: { id: In(userIds) } });
    const emails = new Map(users.map(({ id, email }) => [id, email]));
    const queue = entries.some(({ state }) => state === 'waiting') ? await this.listQueue() : [];
    const holder = entries.some(({ state }) => state === 'running') ? await this.#lockHolder() : null;
    return entries.map(({ user_id, label, options: _options, phase, lock_connected_at, run_id: _run, ...entry }) => {
      const isHeld = lock_connected_at !== null && lock_connected_at.getTime() === holder?.getTime();
      const place = queue.findIndex(({ id }) => id === entry.id) + 1;
      return {
        ...entry,
        kind: entry.kind as ImportRecord['kind'],
        by: [emails.get(user_id ?? ''), label].filter(Boolean).join(', ') || null,
        state: importStateOf(entry.state, phase, isHeld || entry.is_dry_run),
        place: place > 0 && entry.state === 'waiting' ? place : null,
        received_at: entry.received_at.toISOString(),
        started_at: entry.started_at?.toISOString() ?? null,
        finished_at: entry.finished_at?.toISOString() ?? null,
      };
    });
  }

  /** When the connection was made that holds the write lock; null while the lock is free. */
  async #lockHolder(): Promise<Date | null> {
    const rows = await this.dataSource.query<{ backend_start: Date }[]>(lockHolderSql('$1'), [new WriterScope().lockName]);
    return rows[0]?.backend_start ?? null;
  }
}
