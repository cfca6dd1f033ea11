import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import type { MaintenanceSwitch } from '#domain/site/maintenance';
import { JobDataSource } from '#server/database/data-source';
import type { Row } from '#server/database/schema/columns';
import { settingSchema } from '#server/database/schema/operations.schema';

const NAME = 'maintenance_since';

/** The switch as a row of `settings`, on the job pool, so that busy requests delay no one who turns it. */
@Injectable()
export class TypeormMaintenanceSwitch implements MaintenanceSwitch {
  readonly #settings: Repository<Row<typeof settingSchema>>;

  constructor(dataSource: JobDataSource) {
    this.#settings = dataSource.getRepository(settingSchema);
  }

  async readSince(): Promise<Date | null> {
    const setting = await this.#settings.findOneBy({ name: NAME });
    return setting && new Date(setting.value);
  }

  async turnOn(at: Date): Promise<void> {
    await this.#settings.createQueryBuilder().insert().values({ name: NAME, value: at.toISOString() }).orIgnore().execute();
  }

  async turnOff(): Promise<void> {
    await this.#settings.delete({ name: NAME });
  }
}
