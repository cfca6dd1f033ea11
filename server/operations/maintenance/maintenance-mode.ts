import { Unavailable } from '#domain/errors';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { HOUR_MS, SECOND_MS } from '#domain/durations';
import { CONFIG, type Config } from '#server/config/config';
import { MaintenanceSwitch } from '#server/operations/maintenance/typeorm/maintenance-switch';

/** The site is in maintenance, which administrators are not concerned by. */
export class InMaintenance extends Unavailable {
  override readonly code = 'not_ready';

  constructor() {
    super('The site is being rebuilt. Please come back later.', HOUR_MS / SECOND_MS);
  }
}

/** How often each instance reads the switch. */
const READ_INTERVAL_MS = 2 * SECOND_MS;

/** Whether this instance is in maintenance: by the switch in the database, or by its setting. */
@Injectable()
export class MaintenanceMode implements OnApplicationBootstrap, OnModuleDestroy {
  #since: Date | null = null;
  #isReading = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(MaintenanceSwitch) private readonly maintenanceSwitch: Pick<MaintenanceSwitch, 'readSince'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'MAINTENANCE'>,
  ) {}

  get isOn(): boolean {
    return this.config.MAINTENANCE || this.#since !== null;
  }

  /** Throws `InMaintenance` for everyone but administrators while it is on. */
  refuseSignIn({ role_id }: { readonly role_id: number }): void {
    if (this.isOn && role_id !== ADMIN_ROLE) throw new InMaintenance();
  }

  /** The setting cannot be switched off while the instance runs. */
  get isBySetting(): boolean {
    return this.config.MAINTENANCE;
  }

  /** When the switch was turned on; null while it is off. */
  get since(): Date | null {
    return this.#since;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => void this.refresh(), READ_INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  /** Reads the switch. While the database does not answer, the instance stays as it is. */
  async refresh(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      this.#since = await this.maintenanceSwitch.readSince();
    } catch {
      // The jobs report an outage of the database.
    } finally {
      this.#isReading = false;
    }
  }
}
