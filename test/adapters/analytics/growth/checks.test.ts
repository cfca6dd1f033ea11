import { anonymous } from '#domain/auth/viewer';
import { checkRules, checksText } from '#domain/catalog/rows/checks';
import { entityOf, type EntityType, type Variant, variants } from '#domain/catalog/variants';
import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresGrowthLedger } from '#server/analytics/growth/postgres/growth-ledger';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { ViewEntity } from '#server/catalog/view-entity';
import { readConfig } from '#server/config/config';
import { DAY_MS } from '#domain/durations';
import { tablesOf } from '#server/database/catalog-tables';
import { useTestDatabase } from '../../../support/database/test-database';
import { insertEntity } from '../../../support/database/insert-entity';
import { fillWithRandomSeries } from '../../../support/database/random-series';

const TODAY_DAY = 20_688;
const ENTITY_COUNT = 120;
const config = readConfig({ NODE_ENV: 'test' });
const scope = new WriterScope();

const database = useTestDatabase();

const timeSql = (name: string, days: number) =>
  `case when abs(hashtext('${name}?' || t._id)) % 6 > 0
     then to_timestamp((${TODAY_DAY} - abs(hashtext('${name}' || t._id)) % ${days}) * 86400.0 + 3600) end`;

/** What checks look at besides series, known and unknown. */
const fillFacts = `
  update boards set searchable = abs(hashtext(_id)) % 9 > 0;
  update pinners set searchable = abs(hashtext(_id)) % 9 > 0;
  update pinner_metrics t set last_crawled_at = ${timeSql('crawl', 40)};
  update pins t set board_id = 'board-' || abs(hashtext(_id)) % 8, pinner_id = nullif('pinner-' || abs(hashtext(_id)) % 6, 'pinner-5'), queries = case abs(hashtext('q' || _id)) % 3
      when 0 then '{}' when 1 then '{Plums,unknown}' else '{plum,easy baking,PLUM}' end::text[];
  update board_metrics t set last_crawled_at = ${timeSql('crawl', 40)}, board_order_modified_at = ${timeSql('order', 40)}, collaborator_count = nullif(abs(hashtext(_id)) % 5, 4);
  update pin_metrics t set last_crawled_at = ${timeSql('crawl', 40)}, created_at = ${timeSql('made', 700)}, saves = nullif(abs(hashtext('s' || _id)) % (case abs(hashtext(_id)) % 2 when 0 then 9 else 90 end), 5);
  update pinner_metrics t set follower_count = case right(_id, 1) when '1' then 20000 else abs(hashtext(_id)) % 9000 end;
  insert into keywords (_id, name, folded, pins, boards, known_pins, saves, competition, confidence, measured_pins, pins_by_month, top_pins,
    top_saves, top_ages, top_owners, top_boards, top_pinners, related, related_common, by_opportunity, by_momentum, by_demand, by_pins, by_competition)
  select k, k, k, 5, 1, 5, 9, c, 0, 0, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', n, n, n, n, n
  from (values ('plum', 90.0, 1), ('easi bake', 40.0, 2)) v(k, c, n)`;

const recompute = () =>
  new RecomputeGrowth(
    new PostgresGrowthLedger(database.postgres),
    new PostgresReadModel(database.postgres, config),
    { runAsWriter: (work) => work(scope) },
    { now: () => new Date(TODAY_DAY * DAY_MS) },
  ).recomputeAll();

beforeAll(async () => {
  await fillWithRandomSeries(database.pool, ENTITY_COUNT, TODAY_DAY, 60);
  await database.pool.query(fillFacts);
  // A gain that came on one day.
  const at = Array.from({ length: 91 }, (_, index) => (TODAY_DAY - 90 + index) * 1_440);
  const series = { at, follower_count: at.map((_, index) => (index < 70 ? 1_000 : 1_500)) };
  for (const variant of ['boards', 'pinners'] as const) await insertEntity(database.pool, variant, { _id: 'jump', series });
  await recompute();
});

const idsOf = async (variant: Variant): Promise<string[]> =>
  (await database.pool.query<{ _id: string }>(`select _id from ${variant} order by _id`)).rows.map(({ _id }) => _id);

/** The marks that a detail shows on a day. */
async function shownChecks(entity: EntityType, id: string, day: number): Promise<{ stored: unknown; shown: string }> {
  const clock = { now: () => new Date(day * DAY_MS) };
  const view = new ViewEntity(new PostgresCatalog(database.postgres, config, clock), clock);
  const { checks, verdict } = await view[entity](anonymous, id);
  const marks = Object.entries(checks ?? {}).map(([rule, mark]) => ({ rule, mark })) as Parameters<typeof checksText>[1];
  return { stored: checksText(entity, marks), shown: checksText(entity, verdict) };
}

describe('the stored checks', () => {
  it.each(variants)('of all %s are those of their details, also on a later day without a recompute', async (variant) => {
    const entity = entityOf[variant];
    const seen = new Set<string>();
    for (const id of await idsOf(variant))
      for (const day of [TODAY_DAY, TODAY_DAY + 6]) {
        const { stored, shown } = await shownChecks(entity, id, day);
        expect([id, day, stored]).toEqual([id, day, shown]);
        for (const [index, letter] of Array.from(shown).entries()) seen.add(`${checkRules[entity][index]} ${letter}`);
      }
    // Each rule passes, fails, and stays open somewhere, so that the comparison can fail.
    for (const rule of checkRules[entity]) for (const letter of 'pwu') expect([...seen]).toContain(`${rule} ${letter}`);
  });

  it.each(variants)('count those of %s that passed, where any was judged', async (variant) => {
    const { rows } = await database.pool.query(
      `select checks, checks_passed from ${tablesOf(variant).metrics} where checks is not null
         and checks_passed is distinct from case when checks ~ '[pw]' then length(regexp_replace(checks, '[^p]', '', 'g')) end`,
    );
    expect(rows).toEqual([]);
  });

  it.each(variants)('order %s by those that passed, then by momentum, then by id', async (variant) => {
    const { metrics, scores } = tablesOf(variant);
    const column = 4;
    const { rows } = await database.pool.query<{ _id: string }>(
      `select m._id from ${metrics} m left join ${scores} s using (_id)
       order by m.checks_passed desc nulls last, s.raw[${column}] desc nulls last, m._id`,
    );
    const catalog = new PostgresCatalog(database.postgres, config, { now: () => new Date() });
    const found = await catalog.listIds(variant, { order_by: 'checks_passed', sort: 'desc', page: 1, per_page: 10 }, 1_000);
    const known = await database.pool.query(`select from ${metrics} where checks_passed is not null`);
    expect(found.ids.slice(0, known.rowCount ?? 0)).toEqual(rows.map(({ _id }) => _id).slice(0, known.rowCount ?? 0));
  });

  it('of pins follow the keywords, without a recompute', async () => {
    const count = async () =>
      (await database.pool.query<{ n: number }>('select count(*)::int n from pin_metrics where median_competition = 80')).rows[0]?.n ?? 0;
    expect(await count()).toBe(0);
    await database.pool.query(`update keywords set competition = 80 where _id = 'plum'`);
    await new PostgresGrowthLedger(database.postgres).recheckPins(scope);
    expect(await count()).toBeGreaterThan(0);
    for (const id of (await idsOf('pins')).slice(0, 30)) {
      const { stored, shown } = await shownChecks('pin', id, TODAY_DAY);
      expect([id, stored]).toEqual([id, shown]);
    }
  });
});
