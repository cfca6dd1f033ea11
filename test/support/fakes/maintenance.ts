import { MaintenanceSwitch } from '#domain/operations/maintenance';

/** The switch in memory. */
export class FakeMaintenanceSwitch extends MaintenanceSwitch {
  #since: Date | null = null;

  async readSince(): Promise<Date | null> {
    return this.#since;
  }

  async turnOn(at: Date): Promise<void> {
    this.#since ??= at;
  }

  async turnOff(): Promise<void> {
    this.#since = null;
  }
}
