import type { TrafficLedger } from '#domain/analytics/traffic-ledger';
import type { Clock } from '#domain/clock';
import type { Campaigns } from '#domain/mail/campaigns';
import { PostgresEventFold } from '#server/analytics/postgres-event-fold';
import { PostgresEventMonths } from '#server/analytics/postgres-event-months';
import { PostgresTrafficLedger } from '#server/analytics/postgres-traffic-ledger';
import { RecomputeGrowth } from '#server/analytics/recompute-growth';
import { TypeormGrowthLedger } from '#server/analytics/typeorm-growth-ledger';
import { AppointAdministrators } from '#server/auth/appoint-administrators';
import { Argon2Passwords } from '#server/auth/argon2-passwords';
import { BundledCommonPasswords } from '#server/auth/bundled-common-passwords';
import { JsonSecurityLog } from '#server/auth/json-security-log';
import { TypeormAdministrators } from '#server/auth/typeorm-administrators';
import { PostgresIntake } from '#server/catalog/import/postgres-intake';
import { TypeormOrderedLists } from '#server/catalog/typeorm-ordered-lists';
import type { Config } from '#server/config/config';
import { DatabaseClock } from '#server/database/database-clock';
import { openDatabase } from '#server/database/open-database';
import { Postgres } from '#server/database/postgres';
import { PublicAddress } from '#server/http/public-address';
import { TypeormJobs } from '#server/jobs/typeorm-jobs';
import { PostgresTokenRotation } from '#server/linked-accounts/postgres-token-rotation';
import { SiteLetterhead } from '#server/mail/site-letterhead';
import { TypeormCampaigns } from '#server/mail/typeorm-campaigns';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { readKeys } from '#server/secrets/keys';
import { TokenBox } from '#server/secrets/token-box';

/** What the operator's commands work with: the same parts as the server's, without its schedule and without HTTP. */
export interface Workshop {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly jobs: TypeormJobs;
  readonly recompute: RecomputeGrowth;
  readonly months: PostgresEventMonths;
  readonly traffic: TrafficLedger;
  readonly intake: PostgresIntake;
  readonly campaigns: Campaigns;
  readonly tokens: PostgresTokenRotation;
  readonly administrators: AppointAdministrators;
  close(): Promise<void>;
  /** Lets go at once, whatever is under way: what was not committed is undone, and the next run goes on from there. */
  abandon(): Promise<void>;
}

function administratorsOf(config: Config, postgres: Postgres, clock: Clock): AppointAdministrators {
  const secrets = new CryptoSecrets(readKeys(config));
  return new AppointAdministrators(
    new TypeormAdministrators(postgres),
    new Argon2Passwords(config),
    new BundledCommonPasswords(),
    new SiteLetterhead(config, new PublicAddress(config)),
    secrets,
    clock,
    new JsonSecurityLog(clock, secrets, (line) => void process.stderr.write(`${line}\n`)),
  );
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
    months: new PostgresEventMonths(postgres, clock, config),
    traffic: new PostgresTrafficLedger(postgres, new PostgresEventFold(postgres, clock), clock),
    intake: new PostgresIntake(postgres.jobPool),
    tokens: new PostgresTokenRotation(postgres.jobPool, new TokenBox(readKeys(config))),
    campaigns: new TypeormCampaigns(postgres, new CryptoSecrets(readKeys(config)), new SiteLetterhead(config, new PublicAddress(config))),
    administrators: administratorsOf(config, postgres, clock),
    close: async () => {
      clock.stop();
      await postgres.close();
      await database.close();
    },
    abandon: () => database.close(),
  };
}
