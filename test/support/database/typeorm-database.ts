import type { DataSource } from 'typeorm';
import { EmailBranding } from '#domain/mail/emails';
import { connectDataSource, driverPool, JobDataSource } from '#server/database/data-source';
import { Postgres } from '#server/database/postgres';
import { createTestDatabase, openForTests, type TestDatabase } from './test-database';

/** A test database with the data sources and pools of a server. */
export interface TypeormDatabase extends TestDatabase {
  readonly dataSource: DataSource;
  readonly jobDataSource: JobDataSource;
  readonly postgres: Postgres;
  /** Inserts a user and returns the id. */
  insertUser(columns?: { readonly role_id?: number; readonly is_confirmed?: boolean; readonly email?: string }): Promise<string>;
}

/** Creates a migrated, empty database; `close` drops it. */
export async function createTypeormDatabase(): Promise<TypeormDatabase> {
  const database = await createTestDatabase();
  const [dataSource, jobDataSource] = [await connectDataSource(database.url), await JobDataSource.connect(database.url)];
  const postgres = new Postgres(database.url, driverPool(dataSource), driverPool(jobDataSource));
  let userCount = 0;
  return {
    ...database,
    dataSource,
    jobDataSource,
    postgres,
    insertUser: async ({ role_id = 2, is_confirmed = true, email = `user-${++userCount}@people.test` } = {}) => {
      const { rows } = await database.pool.query<{ id: string }>(
        'insert into users (email, role_id, is_confirmed, created_at) values ($1, $2, $3, now()) returning id',
        [email, role_id, is_confirmed],
      );
      return rows[0]?.id ?? '';
    },
    close: async () => {
      await postgres.close();
      await jobDataSource.destroy();
      await dataSource.destroy();
      await database.close();
    },
  };
}

/** The same for the tests around the call. */
export const useTypeormDatabase = (): TypeormDatabase => openForTests(createTypeormDatabase);

/** Branding for adapters that write emails. */
export const emailBranding = new EmailBranding('Corklight', 'help@corklight.test', { origin: 'https://pins.example' });
