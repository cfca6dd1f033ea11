import { type ScreenName, screens, type SiteScreen } from '#domain/site/screens';

/** What the head of a page says to search engines and to sites that show a preview of it. */
export interface PageMetadata {
  /** The document title before the brand; null for the default title. */
  readonly title: string | null;
  /** The h1 until the app has loaded; empty if only the app knows it. */
  readonly heading: string;
  /** What the page is about; people read it, too, until the app has loaded. */
  readonly description: string;
  /** The path that stands for all addresses of this page; null for a page that does not exist. */
  readonly canonicalPath: string | null;
  /** A picture of what the page is about, as the source gave it. */
  readonly imageUrl: string | null;
  readonly type: 'website' | 'profile' | 'article';
  readonly isIndexed: boolean;
}

/** The description of the site. */
export const SITE_DESCRIPTION = 'See what grows on Pinterest: popular pins, group boards, and influencers with their real growth.';

/** What the home page says below its headline. */
export const HOME_LEAD =
  "See what's growing on Pinterest: active group boards, pins people save and people worth following, with the numbers to prove it.";

const descriptions: Partial<Record<ScreenName, string>> = {
  home: HOME_LEAD,
  pins: 'Find popular pins on Pinterest by saves, repins, growth, and date, with the real history of each pin.',
  boards: 'Find group boards on Pinterest by followers, collaborators, and growth, with the real history of each board.',
  pinners: 'Find influencers on Pinterest by followers, monthly viewers, and growth, with the real history of each profile.',
  keywords: 'Find keywords for pins by opportunity, momentum, saves, and competition, counted from thousands of pins every night.',
  premium: 'Premium adds keyword search, every page of every list, momentum scores, and the full history. Cancel anytime.',
  designer: 'Crop a picture to the shape of a pin.',
  momentum: 'The momentum score shows how fast a number grows right now, from 0 to 100. This is the whole formula.',
  keyword:
    'How many pins a keyword has, how much they are saved, how hard it is to be seen with it, in which months people search for it, and which other keywords go with it.',
  compare: 'The lines of up to five boards, influencers, or pins in one chart, as counts or as an index, with their figures side by side.',
  dashboard: 'What moved among the boards, influencers, and pins that you watch, what rises in your topics, and what is left to set up.',
  watchlists: 'The boards, influencers, and pins that you watch, how they grow, what changed since last week, and your alerts and emails.',
  account: 'Your password, where you are signed in, your emails, and your data, which you can download or delete with the account.',
  privacy: 'What we store about you, why, for how long, and how to have it deleted.',
};

/** The metadata of a screen, without what it shows about a single entity. */
export function screenMetadata(name: ScreenName): PageMetadata {
  const screen: SiteScreen = screens[name];
  return {
    title: screen.title,
    heading: screen.heading ?? screen.title ?? '',
    description: descriptions[name] ?? SITE_DESCRIPTION,
    // A code in a path must not get into a link.
    canonicalPath: screen.path.replace(/\/:\w+$/, ''),
    imageUrl: null,
    type: 'website',
    isIndexed: screen.isIndexed,
  };
}

/** The metadata of a path that the app does not have. */
export const unknownPageMetadata: PageMetadata = {
  title: 'Page not found',
  heading: '',
  description: SITE_DESCRIPTION,
  canonicalPath: null,
  imageUrl: null,
  type: 'website',
  isIndexed: false,
};

/** The paths of the screens that search engines should list, without those of single entities. */
export const indexedPaths: readonly string[] = Object.values<SiteScreen>(screens)
  .filter(({ path, isIndexed }) => isIndexed && !path.includes(':'))
  .map(({ path }) => path);

/** Whether a path looks like one of a file, which the app has none of beside those that exist. */
export const isFilePath = (path: string): boolean => path.includes('.');
