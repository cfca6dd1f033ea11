/** Knows when the database is out of reach. Its outage and the end of it are logged once each, so that no one else logs what it causes. */
export abstract class DatabaseOutages {
  /** Whether an error comes from an outage of the database. */
  abstract explains(error: unknown): Promise<boolean>;
}
