import { toCsv } from '#domain/csv';
import type { TopPerformer } from '#domain/analytics/growth/contract';
import { displayName } from '../../ui/entity-names';

/** The performers as a file's text. */
export const performersCsv = (performers: readonly TopPerformer[]): string =>
  toCsv(
    ['Rank', 'Name', 'Current Value', 'Growth Score'],
    performers.map((performer) => [performer.current_rank, displayName(performer), performer.current_value, performer.momentum_score]),
  );

/** `momentum-analytics-2026-11-21T14-03-05-120Z.csv`: without signs that a file's name cannot have. */
export const performersFileName = (at: Date): string => `momentum-analytics-${at.toISOString().replace(/[:.]/g, '-')}.csv`;
