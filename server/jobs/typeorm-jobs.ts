import { AsyncLocalStorage } from 'node:async_hooks';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { Unavailable } from '#domain/errors';
import { type JobOutcome, Jobs } from '#domain/jobs';
import { Postgres } from '#server/database/postgres';
import { Turn } from '#server/database/turn';

/** All our advisory locks; the second key is the hash of the name. */
export const LOCKS = 7_305_111;
const WRITER = 'catalog-write';
const stopped = () => new Unavailable('The server was stopped while this ran. It is run again after the next start.');
const lost = () => new Unavailable('The lock of this work was lost with its connection, and the work stopped. It can be started again.');

/** Runs of long ago leave the log, to which some jobs add a row every hour. */
const FINISHED = `
  with old as (delete from job_runs where job = $1 and slot <> $2 and started_at < now() - interval '90 days')
  update job_runs set finished_at = now(), rows = $3, error = null where job = $1 and slot = $2`;

/**
 * Advisory locks of Postgres, each on a connection of its own: they end with the process that holds them, however it ends. When only
 * the connection ends, the work under the lock is stopped with it.
 */
@Injectable()
export class TypeormJobs extends Jobs implements BeforeApplicationShutdown {
  readonly #writing = new AsyncLocalStorage<true>();
  /** What runs by the clock at this moment. */
  readonly #running = new Map<Turn, Promise<void>>();

  constructor(private readonly postgres: Postgres) {
    super();
  }

  async exclusively(job: string, slot: string, work: () => Promise<number>): Promise<JobOutcome> {
    return this.#connected(async (client, turn) => {
      if (!(await this.#tryLock(client, job))) return 'busy';
      const { rows } = await client.query<{ finished: boolean }>(
        `insert into job_runs as run (job, slot, started_at) values ($1, $2, now())
         on conflict (job, slot) do update set started_at = case when run.finished_at is null then now() else run.started_at end
         returning finished_at is not null finished`,
        [job, slot],
      );
      if (rows[0]?.finished) return 'done';
      const run = this.#record(job, slot, () => inTurn(turn, work));
      this.#running.set(turn, run);
      await run.finally(() => this.#running.delete(turn));
      return 'ran';
    });
  }

  async asWriter<T>(work: () => Promise<T>, onWait?: () => void): Promise<T> {
    if (this.#writing.getStore()) return work();
    return this.#connected(async (client, turn) => {
      if (!(await this.#tryLock(client, WRITER))) {
        onWait?.();
        await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCKS, WRITER]);
      }
      return inTurn(turn, () => this.#writing.run(true, work));
    });
  }

  /** A stop waits for no job: each goes on, or begins anew, where its work is resumed. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const turn of this.#running.keys()) turn.lose(stopped());
    await Promise.allSettled(this.#running.values());
  }

  async #record(job: string, slot: string, work: () => Promise<number>): Promise<void> {
    try {
      const handled = await work();
      await this.postgres.jobPool.query(FINISHED, [job, slot, handled]);
    } catch (error) {
      // Not over the head of another instance that took the slot over and is done.
      const failed = 'update job_runs set error = $3 where job = $1 and slot = $2 and finished_at is null';
      await this.postgres.jobPool.query(failed, [job, slot, String(error)]);
      throw error;
    }
  }

  async #tryLock(client: Client, name: string): Promise<boolean> {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) held', [LOCKS, name]);
    return rows[0]?.held === true;
  }

  async #connected<T>(work: (client: Client, turn: Turn) => Promise<T>): Promise<T> {
    const turn = new Turn();
    const lose = () => turn.lose(lost());
    const client = new Client({ connectionString: this.postgres.url, application_name: 'corklight lock', keepAlive: true });
    client.on('error', () => undefined);
    await client.connect();
    client.once('end', lose);
    try {
      return await work(client, turn);
    } finally {
      client.off('end', lose);
      await client.end();
    }
  }
}

/** Whatever broke when the lock was lost, and even when nothing seemed to: that it was lost is what counts. */
async function inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  try {
    const result = await turn.run(work);
    if (!turn.loss) return result;
  } catch (error) {
    if (!turn.loss) throw error;
  }
  throw turn.loss;
}
