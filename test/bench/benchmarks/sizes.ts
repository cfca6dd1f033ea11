import { variants } from '#domain/catalog/variants';
import { readModelTablesOf, tablesOf } from '#server/database/catalog-tables';
import type { BenchContext, Benchmark } from '../benchmark.js';
import { type Finding, toFinding } from '../finding.js';

type ListTables = ReturnType<typeof tablesOf>;

/** Tables that grow with the same number, which is counted by SQL. */
interface Part {
  readonly name: string;
  readonly tables: (tables: ListTables, readModel: readonly string[]) => readonly string[];
  readonly counted: (tables: ListTables) => string;
  readonly unit: string;
}

const rowsOf = ({ text }: ListTables) => `select count(*) from ${text}`;

const parts: readonly Part[] = [
  { name: 'texts', tables: ({ text }) => [text], counted: rowsOf, unit: 'row' },
  { name: 'metrics and growth', tables: ({ metrics }) => [metrics], counted: rowsOf, unit: 'row' },
  { name: 'momentum', tables: ({ scores }) => [scores], counted: rowsOf, unit: 'row' },
  { name: 'read model', tables: (_, readModel) => readModel, counted: rowsOf, unit: 'row' },
  {
    name: 'keys of histories',
    tables: ({ histories }) => [histories],
    counted: ({ histories }) => `select count(*) from ${histories}`,
    unit: 'history',
  },
  {
    name: 'open readings',
    tables: ({ readings }) => [readings],
    counted: ({ readings }) => `select count(*) from ${readings}`,
    unit: 'reading',
  },
  {
    name: 'sealed months',
    tables: ({ months }) => [months],
    // The first byte of a month is the number of its readings: no month has more than a byte holds.
    counted: ({ months }) => `select coalesce(sum(get_byte(sealed, 0)), 0) from ${months}`,
    unit: 'reading',
  },
];

/** The bytes of these tables with their indexes and partitions. $1: their names. */
const bytesSql = `
  select sum(pg_total_relation_size(relid))::float8 bytes
  from (select name::regclass relid from unnest($1::text[]) t(name) union select inhrelid from pg_inherits where inhparent = any($1::regclass[])) tables`;

async function sizeOf({ postgres }: BenchContext, { name, tables, counted, unit }: Part): Promise<Finding> {
  const names = variants.flatMap((variant) => tables(tablesOf(variant), readModelTablesOf(variant)));
  const { rows: sizes } = await postgres.pool.query<{ bytes: number }>(bytesSql, [names]);
  const { rows: counts } = await postgres.pool.query<{ count: number }>(
    `select sum(count)::float8 count from (${variants.map((variant) => counted(tablesOf(variant))).join(' union all ')}) c(count)`,
  );
  const [bytes, count] = [sizes[0]!.bytes, counts[0]!.count];
  const note = `${count.toLocaleString('en-US')}, ${(bytes / count).toFixed(1)} bytes for each ${unit}`;
  return toFinding({ operation: name, unit: 'MB', ours: [bytes / 1e6], note });
}

/** How much room each part of the catalog takes. */
export const sizes: Benchmark = {
  title: 'Size of the catalog: tables of all three lists with their indexes',
  measure: async (bench) => {
    const findings: Finding[] = [];
    for (const part of parts) findings.push(await sizeOf(bench, part));
    return findings;
  },
};
