import { HOUR_MS, SECOND_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';

/** The site is in maintenance, which administrators are not concerned by. */
export class InMaintenance extends Unavailable {
  override readonly code = 'not_ready';

  constructor() {
    super('The site is being rebuilt. Please come back later.', HOUR_MS / SECOND_MS);
  }
}
