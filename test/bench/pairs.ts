import type { BenchmarkName } from './options.js';
import type { Benchmark } from './pair.js';
import { details } from './pairs/details.js';
import { events } from './pairs/events.js';
import { smallImport } from './pairs/few.js';
import { firstLoad } from './pairs/first-load.js';
import { importPins } from './pairs/importing.js';
import { keywords } from './pairs/keywords.js';
import { lists } from './pairs/lists.js';
import { liveKeywords } from './pairs/live.js';
import { termLookupBenchmark } from './pairs/lookups.js';
import { momentumBenchmark } from './pairs/momentum.js';
import { pages } from './pairs/pages.js';
import { qualityScan } from './pairs/quality-scan.js';
import { recompute } from './pairs/recompute.js';
import { siteAnalytics } from './pairs/site-analytics.js';
import { topPerformers } from './pairs/top-performers.js';

/** Every pair of the bench, by the name that `--only` knows it by. */
export const benchmarks: Readonly<Record<BenchmarkName, Benchmark>> = {
  lists,
  pages,
  keywords,
  live: liveKeywords,
  lookups: termLookupBenchmark,
  details,
  momentum: momentumBenchmark,
  recompute,
  'top-performers': topPerformers,
  'quality-scan': qualityScan,
  import: importPins,
  few: smallImport,
  'first-load': firstLoad,
  events,
  'site-analytics': siteAnalytics,
};
