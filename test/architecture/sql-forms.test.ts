import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const query = (sql: string) => `await client.query(\`${sql}\`);`;

/** Each form, a source with it, and one with the form to write instead. */
const samples: readonly (readonly [form: string, rejected: string, accepted: string])[] = [
  ['a select without a column', query('select exists (select from pins)'), query('select exists (select 1 from pins)')],
  [
    'several commands in one query',
    query('drop table pins; alter table pins_next rename to pins'),
    query('drop table pins') + query('alter table pins_next rename to pins'),
  ],
  ['several commands in one query', `await client.query(commands.join(';'));`, `await client.query(columns.join(', '));`],
  [
    'a setting of our own',
    query(`select * from pin_months where key > current_setting('corklight.cursor')`),
    query('select * from pin_months where key > ${escapeLiteral(cursor)}'),
  ],
  [
    'a subquery in VALUES',
    query('insert into cleanups (issue, matched) values ($1, (select count(*) from ${from}))'),
    query('insert into cleanups (issue, matched) select $1, count(*) from ${from}'),
  ],
  [
    'a subquery in OFFSET',
    query('select _id from pin_metrics order by saves limit $1 offset greatest((select known from stats) - $2, 0)'),
    query('select _id from pin_metrics order by saves limit $1 offset $2'),
  ],
  ['a volatile function in an UPDATE', query('update ${metrics} set saves = random() * 10'), query('update ${metrics} set saves = $1')],
  [
    'rows that are not in a table of the work',
    query('select * from pin_scores s where not exists (select 1 from changed_ids c where c._id = s._id)'),
    query('select * from pin_scores s where s._id not in (select _id from changed_ids)'),
  ],
  [
    'an UPDATE from an outer join',
    query(
      'update ${entity}_metrics m set growth = s.growth from changed_ids c left join ${entity}_scores s on s._id = c._id where m._id = c._id',
    ),
    query(
      'update ${entity}_metrics m set growth = (select s.growth from ${entity}_scores s where s._id = m._id) where m._id in (select _id from changed_ids)',
    ),
  ],
  [
    'a join of rows by another column than their key',
    query('select p.name from pins t left join pinners p on p._id = t.pinner_id'),
    query('select name from pinners where _id = any($1)'),
  ],
  [
    'rows joined to a list on one machine',
    query('select t.name from top_performers top join ${text} t on t._id = top._id'),
    query('select t.name from ${text} t where t._id = any($1)'),
  ],
];

describe('the check of SQL forms', () => {
  let faults: string[];

  // One run for all samples.
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'corklight-sql-'));
    const sources = samples.flatMap(([, rejected, accepted]) => [rejected, accepted]);
    const paths = sources.map((_, index) => join(folder, `${index}.ts`));
    await Promise.all(paths.map((path, index) => writeFile(path, sources[index] ?? '')));
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [join('test', 'checks', 'sql-forms.mjs'), ...paths], (_, __, stderr) => resolve(stderr));
    });
    faults = paths.map((path) =>
      output
        .split('\n')
        .filter((line) => line.startsWith(`${path}:`))
        .join('\n'),
    );
    await rm(folder, { recursive: true });
  });

  it.each(samples.map(([form], index) => [form, index] as const))('rejects %s and accepts the other form (%i)', (form, index) => {
    expect(faults[index * 2]).toContain(form);
    expect(faults[index * 2 + 1]).toBe('');
  });
});
