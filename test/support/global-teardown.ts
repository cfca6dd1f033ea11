/** Stops the run's Postgres, once. */
export default async function teardown(): Promise<void> {
  const postgres = globalThis.testPostgres;
  globalThis.testPostgres = undefined;
  await postgres?.stop();
}
