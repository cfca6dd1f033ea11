import { type Metric, metricName, slotOf } from '#domain/analytics/metrics';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { PostgresTopLists } from '#server/analytics/postgres-top-lists';
import { fillTopLists } from '#server/analytics/postgres-top-lists-making';
import { tablesOf } from '#server/catalog/tables';
import { single } from '../figures.js';
import { type Finding, finding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { Bench, Pair } from '../pair.js';

const PERIOD = '30_days';
const MOST = 100;
const metricOf = { board: 'follower_count', pinner: 'follower_count', pin: 'saves' } as const satisfies Record<EntityType, Metric>;

/** The same rows from the scores themselves, each of them looked at. */
function sorted(entity: EntityType): string {
  const { text, metrics, scores } = tablesOf(variantOf[entity]);
  const slot = slotOf(entity, metricOf[entity], PERIOD) + 1;
  return `select t._id, t.name, m.${metricOf[entity]} current_value, s.* from (
      select _id, raw[${slot}], score[${slot}], growth[${slot}], previous_rank[${slot}], confidence[${slot}] from ${scores}
      order by raw[${slot}] desc nulls last, _id limit ${MOST}) s
    join ${text} t using (_id) join ${metrics} m using (_id) order by s.raw desc nulls last, t._id`;
}

/** Makes the lists of an entity; answers the seconds. */
async function fill(bench: Bench, entity: EntityType): Promise<number> {
  const client = await bench.postgres.jobPool.connect();
  try {
    const began = performance.now();
    await fillTopLists(client, entity, `${entity}_scores`);
    const taken = (performance.now() - began) / 1_000;
    await client.query('vacuum analyze top_performers');
    return taken;
  } finally {
    client.release();
  }
}

async function measureEntity(bench: Bench, entity: EntityType): Promise<Finding[]> {
  const seconds = await fill(bench, entity);
  const lists = new PostgresTopLists(bench.postgres);
  const metric = metricOf[entity];
  const [ours = [], theirs = []] = await interleave(
    [{ run: () => lists.performers(entity, metric, PERIOD, MOST) }, { run: () => bench.postgres.jobPool.query(sorted(entity)) }],
    bench.rounds * 2,
  );
  const operation = `the first ${MOST} of ${variantOf[entity]} by ${metricName(entity, metric)}`;
  return [
    finding({ operation, unit: 'ms', ours, other: { name: 'sequential scan and sort', samples: theirs }, goal: { ratio: 1 / 50 } }),
    {
      operation: `all lists and averages of ${variantOf[entity]}, made`,
      unit: 's',
      ours: single(seconds),
      other: null,
      ratio: null,
      goal: null,
      met: null,
    },
  ];
}

/** The best performers as administrators ask for them. */
export const topPerformers: Pair = {
  title: 'Best performers, through the port of growth analytics',
  measure: async (bench) => {
    const found: Finding[] = [];
    for (const entity of entityTypes) found.push(...(await measureEntity(bench, entity)));
    return found;
  },
};
