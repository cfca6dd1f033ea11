/** The colors of the client (see client/src/styles/tokens.css), light or dark as the device prefers. */
const colorTokens = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#fbfaf8, #14120f); --surface: light-dark(#ffffff, #1d1a16); --raised: light-dark(#f3f0ea, #27231e);
  --border: light-dark(#e3ded5, #3a352e); --control: light-dark(#857d71, #8f877b);
  --text: light-dark(#1f1b16, #f3efe8); --muted: light-dark(#5e564b, #b9b0a3);
  --primary: light-dark(#0b625d, #5fd0c5); --on-primary: light-dark(#ffffff, #06201e);
  --soft: light-dark(#dff1ef, #123634); --on-soft: light-dark(#0a4f4b, #9be5dd);
  --info: light-dark(#1a589e, #8ab8ff); --info-bg: light-dark(#e4effb, #12263f); --warning: light-dark(#7a4f00, #f2c14e);
  --warning-bg: light-dark(#fff2cf, #33270a); --danger: light-dark(#af231c, #ff9388); --danger-bg: light-dark(#fde9e7, #3a1613);
  --focus: light-dark(#0b57d0, #9cc2ff);
}`;

/** The style of pages that the server renders: the product's colors, a bar with its mark, and text. */
export const pageStyle = `${colorTokens}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/24px system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--primary); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.bar { display: flex; gap: 16px; align-items: center; min-height: 56px; padding: 8px 16px; background: var(--surface); border-bottom: 1px solid var(--border); }
.bar a { display: inline-flex; gap: 10px; align-items: center; min-height: 40px; color: var(--muted); font-weight: 600; text-decoration: none; }
.bar a:hover { color: var(--text); }
.bar .brand { color: inherit; font-size: 18px; font-weight: 700; }
.bar .end { margin-left: auto; }
.mark rect { fill: #0b625d; } .mark path { fill: none; stroke: #ff7db5; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
h1 { font-size: 28px; line-height: 34px; margin: 0 0 16px; letter-spacing: -0.015em; }
p { margin: 0 0 12px; }
.sheet { max-width: 800px; margin: 0 auto; padding: 24px 16px 48px; }
.note, .error { padding: 8px 12px; border-radius: 6px; } .note { background: var(--warning-bg); color: var(--warning); }
.error { background: var(--danger-bg); color: var(--danger); }
.caption { color: var(--muted); font-size: 14px; }`;
