import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { SECOND_MS } from '#domain/durations';
import { ReceivedFiles } from '#server/catalog/intake/files/received-files';
import { Imports } from '#server/catalog/intake/typeorm/imports';

const POLL_INTERVAL_MS = 2 * SECOND_MS;
const MAX_ATTEMPTS = 3;

/** The built commands; without a build, as in most tests, nothing is started. */
const COMMANDS_PATH = join(import.meta.dirname, '../../cli/corklight.js');

/**
 * Imports the files that this server has received, one after another, each by the command in a process of its own: reading millions of
 * lines must not hold up requests. A file whose process ended goes on in the next one, also after a restart.
 */
@Injectable()
export class ImportQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('import');
  readonly #attempts = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #process: ChildProcess | null = null;
  #isStopping = false;

  constructor(
    private readonly imports: Imports,
    private readonly files: ReceivedFiles,
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
    if (!this.#isStopping)
      this.#timer = setTimeout(() => void this.#importNext().finally(() => this.#waitForNext()), POLL_INTERVAL_MS).unref();
  }

  async #importNext(): Promise<void> {
    try {
      for (const { id } of await this.imports.listQueue()) {
        if (this.#isStopping || !(await this.files.has(id))) continue;
        await this.#import(id);
      }
    } catch {
      // The database does not answer, which others report. The next poll looks again.
    }
  }

  async #import(id: number): Promise<void> {
    this.#process = spawn(process.execPath, ['--enable-source-maps', COMMANDS_PATH, 'imports', 'run', String(id)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let lastWords = '';
    this.#process.stderr?.on('data', (text: Buffer) => (lastWords = `${lastWords}${text.toString()}`.slice(-2_000)));
    const [code] = (await once(this.#process, 'exit')) as [number | null];
    this.#process = null;
    if (code === 0 || this.#isStopping) return;
    const attempts = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempts);
    this.#logger.error(`import ${id} ended with ${code}, attempt ${attempts} of ${MAX_ATTEMPTS}: ${lastWords.trim()}`);
    if (attempts < MAX_ATTEMPTS) return;
    const reason = `Its process ended ${MAX_ATTEMPTS} times; the log of the server has the reason.`;
    await this.imports.change(id, ['waiting', 'running'], { state: 'refused', reason, finished_at: this.clock.now() });
    await this.files.remove(id);
  }
}
