import type { PairName } from './options.js';
import type { Pair } from './pair.js';
import { details } from './pairs/details.js';
import { events } from './pairs/events.js';
import { few } from './pairs/few.js';
import { firstLoad } from './pairs/first-load.js';
import { importing } from './pairs/importing.js';
import { keywords } from './pairs/keywords.js';
import { lists } from './pairs/lists.js';
import { live } from './pairs/live.js';
import { lookups } from './pairs/lookups.js';
import { momentumPair } from './pairs/momentum.js';
import { pages } from './pairs/pages.js';
import { qualityScan } from './pairs/quality-scan.js';
import { recompute } from './pairs/recompute.js';
import { siteAnalytics } from './pairs/site-analytics.js';
import { topPerformers } from './pairs/top-performers.js';

/** Every pair of the bench, by the name that `--only` knows it by. */
export const pairs: Readonly<Record<PairName, Pair>> = {
  lists,
  pages,
  keywords,
  live,
  lookups,
  details,
  momentum: momentumPair,
  recompute,
  'top-performers': topPerformers,
  'quality-scan': qualityScan,
  import: importing,
  few,
  'first-load': firstLoad,
  events,
  'site-analytics': siteAnalytics,
};
