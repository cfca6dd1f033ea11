import { Injectable, Logger } from '@nestjs/common';
import { AlertEvaluation, type SearchWindow } from '#domain/analytics/watching/alerts/alerts';
import { NewRows } from '#domain/catalog/filters/new-rows';
import { Clock } from '#domain/clock';
import type { LockScope } from '#domain/jobs/lock-scope';
import { parseSearch } from '#server/analytics/watching/parse-search';

/** Turns alert rules into alerts, once after each recompute; in between there is nothing to do. */
@Injectable()
export class EvaluateAlerts {
  readonly #logger = new Logger('alerts');

  constructor(
    private readonly evaluation: AlertEvaluation,
    private readonly newRows: NewRows,
    private readonly clock: Clock,
  ) {}

  /** Returns how many alerts were written. */
  run(scope: LockScope): Promise<number> {
    return this.evaluation.evaluateDue(scope, this.clock.now(), (window) => this.#countNew(window));
  }

  /** Null for a search that takes too long or is no longer possible: one rule must not hold up all others. */
  async #countNew({ variant, query, after, until }: SearchWindow): Promise<number | null> {
    try {
      return await this.newRows.countAddedSince(variant, parseSearch(variant, query), after, until);
    } catch (error) {
      this.#logger.warn(`A search of ${variant} could not be counted: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
}
