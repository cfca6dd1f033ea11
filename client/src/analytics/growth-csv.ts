import { csvText } from '#domain/analytics/csv';
import type { TopPerformer } from '#domain/analytics/growth-analytics';
import { titleOf } from '../catalog/rows';

/** The performers as a file's text. */
export const performersCsv = (performers: readonly TopPerformer[]): string =>
  csvText(
    ['Rank', 'Name', 'Current Value', 'Growth Score'],
    performers.map((one) => [one.current_rank, titleOf(one), one.current_value, one.momentum_score]),
  );

/** `momentum-analytics-2026-11-21T14-03-05-120Z.csv`: without signs that a file's name cannot have. */
export const performersFile = (at: Date): string => `momentum-analytics-${at.toISOString().replace(/[:.]/g, '-')}.csv`;
