import type { SampleStats } from './sample-stats.js';
import type { Finding } from './finding.js';

const formatNumber = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(value >= 0.1 ? 2 : 3);
};

const formatStats = (figures: SampleStats | null | undefined): string => {
  if (!figures) return 'absent';
  return figures.samples === 1 ? formatNumber(figures.p50) : `${formatNumber(figures.p50)} / ${formatNumber(figures.p95)}`;
};

const verdict = (met: boolean | null): string => (met === null ? '' : met ? 'met' : 'MISSED');
const headers = ['operation', 'p50 / p95', 'unit', 'compared with', 'p50 / p95', 'ratio', 'goal', ''];

const findingCells = (finding: Finding): string[] => [
  finding.operation,
  formatStats(finding.ours),
  finding.unit,
  finding.other?.name ?? '',
  finding.other ? formatStats(finding.other.figures) : '',
  finding.ratio === null ? '' : `${formatNumber(finding.ratio)}x`,
  finding.goal ?? '',
  [verdict(finding.met), finding.note].filter(Boolean).join(': '),
];

/** The findings of one benchmark as a Markdown table that also reads well in a terminal. */
export function findingsTable(findings: readonly Finding[]): string {
  const rows = [headers, ...findings.map(findingCells)];
  const widths = headers.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(headers), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.slice(1).map(line)].join('\n');
}
