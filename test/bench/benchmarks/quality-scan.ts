import { Client } from 'pg';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { type IssueName, issues } from '#domain/data-quality/issues';
import { tablesOf } from '#server/database/catalog-tables';
import { issueConditionSql } from '#server/data-quality/postgres/issue-sql';
import { PostgresCatalogQuality } from '#server/data-quality/postgres/catalog-quality';
import { Postgres } from '#server/database/postgres';
import { LAST_DAY } from '../data/random-series.js';
import { withScratchDatabase } from '../data/scratch-database.js';
import { toFinding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { Benchmark } from '../benchmark.js';

const SCAN_TIME = new Date((LAST_DAY + 1) * 86_400_000);

/** 1 % of rows were never crawled, 1 % are gone, 2 % have all-zero metrics, and 20 % are stale. */
async function addIssues(client: Client): Promise<void> {
  for (const entity of entityTypes) {
    const { text, metrics } = tablesOf(variantOf[entity]);
    await client.query(
      `update ${metrics} set last_crawled_at = case when right(_id, 2) = '11' then null else last_crawled_at - interval '200 days' end
       where right(_id, 1) = '7' or right(_id, 1) = '3' or right(_id, 2) = '11'`,
    );
    const counts = {
      board: 'follower_count = 0, collaborator_count = 0, pin_count = 0',
      pinner: 'follower_count = 0, profile_views = 0',
      pin: 'saves = 0, repin_count = 0',
    };
    await client.query(`update ${text} set searchable = false where right(_id, 2) = '23'`);
    await client.query(`update ${metrics} set ${counts[entity]} where right(_id, 2) in ('11', '42', '84')`);
    await client.query(`vacuum (full, analyze) ${text}`);
    await client.query(`vacuum (full, analyze) ${metrics}`);
    for (const table of Object.values(tablesOf(variantOf[entity])).slice(0, 4)) await client.query(`vacuum analyze ${table}`);
  }
}

/** Counts every issue of an entity with one scan of each of its tables. */
function scanStatements(entity: EntityType): string[] {
  const { text, metrics, scores } = tablesOf(variantOf[entity]);
  const tableOfIssue = {
    never_crawled: 'm',
    not_searchable: 't',
    stale_90_days: 'm',
    all_zero_metrics: 'm',
    zero_followers: 'm',
    spam: 's',
  } as Partial<Record<IssueName, string>>;
  const countFilters = (alias: string) =>
    issues.flatMap(({ name }) => {
      const condition = tableOfIssue[name] === alias ? issueConditionSql(name, entity, `'${SCAN_TIME.toISOString()}'`) : null;
      return condition === null ? [] : [`count(*) filter (where ${condition})`];
    });
  return [
    `select ${countFilters('t').join(', ')} from ${text} t`,
    `select ${countFilters('m').join(', ')} from ${metrics} m`,
    `select ${countFilters('s').join(', ')} from ${scores} s`,
  ];
}

/** A data-quality scan of a catalog copy that has every issue. */
export const qualityScan: Benchmark = {
  title: 'Data-quality scan of boards, pinners, and pins',
  measure: (bench) =>
    withScratchDatabase(bench.url, 'quality', true, async (url) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      const postgres = new Postgres(url);
      try {
        await addIssues(client);
        await client.query('set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off');
        const quality = new PostgresCatalogQuality(postgres, { now: () => SCAN_TIME });
        const whole = async () => {
          for (const entity of entityTypes) for (const pass of scanStatements(entity)) await client.query(pass);
        };
        const [ours = [], theirs = []] = await interleave([{ run: () => quality.countIssues(SCAN_TIME) }, { run: whole }], bench.rounds);
        const other = { name: 'sequential scan of texts, metrics, and scores', samples: theirs };
        return [toFinding({ operation: 'every issue of three types', unit: 'ms', ours, other, goal: { ratio: 1 / 5 } })];
      } finally {
        await postgres.close();
        await client.end();
      }
    }),
};
