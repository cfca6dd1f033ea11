import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { OrderedLists } from '#domain/catalog/ordered-lists';
import { type Variant, variants } from '#domain/catalog/variants';
import { type ListsWanted, prepareLists } from '#server/catalog/list-building';
import type { ListWork } from '#server/catalog/list-worker';
import { listTablesOf, tablesOf } from '#server/catalog/tables';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { inShortTransaction, putInPlace, takeNextStats } from '#server/database/swap';
import { Turn } from '#server/database/turn';

/** Lists of so many rows are made sooner than a thread has started. */
const WORTH_A_THREAD = 5_000;

/** The ordered read model in Postgres: blocks of ids per order, arrays of ranks per term (docs/decisions/0004). */
@Injectable()
export class TypeormOrderedLists extends OrderedLists {
  constructor(
    private readonly postgres: Postgres,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async prepare(which: readonly Variant[], from: 'present' | 'next'): Promise<void> {
    for (const variant of which) await this.#prepare({ variant, from, orderedFrom: this.config.ORDERED_LISTS_FROM });
  }

  async rebuild(which: readonly Variant[] = variants): Promise<void> {
    await this.prepare(which, 'present');
    await this.#connected((client) =>
      inShortTransaction(client, async () => {
        await putInPlace(client, which.flatMap(listTablesOf));
        await takeNextStats(client, which);
      }),
    );
  }

  async behind(): Promise<readonly Variant[]> {
    const { rows } = await this.postgres.jobPool.query<{ variant: Variant }>(
      'select variant from catalog_stats where behind and (generation is not null or total >= $1) order by variant',
      [this.config.ORDERED_LISTS_FROM],
    );
    return rows.map(({ variant }) => variant);
  }

  async #prepare(wanted: ListsWanted): Promise<void> {
    const { rows } = await this.postgres.jobPool.query<{ many: boolean }>(
      `select exists (select from ${tablesOf(wanted.variant).text} offset ${WORTH_A_THREAD}) many`,
    );
    if (rows[0]?.many === true) await inThread({ url: this.postgres.url, wanted });
    else await this.#connected((one) => this.#connected((other) => prepareLists([one, other], wanted)));
  }

  async #connected<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.postgres.jobPool.connect();
    try {
      const done = await work(client);
      client.release();
      return done;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

/** The thread has connections of its own, so it ends with the lock that it works under. */
function inThread(workerData: ListWork): Promise<void> {
  const turn = Turn.current;
  // The worker stands beside this file, compiled or not.
  const worker = new Worker(new URL(`./list-worker${extname(import.meta.url)}`, import.meta.url), { workerData });
  const thread = { end: () => worker.terminate() };
  turn?.hold(thread);
  return new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the thread that makes lists ended with ${code}`))));
  }).finally(() => turn?.drop(thread));
}
