import { createHash } from 'node:crypto';
import { colorVariables } from '#domain/site/colors';

/** The style of pages that the server renders: the product's colors, a bar with its mark, and text. */
export const pageStyle = `${colorVariables}
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
.caption { color: var(--muted); font-size: 14px; }`;

/** The content policy of a page without scripts that loads only its icon and this one style, which is allowed by its hash. */
export const policyOfStyledPage = (style: string): string =>
  [
    `default-src 'none'`,
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `img-src 'self'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
