import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { colorVariables } from '#domain/site/colors';

const htmlEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => htmlEntities[character] ?? character);

/** HTML in which every text is escaped. */
export class Markup {
  constructor(readonly html: string) {}
}

/** What may stand in markup: texts are escaped, lists are joined, and what is missing is left out. */
export type MarkupPart = Markup | string | number | false | null | undefined | readonly MarkupPart[];

function htmlOf(part: MarkupPart): string {
  if (part instanceof Markup) return part.html;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part ? part.map(htmlOf).join('') : '';
}

/** The tag of HTML templates: it escapes every value that is not markup itself. */
export const markup = (texts: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup =>
  new Markup(texts.map((text, index) => text + htmlOf(parts[index])).join(''));

/** The style of pages that the server renders: the product's colors, a bar with its mark, and text. */
const pageStyle = `${colorVariables}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/24px system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--primary); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.bar { display: flex; gap: 16px; align-items: center; min-height: 56px; padding: 8px 16px; background: var(--surface); border-bottom: 1px solid var(--border); }
.bar a { display: inline-flex; gap: 10px; align-items: center; min-height: 40px; color: var(--muted); font-weight: 600; text-decoration: none; }
.bar a:hover { color: var(--text); }
.bar .brand { color: inherit; font-size: 18px; font-weight: 700; }
.bar .end { margin-left: auto; }
.mark rect { fill: var(--mark); } .mark path { fill: none; stroke: var(--mark-line); stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
h1 { font-size: 28px; line-height: 34px; margin: 0 0 16px; letter-spacing: -0.015em; }
p { margin: 0 0 12px; }
.sheet { max-width: 800px; margin: 0 auto; padding: 24px 16px 48px; }
.note, .error { padding: 8px 12px; border-radius: 6px; } .note { background: var(--warning-bg); color: var(--warning); }
.error { background: var(--danger-bg); color: var(--danger); }
.caption { color: var(--muted); font-size: 14px; }
`;

const mark = markup`<svg class="mark" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M5 16.5 10.2 11l3.6 3.2L19 7.5"/></svg>`;

/** A page that the server renders. */
interface PageContent {
  readonly title: string;
  readonly brand: string;
  /** What stands before the bar. */
  readonly start?: Markup;
  /** What the bar has after the brand, which leads home. */
  readonly bar?: Markup;
  readonly body: Markup;
  /** Rules besides those of every page. */
  readonly style: string;
  /** The one script of the page, which is allowed by its hash. */
  readonly script?: string;
  /** Whether search engines may list it. */
  readonly isListed?: boolean;
  /** Directives of the content security policy that differ from those of a page of text. */
  readonly policy?: Readonly<Record<string, string>>;
}

/** A rendered page with its headers. */
export interface StyledPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Renders a page that loads only its icon; its style and its script, if it has one, are allowed by hash. */
export function styledPage(content: PageContent): StyledPage {
  const {
    title,
    brand,
    start,
    bar = markup`<a class="end" href="/">Back to site</a>`,
    body,
    script,
    isListed = false,
    policy = {},
  } = content;
  const style = `${pageStyle}${content.style}`;
  const directives = {
    'default-src': `'none'`,
    'style-src': hashOf(style),
    'img-src': `'self'`,
    'form-action': `'none'`,
    'base-uri': `'none'`,
    'frame-ancestors': `'none'`,
    ...(script === undefined ? policy : { 'script-src': hashOf(script), ...policy }),
  };
  const { html } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${!isListed && markup`<meta name="robots" content="noindex">`}
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${new Markup(style)}</style>
</head>
<body>
${start}<header class="bar"><a class="brand" href="/">${mark}${brand}</a>${bar}</header>
${body}${script !== undefined && new Markup(`<script>${script}</script>`)}
</body>
</html>
`;
  const contentPolicy = Object.entries(directives).map(([directive, sources]) => `${directive} ${sources}`);
  return { html, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': contentPolicy.join('; ') } };
}

/** Sends a page with further headers. */
export const sendStyledPage = (reply: FastifyReply, { html, headers }: StyledPage, more: Readonly<Record<string, string>> = {}) =>
  reply.headers({ ...headers, ...more }).send(html);
