import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import type { Actor } from '#domain/audit/acts';
import { writeEntry } from '#server/audit/postgres/audit-log';
import { JobDataSource } from '#server/database/data-source';
import type { StoredRow } from '#server/database/schema/table';
import { settingSchema } from '#server/database/schema/operations.schema';
import { insertIfNew } from '#server/database/typeorm/writes';

const NAME = 'maintenance_since';

/** The switch for maintenance of all instances, which operators turn while the site runs. Each change is in the audit. */
@Injectable()
export class MaintenanceSwitch {
  readonly #settings: Repository<StoredRow<typeof settingSchema>>;

  constructor(dataSource: JobDataSource) {
    this.#settings = dataSource.getRepository(settingSchema);
  }

  /** When maintenance began; null while it is off. */
  async readSince(): Promise<Date | null> {
    const setting = await this.#settings.findOneBy({ name: NAME });
    return setting && new Date(setting.value);
  }

  /** Begins maintenance. Changes nothing if it has begun. */
  turnOn(at: Date, by: Actor): Promise<void> {
    return this.#settings.manager.transaction(async (manager) => {
      if (await insertIfNew(manager, settingSchema, { name: NAME, value: at.toISOString() }))
        await writeEntry(manager, { by, at, act: 'maintenance_begun' });
    });
  }

  /** Ends maintenance. Changes nothing if it is off. */
  turnOff(at: Date, by: Actor): Promise<void> {
    return this.#settings.manager.transaction(async (manager) => {
      const { affected } = await manager.delete(settingSchema, { name: NAME });
      if (affected === 1) await writeEntry(manager, { by, at, act: 'maintenance_ended' });
    });
  }
}
