import type { OnGrowthProgress } from '#domain/analytics/growth/growth-ledger';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { appendToStaging, type ScoringCursor, seriesSql } from '#server/analytics/growth/postgres/score-staging';
import type { StreamingClients } from '#server/analytics/growth/postgres/streaming-clients';
import type { ScoredRows } from '#server/analytics/growth/scoring/score-rows';
import { type Scorers, scorersFor } from '#server/analytics/growth/scoring/scorers';
import { copyOut } from '#server/database/copy/binary-copy';

export interface SeriesScoring {
  readonly entity: EntityType;
  readonly day: Day;
  /** Whether to score only the entities in `changed_ids`. */
  readonly isChangedOnly: boolean;
  readonly startFrom: ScoringCursor;
  readonly batchRows: number;
  readonly onProgress: OnGrowthProgress;
}

/** Scores the series of an entity type into its staging table; returns the number of scored entities, resumed ones included. */
export async function scoreSeries({ reader, writer }: StreamingClients, scoring: SeriesScoring): Promise<number> {
  const { entity, isChangedOnly, startFrom, onProgress } = scoring;
  const changed = isChangedOnly ? 'where _id in (select _id from changed_ids)' : '';
  const { rows } = await reader.query<{ total: number }>(`select count(*)::int total from ${entity}_series ${changed}`);
  const total = rows[0]?.total ?? 0;
  let { done } = startFrom;
  const scorers = scorersFor(total - done);
  try {
    for await (const scored of scoreBatches(reader, scorers, scoring)) {
      done += scored.count;
      await appendToStaging(writer, entity, scored, { cursor: scored.lastId, done });
      onProgress({ entity, done, total });
    }
  } finally {
    await scorers.close();
  }
  return done;
}

/** Yields scored batches in order of id, while later batches are read and scored. */
async function* scoreBatches(
  reader: StreamingClients['reader'],
  scorers: Scorers,
  { entity, day, isChangedOnly, startFrom, batchRows }: SeriesScoring,
): AsyncGenerator<ScoredRows> {
  const inFlight: Promise<ScoredRows>[] = [];
  for await (const batch of copyOut(reader, seriesSql(entity, startFrom.cursor, isChangedOnly), batchRows)) {
    inFlight.push(scorers.score(entity, day, batch));
    if (inFlight.length > scorers.concurrency + 1) yield await inFlight.shift()!;
  }
  for (const scored of inFlight) yield await scored;
}
