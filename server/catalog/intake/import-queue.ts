import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { AuditLog, type CommandActor } from '#domain/audit/acts';
import { MINUTE_MS, SECOND_MS } from '#domain/durations';
import { JobLocks } from '#domain/jobs/jobs';
import { hasEnded, unfinishedStates } from '#domain/catalog/intake/import-state';
import { type IncomingFile, takenName } from '#server/catalog/intake/files/import-folder';
import { ReceivedFiles } from '#server/catalog/intake/files/received-files';
import { Imports, type NewImport } from '#server/catalog/intake/typeorm/imports';

const POLL_INTERVAL_MS = 2 * SECOND_MS;

/** How long taking a file may take: what is older was interrupted. */
const MAX_TAKE_MS = MINUTE_MS;

/** Of several servers with the same folders, one imports. */
const QUEUE_LOCK = 'import-queue';
const MAX_ATTEMPTS = 3;

/** Why a taken file is given up whose import is not recorded. */
const FORGOTTEN =
  'The database knows no import of this file, as after a backup from before it was restored. To import it, move it to incoming.';

/** The built commands; without a build, as in most tests, nothing is started. */
const COMMANDS_PATH = join(import.meta.dirname, '../../cli/corklight.js');

const folderActor: CommandActor = { kind: 'command', label: `folder@${hostname()}`, origin: 'IMPORT_DIR' };

/**
 * Imports the files that this server has received, and those of the watched folder, one after another, each by the command in a process of
 * its own: reading millions of lines must not hold up requests. A file whose process ended goes on in the next one, also after a restart, and
 * so does taking an import back.
 */
