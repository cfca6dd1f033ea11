import { Catalogue1790000000000 } from '#migrations/1790000000000-catalogue';
import { Accounts1790000001000 } from '#migrations/1790000001000-accounts';
import { Analytics1790000002000 } from '#migrations/1790000002000-analytics';
import { Beginnings1790000003000 } from '#migrations/1790000003000-beginnings';
import { Renewals1790000004000 } from '#migrations/1790000004000-renewals';
import { JobStatuses1790000005000 } from '#migrations/1790000005000-job-statuses';
import { DuplicateSubscriptions1790000006000 } from '#migrations/1790000006000-duplicate-subscriptions';
import { StoredEvents1790000010100 } from '#migrations/1790000010100-stored-events';
import { Registrations1790000010200 } from '#migrations/1790000010200-registrations';
import { Jumps1790000020300 } from '#migrations/1790000020300-jumps';
import { Filters1790000020400 } from '#migrations/1790000020400-filters';
import { FilterArrays1790000020410 } from '#migrations/1790000020410-filter-arrays';
import { Keywords1790000020500 } from '#migrations/1790000020500-keywords';
import { Watchlists1790000020700 } from '#migrations/1790000020700-watchlists';
import { SavedSearches1790000020710 } from '#migrations/1790000020710-saved-searches';
import { EmailChoices1790000020720 } from '#migrations/1790000020720-email-choices';
import { AlarmEmails1790000021000 } from '#migrations/1790000021000-alarm-emails';
import { Alerts1790000022000 } from '#migrations/1790000022000-alerts';
import { EmailedAlerts1790000022010 } from '#migrations/1790000022010-emailed-alerts';
import { BestMatch1790000023000 } from '#migrations/1790000023000-best-match';
import { TopicIndex1790000023010 } from '#migrations/1790000023010-topic-index';
import { SearchInterest1790000024000 } from '#migrations/1790000024000-search-interest';
import { KeywordSparklines1790000024010 } from '#migrations/1790000024010-keyword-sparklines';
import { SavedKeywords1790000024020 } from '#migrations/1790000024020-saved-keywords';
import { People1790000025000 } from '#migrations/1790000025000-people';
import { Instances1790000025010 } from '#migrations/1790000025010-instances';
import { ItemRules1790000026000 } from '#migrations/1790000026000-item-rules';
import { FreeSearches1790000027000 } from '#migrations/1790000027000-free-searches';
import { InterestRegions1790000028100 } from '#migrations/1790000028100-interest-regions';
import { PinNames1790000028110 } from '#migrations/1790000028110-pin-names';
import { ScriptsAgain1790000028120 } from '#migrations/1790000028120-scripts-again';
import { Checks1790000028200 } from '#migrations/1790000028200-checks';
import { RecomputeGrowthOnce1790000028290 } from '#migrations/1790000028290-recompute-growth-once';
import { Interests1790000028300 } from '#migrations/1790000028300-interests';
import { KeywordRanks1790000028400 } from '#migrations/1790000028400-keyword-ranks';
import { RemovedRows1790000028500 } from '#migrations/1790000028500-removed-rows';
import { FreeSearchers1790000028600 } from '#migrations/1790000028600-free-searchers';
import { Audit1790000028700 } from '#migrations/1790000028700-audit';
import { DiskUsage1790000028810 } from '#migrations/1790000028810-disk-usage';
import { SecondFactors1790000028900 } from '#migrations/1790000028900-second-factors';
import { OwnerChecks1790000028910 } from '#migrations/1790000028910-owner-checks';
import { Passkeys1790000028920 } from '#migrations/1790000028920-passkeys';
import { SignInLinks1790000028950 } from '#migrations/1790000028950-sign-in-links';
import { AlarmMessages1790000029000 } from '#migrations/1790000029000-alarm-messages';
import { ImportReasons1790000029010 } from '#migrations/1790000029010-import-reasons';
import { RowSets1790000029500 } from '#migrations/1790000029500-row-sets';
import { FewerOrderIndexes1790000029510 } from '#migrations/1790000029510-fewer-order-indexes';
import { PlainNames1790000029520 } from '#migrations/1790000029520-plain-names';
import { LinkProblems1790000029700 } from '#migrations/1790000029700-link-problems';
import { History1790000030000 } from '#migrations/1790000030000-history';
import { LinkScopes1790000031000 } from '#migrations/1790000031000-link-scopes';
import { OtherTools1790000032000 } from '#migrations/1790000032000-other-tools';
import { KeywordOutlook1790000032100 } from '#migrations/1790000032100-keyword-outlook';
import { ApiKeys1790000033000 } from '#migrations/1790000033000-api-keys';
import { Imports1790000034000 } from '#migrations/1790000034000-imports';
import { ImportJournals1790000038000 } from '#migrations/1790000038000-import-journals';
import { Formats1790000039000 } from '#migrations/1790000039000-formats';
import { OauthGrants1790000040000 } from '#migrations/1790000040000-oauth-grants';
import { WeeklyInterest1790000041000 } from '#migrations/1790000041000-weekly-interest';
import { AccountAnswers1790000042000 } from '#migrations/1790000042000-account-answers';
import { CrawlTimes1790000044000 } from '#migrations/1790000044000-crawl-times';
import { JournalIndexes1790000045000 } from '#migrations/1790000045000-journal-indexes';
import { PackedChanges1790000046000 } from '#migrations/1790000046000-packed-changes';
import { ImportLanes1790000047000 } from '#migrations/1790000047000-import-lanes';
import { SealedChanges1790000048000 } from '#migrations/1790000048000-sealed-changes';
import { OwnerIndexes1790000049000 } from '#migrations/1790000049000-owner-indexes';
import { NamesFromIds1790000050000 } from '#migrations/1790000050000-names-from-ids';
import { KeywordPeaks1790000051000 } from '#migrations/1790000051000-keyword-peaks';
import { AppliedCounts1790000052000 } from '#migrations/1790000052000-applied-counts';
import { PostingRows1790000053000 } from '#migrations/1790000053000-posting-rows';

