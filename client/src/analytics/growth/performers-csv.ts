import { toCsv } from '#domain/csv';
import { titleWithWholeId } from '#domain/catalog/title';
import type { TopPerformer } from '#domain/analytics/growth/contract';

/** The top performers as CSV. */
export const performersCsv = (performers: readonly TopPerformer[]): string =>
  toCsv(
    ['Rank', 'Name', 'Current Value', 'Growth Score'],
    performers.map((performer) => [
      performer.current_rank,
      titleWithWholeId(performer._id, performer.title),
      performer.current_value,
      performer.momentum_score,
    ]),
  );

/** `momentum-analytics-2026-11-21T14-03-05-120Z.csv`: the time without characters that file names can't have. */
export const performersFileName = (at: Date): string => `momentum-analytics-${at.toISOString().replace(/[:.]/g, '-')}.csv`;
