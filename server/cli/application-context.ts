import type { DailyTotals } from '#domain/analytics/visitors/daily-totals';
import type { Administrators } from '#domain/auth/account/administrators';
import type { Clock } from '#domain/clock';
import type { Campaigns } from '#domain/mail/campaigns';
import { PostgresEventAggregation } from '#server/analytics/visitors/postgres/event-aggregation';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { PostgresDailyTotals } from '#server/analytics/visitors/postgres/daily-totals';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { PostgresGrowthLedger } from '#server/analytics/growth/postgres/growth-ledger';
import { AppointAdministrators } from '#server/auth/administrators/appoint-administrators';
import { Argon2Passwords } from '#server/auth/passwords/argon2-passwords';
import { BundledCommonPasswords } from '#server/auth/passwords/bundled-common-passwords';
import { JsonSecurityLog } from '#server/auth/json-security-log';
import { TypeormAdministrators } from '#server/auth/administrators/typeorm/administrators';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import type { Config } from '#server/config/config';
import { DatabaseClock } from '#server/database/database-clock';
import { connectDataSource, driverPool } from '#server/database/data-source';
import { openDatabase } from '#server/database/open-database';
import { Postgres } from '#server/database/postgres';
import { PublicUrl } from '#server/http/public-url';
import { PostgresWriteLock } from '#server/jobs/postgres/write-lock';
import { PostgresTokenRotation } from '#server/linked-accounts/postgres/token-rotation';
import { SiteEmailBranding } from '#server/mail/emails/site-email-branding';
import { PostgresCampaigns } from '#server/mail/postgres/campaigns';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { readKeys } from '#server/secrets/keys';
import { TokenCipher } from '#server/secrets/token-cipher';

/** What the operator's commands work with: the same parts as the server's, without its schedule and without HTTP. */
export interface ApplicationContext {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly writeLock: PostgresWriteLock;
  readonly recomputeGrowth: RecomputeGrowth;
  readonly eventPartitions: PostgresEventPartitions;
  readonly dailyTotals: DailyTotals;
  readonly importRuns: PostgresImportRuns;
  readonly campaigns: Campaigns;
  readonly tokenRotation: PostgresTokenRotation;
  readonly administrators: AppointAdministrators;
  close(): Promise<void>;
  /** Lets go at once, whatever is under way: what was not committed is undone, and the next run goes on from there. */
  abort(): Promise<void>;
}

function createAppointAdministrators(config: Config, administrators: Administrators, clock: Clock): AppointAdministrators {
  const secrets = new CryptoSecrets(readKeys(config));
  return new AppointAdministrators(
    administrators,
    new Argon2Passwords(config),
    new BundledCommonPasswords(),
    new SiteEmailBranding(config, new PublicUrl(config)),
    secrets,
    clock,
    new JsonSecurityLog(clock, secrets, (line) => void process.stderr.write(`${line}\n`)),
  );
}

/** Opens the database of this installation and puts the parts together. */
export async function openApplicationContext(config: Config): Promise<ApplicationContext> {
  const database = await openDatabase(config);
  const dataSource = await connectDataSource(database.url);
  const postgres = new Postgres(database.url, driverPool(dataSource));
  const clock = await DatabaseClock.start(postgres);
  const writeLock = new PostgresWriteLock(postgres);
  const ledger = new PostgresGrowthLedger(postgres);
  return {
    postgres,
    clock,
    writeLock,
    recomputeGrowth: new RecomputeGrowth(ledger, new PostgresReadModel(postgres, config), writeLock, clock),
    eventPartitions: new PostgresEventPartitions(postgres, clock, config),
    dailyTotals: new PostgresDailyTotals(postgres, new PostgresEventAggregation(postgres, clock), clock),
    importRuns: new PostgresImportRuns(postgres.jobPool),
    tokenRotation: new PostgresTokenRotation(postgres.jobPool, new TokenCipher(readKeys(config))),
    campaigns: new PostgresCampaigns(postgres, new CryptoSecrets(readKeys(config)), new SiteEmailBranding(config, new PublicUrl(config))),
    administrators: createAppointAdministrators(config, new TypeormAdministrators(dataSource), clock),
    close: async () => {
      clock.stop();
      await postgres.close();
      await dataSource.destroy();
      await database.close();
    },
    abort: () => database.close(),
  };
}