@Injectable()
export class ImportQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('import');
  readonly #attempts = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #process: ChildProcess | null = null;
  #isStopping = false;
  #lastFault = '';

  constructor(
    private readonly imports: Imports,
    private readonly files: ReceivedFiles,
    private readonly locks: JobLocks,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (existsSync(COMMANDS_PATH)) this.#waitForNext();
  }

  /** Stops a running import, which the next start resumes. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    if (this.#process?.exitCode !== null || !this.#process.kill('SIGTERM')) return;
    await once(this.#process, 'exit');
  }

  #waitForNext(): void {
    if (!this.#isStopping) this.#timer = setTimeout(() => void this.#poll().finally(() => this.#waitForNext()), POLL_INTERVAL_MS).unref();
  }

  async #poll(): Promise<void> {
    const faults: unknown[] = [];
    // A folder that cannot be used holds up nothing else. The next poll repeats what failed.
    for (const step of [() => this.takeFiles(), () => this.#importNext(), () => this.closeFiles()])
      await step().catch((error: unknown) => faults.push(error));
    if (faults.length === 0) this.#lastFault = '';
    else this.#report(faults[0] as NodeJS.ErrnoException);
  }

  async #importNext(): Promise<void> {
    if ((await this.#listNext()).length === 0) return;
    await this.locks.runIfFree(QUEUE_LOCK, async () => {
      // Once more: the lock's last holder may have imported some of them.
      for (const id of await this.#listNext()) if (!this.#isStopping) await this.#run(id);
      return 'done';
    });
  }

  /** The imports whose files are here, and then those that are to be taken back. */
  async #listNext(): Promise<number[]> {
    const next = [];
    for (const file of await this.imports.listQueue()) if (await this.files.has(file)) next.push(file.id);
    return [...next, ...(await this.imports.listTakeBacks())];
  }

  /** A fault of a folder, once as long as it lasts; that the database does not answer is reported elsewhere. */
  #report({ code, path, message }: NodeJS.ErrnoException): void {
    if (path === undefined || message === this.#lastFault) return;
    this.#lastFault = message;
    this.#logger.error(`${path} cannot be used: ${code}`);
  }

  /** Puts the whole files of the watched folder into the queue. Throws why some of them cannot be taken, after all others. */
  async takeFiles(): Promise<void> {
    const { watched } = this.files;
    if (!watched) return;
    await watched.prepare();
    const now = this.clock.now();
    for (const entry of await this.imports.listHalfTaken(new Date(now.getTime() - MAX_TAKE_MS))) {
      if (!(await this.files.has(entry))) await this.imports.remove(entry.id);
      else await this.#begin(entry.id, entry, entry.options === null ? 'The server was killed while it took this file.' : null);
    }
    const { files, faults } = await watched.listWhole(now);
    for (const file of files) await this.#take(file).catch((error: unknown) => faults.push(error));
    if (faults.length > 0) throw faults[0];
  }

  async #take(file: IncomingFile): Promise<void> {
    const watched = this.files.watched!;
    const given = await watched.optionsOf(file);
    const [options, reason] = 'options' in given ? [given.options, null] : [null, given.reason];
    const entry = {
      way: 'folder',
      state: 'held',
      name: file.name,
      options,
      kind: options?.kind ?? null,
      is_dry_run: options?.dry_run ?? false,
      bytes: file.bytes,
      user_id: null,
      label: file.group === null ? 'folder' : `folder ${file.group}`,
      received_at: this.clock.now(),
    } as const;
    const id = await this.imports.add(entry);
    let isTaken = false;
    try {
      isTaken = await watched.take(file, id);
    } finally {
      if (!isTaken) await this.imports.remove(id);
    }
    if (isTaken) await this.#begin(id, entry, reason);
  }

  /** Puts a taken file into the queue, or refuses it for this reason. */
  async #begin(id: number, file: Pick<NewImport, 'name' | 'is_dry_run'>, reason: string | null): Promise<void> {
    const now = this.clock.now();
    await this.imports.change(id, ['held'], reason === null ? { state: 'waiting' } : { state: 'refused', reason, finished_at: now });
    if (reason === null && !file.is_dry_run)
      await this.audit.enter({ by: folderActor, at: now, act: 'catalog_imported', target: file.name });
  }

  /** Lets go of the files whose imports have ended, and of those of the watched folder that no import knows. */
  async closeFiles(): Promise<void> {
    const { watched } = this.files;
    // Before the imports are read: each is recorded before its file is taken.
    const taken = (await watched?.listTaken()) ?? [];
    const sent = await this.files.listSent();
    const ids = [...sent, ...taken].map(({ id }) => id);
    const entries = ids.length === 0 ? [] : await this.imports.listByIds(ids);
    const untimed = new Set(sent.map(({ fileName }) => fileName));
    for (const entry of entries) if (untimed.has(String(entry.id))) await this.files.addTimeToName(entry);
    for (const entry of entries) if (hasEnded(entry.state)) await this.files.close(entry, await this.imports.listRejects(entry.id));
    const known = new Set(entries.flatMap(({ way, id, name }) => (way === 'folder' ? [takenName(id, name)] : [])));
    for (const file of taken) if (!known.has(file.fileName)) await watched!.giveUp(file, FORGOTTEN);
    await this.files.removeAbandoned(this.clock.now());
  }

  async #run(id: number): Promise<void> {
    this.#process = spawn(process.execPath, [COMMANDS_PATH, 'imports', 'run', String(id)], {
      // Its channel tells it when this process was killed.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let lastWords = '';
    this.#process.stderr?.on('data', (text: Buffer) => (lastWords = `${lastWords}${text.toString()}`.slice(-2_000)));
    const [code] = (await once(this.#process, 'exit')) as [number | null];
    this.#process = null;
    if (code === 0 || this.#isStopping) return;
    // A refused file is no fault of the process.
    const entry = await this.imports.find(id);
    const isTakeBack = entry?.state === 'taking_back';
    if (!entry || (isTakeBack ? entry.reason !== null : entry.state === 'held' || hasEnded(entry.state))) return;
    const attempts = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempts);
    this.#logger.error(`import ${id} ended with ${code}, attempt ${attempts} of ${MAX_ATTEMPTS}: ${lastWords.trim()}`);
    if (attempts < MAX_ATTEMPTS) return;
    const reason = `Its process ended ${MAX_ATTEMPTS} times; the log of the server has the reason.`;
    this.#attempts.delete(id);
    if (isTakeBack) await this.imports.change(id, ['taking_back'], { reason });
    else await this.imports.change(id, unfinishedStates, { state: 'refused', reason, finished_at: this.clock.now() });
  }
}
