import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config';
import { VERSION } from '#server/config/version';
import { escapeHtml } from '#server/http/escape-html';
import { markSvg } from '#server/http/mark';
import { pageStyle, policyOfStyledPage } from '#server/http/page-style';

const style = `${pageStyle}
h2 { font-size: 20px; line-height: 28px; margin: 32px 0 8px; }
li { margin: 0 0 8px; }`;

/** The statement of docs/accessibility.md, for the people who use a site. */
function statementOf(brand: string, support: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Accessibility · ${brand}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<header class="bar"><a class="brand" href="/">${markSvg}${brand}</a><a class="end" href="/">Back to site</a></header>
<main class="sheet">
<h1>Accessibility</h1>
<p>${brand} aims for WCAG 2.2, level AA. This is a self-assessment of Corklight ${VERSION}, by automated tests and by keyboard. No person who depends on a screen reader, and no outside auditor, has judged it.</p>
<h2>What is tested</h2>
<ul>
<li>Every screen has no serious or critical finding of axe, light and dark, on phones and on desktops, and does not scroll sideways.</li>
<li>These work with the keyboard alone: the skip link, lists and their rows, search, filters, columns, charts, and the command palette (Ctrl K, or ⌘ K on a Mac). Press ? for all shortcuts, and to turn single keys off.</li>
<li>After a change of screen, the focus is on its heading.</li>
</ul>
<h2>What does not work, or is not known</h2>
<ul>
<li>Axe finds about half of what can be wrong.</li>
<li>Screen readers, voice control, forced colors, and browsers other than Chromium have not been tried.</li>
<li>Charts can be read without seeing them as a table or as CSV only.</li>
<li>Pictures of pins come from Pinterest without a description. They stand beside the name of the pin.</li>
<li>The payment page and Pinterest’s own pages belong to others. Emails are not tested.</li>
</ul>
<h2>Tell us</h2>
<p>${support === '' ? 'Tell the operator of this site what does not work for you.' : `Write to <a href="mailto:${support}">${support}</a> about what does not work for you.`}</p>
</main>
</body>
</html>
`;
}

/** Serves the accessibility statement, which needs no script and stays open during maintenance. */
export function serveAccessibilityPage(fastify: FastifyInstance, { BRAND_NAME, SUPPORT_EMAIL }: Config): void {
  const page = statementOf(escapeHtml(BRAND_NAME), escapeHtml(SUPPORT_EMAIL));
  fastify.get('/accessibility', (_, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'content-security-policy': policyOfStyledPage(style),
      })
      .send(page),
  );
}
