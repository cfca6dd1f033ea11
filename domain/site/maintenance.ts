import { HOUR_MS, SECOND_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';

/** The site is in maintenance, which administrators are not concerned by. */
export class InMaintenance extends Unavailable {
  override readonly code = 'not_ready';

  constructor() {
    super('The site is being rebuilt. Please come back later.', HOUR_MS / SECOND_MS);
  }
}

/** The switch for maintenance of all instances, which operators turn while the site runs. */
export abstract class MaintenanceSwitch {
  /** When maintenance began; null while it is off. */
  abstract readSince(): Promise<Date | null>;

  /** Begins maintenance. Changes nothing if it has begun. */
  abstract turnOn(at: Date): Promise<void>;

  /** Ends maintenance. */
  abstract turnOff(): Promise<void>;
}
