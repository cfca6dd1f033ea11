import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By entity, the days of the last readings, and what the checks look at that other rows have. */
const metricColumns: Readonly<Record<string, readonly string[]>> = {
  board: ['followers_read_on integer', 'collaborators_read_on integer', 'pins_read_on integer', 'known_pins integer', 'median_saves double precision'],
  pinner: [
    'followers_read_on integer',
    'viewers_read_on integer',
    'known_pins integer',
    'median_saves double precision',
    'last_activity_on integer',
    'last_seen_on integer',
  ],
  pin: [
    'saves_read_on integer',
    'repins_read_on integer',
    'counted_searches integer',
    'median_competition double precision',
    'owner_follower_count integer',
  ],
}; // prettier-ignore

const checkColumns = ['checks_passed integer', 'checks_judged integer', 'checks text', 'checks_order double precision'];

const nameOf = (column: string): string => column.split(' ')[0] ?? '';

/** The checks of verdicts and the days of the last readings, beside the other numbers of lists; null until the next recompute. */
export class Checks1790000028200 implements MigrationInterface {
  name = 'Checks1790000028200';

  async up(runner: QueryRunner): Promise<void> {
    // A staging table of the previous version lacks the columns; an interrupted recompute starts over.
    await runner.query(`delete from job_runs where job = 'growth stage' and slot = 'next'`);
    for (const [entity, columns] of Object.entries(metricColumns)) {
      const added = [...columns, ...checkColumns].map((column) => `add ${column}`).join(', ');
      await runner.query(`
        alter table ${entity}_scores add read_on integer[] not null default '{}', add recent_change integer, add recent_days integer;
        alter table ${entity}_metrics ${added};
        create index ${entity}_metrics_checks_order on ${entity}_metrics (checks_order desc nulls last, _id);
        alter table ${entity}_postings add by_checks_passed integer[] not null default '{}';
        alter table ${entity}_postings alter by_checks_passed set storage external, alter by_checks_passed set statistics 0;
      `);
    }
    await runner.query('update catalog_stats set behind = true where generation is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from job_runs where job = 'growth stage' and slot = 'next'`);
    for (const [entity, columns] of Object.entries(metricColumns)) {
      const dropped = [...columns, ...checkColumns].map((column) => `drop ${nameOf(column)}`).join(', ');
      await runner.query(`
        alter table ${entity}_postings drop by_checks_passed;
        alter table ${entity}_metrics ${dropped};
        alter table ${entity}_scores drop read_on, drop recent_change, drop recent_days;
      `);
    }
  }
}
