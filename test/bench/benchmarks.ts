import type { BenchmarkName } from './options.js';
import type { Benchmark } from './benchmark.js';
import { bestMatch } from './benchmarks/best-match.js';
import { details } from './benchmarks/details.js';
import { events } from './benchmarks/event-queue.js';
import { history } from './benchmarks/history.js';
import { smallImport } from './benchmarks/small-import.js';
import { filterBenchmark } from './benchmarks/filters.js';
import { firstLoad } from './benchmarks/first-load.js';
import { importPins } from './benchmarks/import-pins.js';
import { keywordCount } from './benchmarks/keyword-count.js';
import { keywords } from './benchmarks/keywords.js';
import { login } from './benchmarks/login.js';
import { linkedAccounts } from './benchmarks/linked-accounts.js';
import { lists } from './benchmarks/lists.js';
import { liveKeywords } from './benchmarks/live-keywords.js';
import { termLookupBenchmark } from './benchmarks/term-lookups.js';
import { momentumBenchmark } from './benchmarks/momentum.js';
import { pages } from './benchmarks/pages.js';
import { qualityScan } from './benchmarks/quality-scan.js';
import { recompute } from './benchmarks/recompute.js';
import { sizes } from './benchmarks/sizes.js';
import { siteAnalytics } from './benchmarks/site-analytics.js';
import { topPerformers } from './benchmarks/top-performers.js';
import { webhook } from './benchmarks/webhook.js';

/** All benchmarks, by their name for `--only`. */
export const benchmarks: Readonly<Record<BenchmarkName, Benchmark>> = {
  sizes,
  lists,
  pages,
  keywords,
  filters: filterBenchmark,
  live: liveKeywords,
  'best-match': bestMatch,
  lookups: termLookupBenchmark,
  details,
  momentum: momentumBenchmark,
  recompute,
  'keyword-count': keywordCount,
  'top-performers': topPerformers,
  'quality-scan': qualityScan,
  import: importPins,
  few: smallImport,
  history,
  'first-load': firstLoad,
  events,
  'site-analytics': siteAnalytics,
  'linked-accounts': linkedAccounts,
  login,
  webhook,
};
