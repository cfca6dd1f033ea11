import type { Clock } from '#domain/clock';
import type { Campaigns } from '#domain/mail/campaigns';
import { RecomputeGrowth } from '#server/analytics/recompute-growth';
import { TypeormGrowthLedger } from '#server/analytics/typeorm-growth-ledger';
import { PostgresIntake } from '#server/catalog/import/postgres-intake';
import { TypeormOrderedLists } from '#server/catalog/typeorm-ordered-lists';
import type { Config } from '#server/config/config';
import { DatabaseClock } from '#server/database/database-clock';
import { openDatabase } from '#server/database/open-database';
import { Postgres } from '#server/database/postgres';
import { PublicAddress } from '#server/http/public-address';
import { TypeormJobs } from '#server/jobs/typeorm-jobs';
import { SiteLetterhead } from '#server/mail/site-letterhead';
import { TypeormCampaigns } from '#server/mail/typeorm-campaigns';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { readKeys } from '#server/secrets/keys';

/** What the operator's commands work with: the same parts as the server's, without its schedule and without HTTP. */
export interface Workshop {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly jobs: TypeormJobs;
  readonly recompute: RecomputeGrowth;
  readonly intake: PostgresIntake;
  readonly campaigns: Campaigns;
  close(): Promise<void>;
  /** Lets go at once, whatever is under way: what was not committed is undone, and the next run goes on from there. */
  abandon(): Promise<void>;
}

/** Opens the database of this installation and puts the parts together. */
export async function openWorkshop(config: Config): Promise<Workshop> {
  const database = await openDatabase(config);
  const postgres = new Postgres(database.url);
  const clock = await DatabaseClock.of(postgres);
  const jobs = new TypeormJobs(postgres);
  const ledger = new TypeormGrowthLedger(postgres);
  return {
    postgres,
    clock,
    jobs,
    recompute: new RecomputeGrowth(ledger, new TypeormOrderedLists(postgres, config), jobs, clock),
    intake: new PostgresIntake(postgres.jobPool),
    campaigns: new TypeormCampaigns(postgres, new CryptoSecrets(readKeys(config)), new SiteLetterhead(config, new PublicAddress(config))),
    close: async () => {
      clock.stop();
      await postgres.close();
      await database.close();
    },
    abandon: () => database.close(),
  };
}
