import { pictureOf, thumbnail } from '#domain/catalog/picture';
import type { PageMetadata } from '#domain/site/page-metadata';
import { documentTitle } from '#domain/site/screens';
import { escapeHtml } from '#server/http/styled-page';

/** Where index.html has what depends on the page. */
const HEAD_PLACEHOLDER = '<!-- __PAGE_HEAD__ -->';
const HEADING_PLACEHOLDER = '__PAGE_HEADING__';
const LEAD_PLACEHOLDER = '__PAGE_LEAD__';

const PREVIEW_WIDTH_PX = 736;

/** The picture of pages without one of their own. */
const SITE_IMAGE_PATH = '/icon-512.png';

/** What the heads of all pages of a site share. */
interface HeadContext {
  readonly brand: string;
  /** The origin of absolute URLs. */
  readonly origin: string;
  /** The hosts that browsers may load pictures from. */
  readonly imageHosts: readonly string[];
}

/** The absolute URL of a picture that browsers may load, in the size of a preview; null for any other. */
function previewUrl(imageUrl: string | null, { origin, imageHosts }: HeadContext): string | null {
  const picture = pictureOf(imageUrl, imageHosts);
  return picture && new URL(thumbnail(picture.fallback ?? picture.src, PREVIEW_WIDTH_PX), origin).href;
}

/** Renders the tags of a page's head that depend on what the page is about. */
function renderHead(metadata: PageMetadata, context: HeadContext): string {
  const { brand, origin } = context;
  const title = documentTitle(metadata.title, brand);
  const url = metadata.canonicalPath === null ? null : `${origin}${metadata.canonicalPath}`;
  const ownImage = previewUrl(metadata.imageUrl, context);
  const properties = [
    ['og:site_name', brand],
    ['og:type', metadata.type],
    ['og:title', metadata.title ?? title],
    ['og:description', metadata.description],
    ['og:url', url],
    ['og:image', ownImage ?? `${origin}${SITE_IMAGE_PATH}`],
  ] as const;
  const names = [
    ['description', metadata.description],
    ['robots', metadata.isIndexed ? null : 'noindex'],
    ['twitter:card', ownImage === null ? 'summary' : 'summary_large_image'],
  ] as const;
  const tag = (kind: 'property' | 'name') => (pair: readonly [string, string | null]) =>
    pair[1] === null ? [] : [`<meta ${kind}="${pair[0]}" content="${escapeHtml(pair[1])}" />`];
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...names.flatMap(tag('name')),
    ...(url === null ? [] : [`<link rel="canonical" href="${escapeHtml(url)}" />`]),
    ...properties.flatMap(tag('property')),
  ].join('\n    ');
}

/**
 * Returns index.html with the head of a page, the tags that load its screen, and what can be read until the app has loaded: the h1, and what
 * the page is about.
 */
export const renderPage = (indexPage: string, metadata: PageMetadata, context: HeadContext, screenTags: string): string =>
  indexPage
    .replace(HEAD_PLACEHOLDER, () => `${renderHead(metadata, context)}\n    ${screenTags}`)
    .replace(HEADING_PLACEHOLDER, () => escapeHtml(metadata.heading) || '&nbsp;')
    .replace(LEAD_PLACEHOLDER, () => (metadata.heading === '' ? '' : escapeHtml(metadata.description)));
