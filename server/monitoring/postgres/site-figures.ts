import { Inject, Injectable } from '@nestjs/common';
import { entityTypes, perEntity, variantOf, type EntityType } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { compareSchemas, type SiteFigures } from '#domain/operations/site-figures';
import { inspectBackups, sizeOfBackups } from '#server/files/backup-files';
import { CONFIG, type Config } from '#server/config/config';
import { knownMigrations } from '#server/database/migration/schema-version';
import { Postgres } from '#server/database/postgres';
import { readDiskState } from '#server/monitoring/postgres/disk-usage';

const jsonPerEntity = (valueOf: (entity: EntityType) => string): string =>
  `json_build_object(${entityTypes.map((entity) => `'${entity}', ${valueOf(entity)}`).join(', ')})`;

/** More refused ones, or failed take-backs, say nothing new. */
const MAX_NAMED_IMPORTS = 5;

/** Each value is the end of an index, or comes from a table with few rows. */
const FIGURES_SQL = `select
  ${jsonPerEntity((entity) => `(select extract(epoch from max(last_crawled_at)) * 1000 from ${entity}_metrics)`)} newest,
  ${jsonPerEntity((entity) => `coalesce((select total from catalog_stats where variant = '${variantOf[entity]}'), 0)`)} "rowCounts",
  exists (select 1 from imports where state = 'done' and not is_dry_run and kind <> 'interest') "hasImported",
  (select coalesce(json_agg(r), '[]') from (
    select name source, reason from imports refused
    where state = 'refused' and not is_dry_run and not exists (
      select 1 from imports later where later.state = 'done' and (refused.kind is null or later.kind = refused.kind) and later.finished_at > refused.finished_at)
    order by finished_at desc limit ${MAX_NAMED_IMPORTS}) r) "refusedImports",
  (select coalesce(json_agg(t), '[]') from (
    select name source, reason from imports i
    where state = 'taking_back' and reason is not null and exists (select 1 from import_journals where import_id = i.id)
    order by id desc limit ${MAX_NAMED_IMPORTS}) t) "failedTakeBacks",
  (select json_build_object('connected', count(*) filter (where warned_at is null and not needs_reconnect and problem is null),
    'retrying', count(*) filter (where warned_at is null and not needs_reconnect and problem is not null),
    'needs_you', count(*) filter (where warned_at is not null or needs_reconnect)) from linked_accounts) "linkedAccounts",
  (select count(*) from emails where due_at is not null) "unsentEmails",
  (select min(created_at) from emails where due_at is not null) "oldestUnsentAt",
  (select json_agg(name) from migrations) applied,
  (select value from settings where name = 'site_id') site,
  (select error from alarm_messages where attempted_at is not null order by attempted_at desc limit 1) "webhookFault",
  current_setting('transaction_read_only')::bool "isReadOnly",
  pg_database_size(current_database()) "databaseBytes"`;

/** Figures as they are, and what others follow from. */
interface FiguresRow extends Omit<
  SiteFigures,
  'newestReadingAt' | 'isDatabaseEmbedded' | 'schema' | 'backups' | 'dataDisk' | 'backupDisk' | 'usage'
> {
  readonly newest: Readonly<Record<EntityType, number | null>>;
  readonly applied: readonly string[] | null;
  readonly site: string | null;
}

/** Reads the figures with one short query. */
@Injectable()
export class PostgresSiteFigures {
  constructor(
    private readonly postgres: Postgres,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR' | 'DATABASE_URL' | 'ALARM_WEBHOOK_URL'>,
  ) {}

  async read(): Promise<SiteFigures> {
    const { rows } = await this.postgres.pool.query<FiguresRow>(FIGURES_SQL);
    const { newest, applied, site, ...figures } = rows[0]!;
    const { BACKUP_DIR: backupFolder } = this.config;
    const backupBytes = backupFolder === undefined ? null : await sizeOfBackups(backupFolder, site);
    return {
      ...figures,
      ...(await readDiskState(this.postgres.pool, this.config, backupBytes, this.clock.now())),
      newestReadingAt: perEntity((entity) => (newest[entity] === null ? null : new Date(newest[entity]))),
      schema: compareSchemas(knownMigrations, applied ?? []),
      backups: backupFolder === undefined ? null : await inspectBackups(backupFolder, site),
      isDatabaseEmbedded: this.config.DATABASE_URL === undefined,
      webhookFault: this.config.ALARM_WEBHOOK_URL === undefined ? null : figures.webhookFault,
    };
  }
}
