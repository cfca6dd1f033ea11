import type { Actor } from '#domain/audit/acts';
import { HOUR_MS, SECOND_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';

/** The site is in maintenance, which administrators are not concerned by. */
export class InMaintenance extends Unavailable {
  override readonly code = 'not_ready';

  constructor() {
    super('The site is being rebuilt. Please come back later.', HOUR_MS / SECOND_MS);
  }
}

/** The switch for maintenance of all instances, which operators turn while the site runs. Each change is in the audit. */
export abstract class MaintenanceSwitch {
  /** When maintenance began; null while it is off. */
  abstract readSince(): Promise<Date | null>;

  /** Begins maintenance. Changes nothing if it has begun. */
  abstract turnOn(at: Date, by: Actor): Promise<void>;

  /** Ends maintenance. Changes nothing if it is off. */
  abstract turnOff(at: Date, by: Actor): Promise<void>;
}
