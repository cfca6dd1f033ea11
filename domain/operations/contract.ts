import { z } from 'zod';
import type { Output } from '#domain/endpoint';

const time = z.iso.datetime();

export const Instance = z.object({
  id: z.string(),
  host: z.string().describe('The name of its machine or container.'),
  version: z.string(),
  started_at: time,
  seen_at: time,
});
export type Instance = Output<typeof Instance>;

const Disk = z.object({
  path: z.string(),
  free_bytes: z.int(),
  days_left: z.int().nullable().describe('How long the room lasts at the present growth; null if that is unknown, or nothing grows.'),
});

const ReadingTimes = z.object({ newest_at: time.nullable(), median_at: time.nullable() });

export const OperationsOverview = z
  .object({
    outbox: z.object({
      waiting: z.int().describe('Emails that are not delivered yet.'),
      oldest_at: time.nullable().describe('When the oldest of them was written.'),
      failed: z.int().describe('Emails that were given up.'),
    }),
    instances: z.array(Instance).describe('The servers that run, oldest first.'),
    versions: z.object({
      product: z.string(),
      postgres: z.string(),
      schema: z.string().describe('The newest migration of the database.'),
      is_schema_current: z.boolean().describe('False if the database and this server do not know the same migrations.'),
      newer_release: z
        .object({ version: z.string(), url: z.string().nullable().describe('Its page; null if the feed has none.') })
        .nullable()
        .describe('A release that RELEASE_FEED_URL names and this server is older than; null without one.'),
    }),
    readings: z
      .object({ boards: ReadingTimes, pinners: ReadingTimes, pins: ReadingTimes })
      .describe('By list, when its rows were last read: the newest, and the median of those that ever were. At most five minutes old.'),
    sizes: z.object({
      database_bytes: z.int(),
      database_growth: z.int().nullable().describe('Bytes a day, over the last 14 days; null until three days are known.'),
      is_database_embedded: z.boolean().describe('False for your own Postgres, whose disk is not known.'),
      backup_bytes: z.int().nullable().describe('All nightly backups of this site; null without BACKUP_DIR.'),
      backup_growth: z.int().nullable().describe('As that of the database.'),
      tables: z.array(z.object({ name: z.string(), bytes: z.int() })).describe('The largest tables with their indexes, largest first.'),
      data_directory: Disk.nullable().describe('Where this server keeps its files, and the room left there; null if it keeps none.'),
      backup_directory: Disk.nullable().describe('The room in BACKUP_DIR; null without one, or if it is on the disk of data_directory.'),
      newest_backup: z
        .object({ created_at: time, bytes: z.int() })
        .nullable()
        .describe('The newest backup of this site in BACKUP_DIR; null if there is none, or no such folder.'),
    }),
  })
  .meta({ id: 'OperationsOverview', description: 'What runs, and how much there is. Times are ISO 8601 in UTC.' });
export type OperationsOverview = Output<typeof OperationsOverview>;
