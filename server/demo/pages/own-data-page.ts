import { escapeHtml } from '#server/http/escape-html';
import { markSvg } from '#server/http/mark';
import { pageStyle } from '#server/http/page-style';

const style = `${pageStyle}
  pre { margin: 0 0 16px; padding: 12px 16px; overflow-x: auto; background: var(--surface); border: 1px solid var(--border); border-radius: 10px; font-size: 14px; }
  li { margin: 0 0 12px; }`;

const commands = (...lines: readonly string[]): string => `<pre tabindex="0">${lines.map((line) => escapeHtml(line)).join('\n')}</pre>`;

/** Renders the page that leads from the demo to your own data. It needs no script. */
export const ownDataPage = (brand: string, nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Load your own data · ${escapeHtml(brand)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header class="bar"><a class="brand" href="/">${markSvg}${escapeHtml(brand)}</a><a class="end" href="/">Back to site</a></header>
<main class="sheet">
<h1>Load your own data</h1>
<p>The operator of this site runs these commands in its folder. The server may keep running.</p>
<ol>
<li>Remove the demo: its catalog, visitors, and users.
${commands(`npm run corklight -- demo clear`)}</li>
<li>Import your files, NDJSON or CSV. Boards, influencers, and pins may come in any order.
${commands(
  `npm run corklight -- import boards boards.ndjson`,
  `npm run corklight -- import pinners pinners.csv`,
  `npm run corklight -- import pins pins.ndjson.gz`,
)}</li>
<li>Make yourself an administrator.
${commands(`npm run corklight -- admin create --email you@example.com`)}</li>
</ol>
<p>Growth appears once a row was imported on two days. <code>docs/importing.md</code> describes the formats and names every field.</p>
</main>
</body>
</html>
`;
