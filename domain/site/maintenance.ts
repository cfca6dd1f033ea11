/** The switch for maintenance of all instances, which operators turn while the site runs. */
export abstract class MaintenanceSwitch {
  /** When maintenance began; null while it is off. */
  abstract readSince(): Promise<Date | null>;

  /** Begins maintenance. Changes nothing if it has begun. */
  abstract turnOn(at: Date): Promise<void>;

  /** Ends maintenance. */
  abstract turnOff(): Promise<void>;
}
