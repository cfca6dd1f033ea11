import type { Day } from '#domain/days';
import type { ConnectionPool } from '#server/database/scoped-pool';
import { readSetting, saveSetting } from '#server/database/schema/stored-settings';

/** The setting `demo` while the demo is removed; it is neither installed nor cleared then. */
const REMOVAL = 'removal';

type Queryable = Pick<ConnectionPool, 'query'>;

/** What the table `settings` and the catalog say about the demo. */
interface DemoStatus {
  /** True while the demo is installed, false after it was cleared, null if it was never loaded. */
  readonly isInstalled: boolean | null;
  readonly hasCatalog: boolean;
  readonly isScored: boolean;
  readonly hasKeywords: boolean;
}

export const isDemoInstalled = async (pool: Queryable): Promise<boolean> => (await readSetting(pool, 'demo')) === 'true';

export async function readDemoStatus(pool: Queryable): Promise<DemoStatus> {
  const { rows } = await pool.query<DemoStatus>(
    `select (select value = 'true' from settings where name = 'demo') "isInstalled",
       exists (select 1 from boards) or exists (select 1 from pins) "hasCatalog",
       exists (select 1 from catalog_stats where scored_day is not null) "isScored",
       exists (select 1 from keyword_build) "hasKeywords"`,
  );
  return rows[0] ?? { isInstalled: null, hasCatalog: false, isScored: false, hasKeywords: false };
}

/** The number of catalog rows that the demo was loaded with. */
export const readDemoRowCount = async (pool: Queryable): Promise<number> => Number(await readSetting(pool, 'demo_rows'));

export async function saveDemoLoaded(client: Queryable, rowCount: number): Promise<void> {
  await saveSetting(client, 'demo', 'true');
  await saveSetting(client, 'demo_rows', String(rowCount));
}

/** Whether a removal of the demo has begun and not ended. */
export const isDemoBeingRemoved = async (pool: Queryable): Promise<boolean> => (await readSetting(pool, 'demo')) === REMOVAL;

export const saveDemoRemoval = (client: Queryable): Promise<void> => saveSetting(client, 'demo', REMOVAL);

export const saveDemoCleared = (client: Queryable): Promise<void> => saveSetting(client, 'demo', 'false');

/** The last day of the demo's visitor events; null without any. */
export async function readDemoEventsDay(pool: Queryable): Promise<Day | null> {
  const value = await readSetting(pool, 'demo_events');
  return value === null ? null : Number(value);
}

export async function saveDemoEventsDay(client: Queryable, day: Day): Promise<void> {
  await client.query(`insert into settings values ('demo_events', $1)`, [String(day)]);
}

export async function deleteDemoEventsDay(client: Queryable): Promise<void> {
  await client.query(`delete from settings where name = 'demo_events'`);
}
