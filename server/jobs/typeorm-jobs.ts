import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { type JobOutcome, Jobs } from '#domain/jobs';
import { Postgres } from '#server/database/postgres';

/** All our advisory locks; the second key is the hash of the name. */
export const LOCKS = 7_305_111;
const WRITER = 'catalog-write';

/** Runs of long ago leave the log, to which some jobs add a row every hour. */
const FINISHED = `
  with old as (delete from job_runs where job = $1 and slot <> $2 and started_at < now() - interval '90 days')
  update job_runs set finished_at = now(), rows = $3, error = null where job = $1 and slot = $2`;

/** Advisory locks of Postgres, each on a connection of its own: they end with the process that holds them, however it ends. */
@Injectable()
export class TypeormJobs extends Jobs {
  readonly #writing = new AsyncLocalStorage<true>();

  constructor(private readonly postgres: Postgres) {
    super();
  }

  async exclusively(job: string, slot: string, work: () => Promise<number>): Promise<JobOutcome> {
    return this.#connected(async (client) => {
      if (!(await this.#tryLock(client, job))) return 'busy';
      const { rows } = await client.query<{ finished: boolean }>(
        `insert into job_runs as run (job, slot, started_at) values ($1, $2, now())
         on conflict (job, slot) do update set started_at = case when run.finished_at is null then now() else run.started_at end
         returning finished_at is not null finished`,
        [job, slot],
      );
      if (rows[0]?.finished) return 'done';
      await this.#record(job, slot, work);
      return 'ran';
    });
  }

  async asWriter<T>(work: () => Promise<T>, onWait?: () => void): Promise<T> {
    if (this.#writing.getStore()) return work();
    return this.#connected(async (client) => {
      if (!(await this.#tryLock(client, WRITER))) {
        onWait?.();
        await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCKS, WRITER]);
      }
      return this.#writing.run(true, work);
    });
  }

  async #record(job: string, slot: string, work: () => Promise<number>): Promise<void> {
    try {
      const handled = await work();
      await this.postgres.jobPool.query(FINISHED, [job, slot, handled]);
    } catch (error) {
      await this.postgres.jobPool.query('update job_runs set error = $3 where job = $1 and slot = $2', [job, slot, String(error)]);
      throw error;
    }
  }

  async #tryLock(client: Client, name: string): Promise<boolean> {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) held', [LOCKS, name]);
    return rows[0]?.held === true;
  }

  async #connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: this.postgres.url, application_name: 'corklight lock', keepAlive: true });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}
