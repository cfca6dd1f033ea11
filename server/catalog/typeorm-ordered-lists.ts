import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { metricsOf, periods } from '#domain/analytics/metrics';
import { OrderedLists } from '#domain/catalog/ordered-lists';
import { entityOf, type Variant, variants } from '#domain/catalog/variants';
import { BLOCK, columnsOf, type ListOrder, listTablesOf, momentumOrder, postedOrders, tablesOf } from '#server/catalog/tables';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { createNext, finishNext, inShortTransaction, nextOf, putInPlace, takeNextStats } from '#server/database/swap';

/** Postings are built in slices of about so many array elements, which bounds the memory of a rebuild. */
const ELEMENTS = 60_000_000;

/** What the lists are made from: the metrics and scores that are shown, or the next ones. */
interface Sources {
  readonly metrics: string;
  readonly scores: string;
}

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
    await this.#connected(async (client) => {
      for (const variant of which) await this.#prepare(client, variant, from);
    });
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

  async #connected<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.postgres.jobPool.connect();
    try {
      await client.query(`set work_mem = '512MB'; set max_parallel_workers_per_gather = 2`);
      const done = await work(client);
      await client.query('drop table if exists list_ranks; reset work_mem; reset max_parallel_workers_per_gather');
      client.release();
      return done;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #prepare(client: PoolClient, variant: Variant, from: 'present' | 'next'): Promise<void> {
    const { words, postings, order, metrics, scores } = tablesOf(variant);
    const sources = from === 'next' ? { metrics: nextOf(metrics), scores: nextOf(scores) } : { metrics, scores };
    const { rows } = await client.query<{ total: number }>(`select count(*)::int total from ${sources.metrics}`);
    const total = rows[0]?.total ?? 0;
    const ordered = total > 0 && total >= this.config.ORDERED_LISTS_FROM;
    await createNext(client, words);
    await client.query(`insert into ${nextOf(words)} select term, count(*) from ${variant}, unnest(terms) term group by term`);
    await finishNext(client, words);
    await createNext(client, order);
    await createNext(client, postings);
    if (ordered) await this.#fill(client, variant, total, sources);
    await finishNext(client, order);
    await finishNext(client, postings);
    await client.query(`create table if not exists catalog_stats_next (like catalog_stats including all)`);
    await client.query(`delete from catalog_stats_next where variant = $1`, [variant]);
    await client.query(
      `insert into catalog_stats_next (variant, total, known, ordered_at, generation) values ($1, $2, $3, now(), case when $4 then 1 end)`,
      [variant, total, await this.#known(client, variant, sources), ordered],
    );
  }

  /** How many rows have a value, per order: ascending lists need it to keep the unknown last. */
  async #known(client: PoolClient, variant: Variant, { metrics, scores }: Sources): Promise<Record<string, number>> {
    const plain = columnsOf(variant).map((column) => `count(m.${column})::int ${column}`);
    const momentum = momentumOrders(variant).map((order) => `count(${order.expression})::int momentum_${order.slot}`);
    const { rows } = await client.query<Record<string, number>>(
      `select ${[...plain, ...momentum].join(', ')} from ${metrics} m left join ${scores} s using (_id)`,
    );
    return rows[0] ?? {};
  }

  async #fill(client: PoolClient, variant: Variant, total: number, { metrics, scores }: Sources): Promise<void> {
    const { order: orders } = tablesOf(variant);
    const posted = postedOrders(variant);
    const rank = (order: ListOrder) => `row_number() over (order by ${order.expression} desc nulls last, m._id)::int`;
    await client.query(`drop table if exists list_ranks`);
    await client.query(
      `create temp table list_ranks as select m._id, ${posted.map((order) => `${rank(order)} ${order.posting}`).join(', ')}
       from ${metrics} m left join ${scores} s using (_id)`,
    );
    const block = (key: number, source: string) =>
      client.query(
        `insert into ${nextOf(orders)} select ${key}, (rank - 1) / ${BLOCK}, array_agg(_id order by rank) from (${source}) ranked group by 2`,
      );
    for (const order of posted) await block(order.key, `select _id, ${order.posting} rank from list_ranks`);
    for (const order of momentumOrders(variant).filter((one) => one.posting === null)) {
      await block(order.key, `select m._id, ${rank(order)} rank from ${metrics} m left join ${scores} s using (_id)`);
    }
    await this.#post(client, variant, posted, total);
  }

  async #post(client: PoolClient, variant: Variant, posted: readonly ListOrder[], total: number): Promise<void> {
    const { words, postings } = tablesOf(variant);
    await client.query('create unique index on list_ranks (_id); analyze list_ranks');
    const { rows } = await client.query<{ elements: number }>(`select coalesce(sum(total), 0)::bigint elements from ${nextOf(words)}`);
    const slices = Math.max(1, Math.ceil(((rows[0]?.elements ?? total) * posted.length) / ELEMENTS));
    const arrays = posted.map((order) => `sort(array_agg(r.${order.posting}))`).join(', ');
    for (let slice = 0; slice < slices; slice++) {
      await client.query(
        `insert into ${nextOf(postings)} (term, total, ${posted.map((order) => order.posting).join(', ')})
         select term, count(*), ${arrays} from ${variant} t join list_ranks r using (_id), unnest(t.terms) term
         where $1 = 1 or (hashtext(term) & 2147483647) % $1 = $2 group by term`,
        [slices, slice],
      );
    }
  }
}

const momentumOrders = (variant: Variant): ListOrder[] => {
  const entity = entityOf[variant];
  return metricsOf[entity].flatMap((metric) => periods.map((period) => momentumOrder(entity, metric, period)));
};
