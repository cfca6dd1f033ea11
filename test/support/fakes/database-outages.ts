import { DatabaseOutages } from '#domain/operations/database-outages';

/** A database that is out of reach while a test says so. */
export class FakeDatabaseOutages extends DatabaseOutages {
  isOut = false;

  async explains(): Promise<boolean> {
    return this.isOut;
  }
}
