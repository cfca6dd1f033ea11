/** A table that can be spread: rows of the catalog, by a name or by an expression in a template. */
const spread = String.raw`(?:boards|pinners|pins|\S+_(?:metrics|histories|months|readings|scores)|\$\{(?:text|texts|metrics|histories|months|readings|scores|variantOf\[entity\]|variant)\})`;
/** A table of the work at hand, which stays on one machine. */
const work = String.raw`(?:changed_ids|rescored|rechecked|incoming_\S+|changed_\S+|\$\{changedIdsTable\(\w+\)\})`;

const regExp = (source) => new RegExp(source.replaceAll(' ', String.raw`\s+`), 'is');

/** Forms of SQL that fail or crawl on tables that Citus has spread, each with the form that serves one machine as well. */
export const forms = [
  { form: 'a select without a column', pattern: regExp(String.raw`\bselect from\b`), write: '`select 1 from`' },
  {
    form: 'several commands in one query',
    // A migration makes its tables before anybody spreads them.
    folder: 'server/',
    pattern: regExp(String.raw`(?:^|;)\s*(?:create|alter|drop|truncate|lock) .*;\s*\S|;\s*(?:create|alter|drop|truncate|lock) `),
    write: 'one query for each command',
  },
  {
    form: 'a setting of our own',
    pattern: regExp(String.raw`\b(?:current_setting|set_config)\(\s*'\w+\.|\bset (?:local |session )?[a-z_]+\.[a-z_]+\s*(?:=|to)`),
    write: 'the value as a parameter, or as an escaped literal in a COPY',
  },
  {
    form: 'a subquery in VALUES',
    pattern: regExp(String.raw`\bvalues\s*\((?:[^()]|\([^()]*\))*\(\s*select\b`),
    write: '`insert … select`',
  },
  {
    form: 'a subquery in OFFSET',
    pattern: regExp(String.raw`\boffset (?:(?:greatest|least|coalesce)\s*)?\(+\s*select\b`),
    write: 'an offset that was counted before',
  },
  {
    form: 'a volatile function in an UPDATE',
    pattern: regExp(String.raw`^\s*update ${spread} .*\b(?:random|clock_timestamp|gen_random_uuid|nextval)\(`),
    write: 'the value as a parameter',
  },
  {
    form: 'rows that are not in a table of the work',
    pattern: regExp(String.raw`\bnot exists\s*\(\s*select (?:1 )?from ${work}`),
    write: '`_id not in (select _id from …)`',
  },
  {
    form: 'an UPDATE from an outer join',
    pattern: regExp(String.raw`\bupdate ${spread} .*\bset .*\bfrom .*\bleft join ${spread}`),
    write: '`set … = (select …)` with `_id in (select _id from …)`',
  },
  {
    form: 'a join of rows by another column than their key',
    pattern: regExp(
      String.raw`\b\w+\.(?:_id = \w+\.(?:pinner_id|board_id)|(?:pinner_id|board_id) = \w+\._id)\b|\bwhere (?:pinner_id|board_id) = \w+\._id\b`,
    ),
    write: 'the ids first, then `= any($1)`',
  },
  {
    form: 'rows joined to a list on one machine',
    pattern: regExp(
      String.raw`\b(?:from|join) (?:top_performers|users)\b.*\bjoin ${spread}|\bupdate .*\bnot exists\s*\(\s*select (?:1 )?from users\b`,
    ),
    write: 'the ids first, then `= any($1)`',
  },
];

const byAnotherColumn = 'a join of rows by another column than their key';
const ownerOfOne = 'a second query for one owner or board would be a second round trip of each page';
const ownerOfAll = 'reads all rows once a night; spread, owners are sent to every machine';

/** Where a form stays, and why another one does not serve one machine as well. */
export const allowedForms = [
  { path: 'migrations/1790000028290-recompute-growth-once.ts', form: 'a select without a column', why: 'it has run' },
  { path: 'server/analytics/growth/postgres/checked-rows.ts', form: byAnotherColumn, why: ownerOfAll },
  { path: 'server/analytics/growth/postgres/ranking.ts', form: byAnotherColumn, why: ownerOfAll },
  {
    path: 'server/analytics/growth/postgres/changed-scores.ts',
    form: 'a select without a column',
    why: 'it is part of the query of the next line, or its table of changed ids is on one machine',
  },
  {
    path: 'server/analytics/growth/postgres/changed-scores.ts',
    form: 'rows that are not in a table of the work',
    why: 'NOT IN over millions of changed ids is only fast with enough work_mem',
  },
  { path: 'server/analytics/growth/postgres/top-lists.ts', form: byAnotherColumn, why: ownerOfOne },
  {
    path: 'server/analytics/growth/postgres/top-lists.ts',
    form: 'rows joined to a list on one machine',
    why: 'the ids first would be a second round trip',
  },
  {
    path: 'server/analytics/visitors/postgres/event-partitions.ts',
    form: 'rows joined to a list on one machine',
    why: 'events stay on the machine of the users',
  },
  { path: 'server/audit/postgres/audit-log.ts', form: 'a subquery in VALUES', why: 'the audit and the users stay on one machine' },
  {
    path: 'server/catalog/import/postgres/merge-sql.ts',
    form: 'a select without a column',
    why: 'the tables of the work would be spread with the rows',
  },
  { path: 'server/catalog/postgres/stored-entity.ts', form: byAnotherColumn, why: ownerOfOne },
  { path: 'server/database/catalog-lines.ts', form: byAnotherColumn, why: 'backups and removed rows are written by one pass' },
  { path: 'server/database/catalog-tables.ts', form: byAnotherColumn, why: ownerOfOne },
  {
    path: 'server/database/migration/serving-role.ts',
    form: 'several commands in one query',
    why: 'it has no transaction, and all rights are given or none',
  },
  { path: 'server/keywords/postgres/pin-source.ts', form: byAnotherColumn, why: ownerOfAll },
  { path: 'server/watching/postgres/today.ts', form: byAnotherColumn, why: ownerOfOne },
];