/** Every migration, oldest first. */
export const migrations = [
  Catalogue1790000000000,
  Accounts1790000001000,
  Analytics1790000002000,
  Beginnings1790000003000,
  Renewals1790000004000,
  JobStatuses1790000005000,
  DuplicateSubscriptions1790000006000,
  StoredEvents1790000010100,
  Registrations1790000010200,
  Jumps1790000020300,
  Filters1790000020400,
  FilterArrays1790000020410,
  Keywords1790000020500,
  Watchlists1790000020700,
  SavedSearches1790000020710,
  EmailChoices1790000020720,
  AlarmEmails1790000021000,
  Alerts1790000022000,
  EmailedAlerts1790000022010,
  BestMatch1790000023000,
  TopicIndex1790000023010,
  SearchInterest1790000024000,
  KeywordSparklines1790000024010,
  SavedKeywords1790000024020,
  People1790000025000,
  Instances1790000025010,
  ItemRules1790000026000,
  FreeSearches1790000027000,
  InterestRegions1790000028100,
  PinNames1790000028110,
  ScriptsAgain1790000028120,
  Checks1790000028200,
  RecomputeGrowthOnce1790000028290,
  Interests1790000028300,
  KeywordRanks1790000028400,
  RemovedRows1790000028500,
  FreeSearchers1790000028600,
  Audit1790000028700,
  DiskUsage1790000028810,
  SecondFactors1790000028900,
  OwnerChecks1790000028910,
  Passkeys1790000028920,
  SignInLinks1790000028950,
  AlarmMessages1790000029000,
  ImportReasons1790000029010,
  RowSets1790000029500,
  FewerOrderIndexes1790000029510,
  PlainNames1790000029520,
  LinkProblems1790000029700,
  History1790000030000,
  LinkScopes1790000031000,
  OtherTools1790000032000,
  KeywordOutlook1790000032100,
  ApiKeys1790000033000,
  Imports1790000034000,
  ImportJournals1790000038000,
  Formats1790000039000,
  OauthGrants1790000040000,
  WeeklyInterest1790000041000,
  AccountAnswers1790000042000,
  CrawlTimes1790000044000,
  JournalIndexes1790000045000,
  PackedChanges1790000046000,
  ImportLanes1790000047000,
  SealedChanges1790000048000,
  OwnerIndexes1790000049000,
  NamesFromIds1790000050000,
  KeywordPeaks1790000051000,
  AppliedCounts1790000052000,
  PostingRows1790000053000,
];
