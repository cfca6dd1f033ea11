import type { Report } from './scenario.js';

/** The figures of scenarios, by name, as a Markdown table that also reads well in a terminal. */
export function figuresTable(reports: readonly (readonly [name: string, report: Report])[]): string {
  const columns = [...new Set(reports.flatMap(([, { figures }]) => Object.keys(figures)))];
  const rows = [['', ...columns], ...reports.map(([name, { figures }]) => [name, ...columns.map((column) => figures[column] ?? '')])];
  const widths = ['', ...columns].map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${row.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const [header = [], ...others] = rows;
  return [line(header), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...others.map(line)].join('\n');
}
