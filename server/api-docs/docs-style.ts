/** The style of the page: the client's tokens (see client/src/styles/tokens.css), light or dark as the device prefers. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#fbfaf8, #14120f); --surface: light-dark(#ffffff, #1d1a16); --raised: light-dark(#f3f0ea, #27231e);
  --border: light-dark(#e3ded5, #3a352e); --text: light-dark(#1f1b16, #f3efe8); --muted: light-dark(#5e564b, #b9b0a3);
  --primary: light-dark(#0b625d, #5fd0c5); --soft: light-dark(#dff1ef, #123634); --on-soft: light-dark(#0a4f4b, #9be5dd);
  --info: light-dark(#1a589e, #8ab8ff); --info-bg: light-dark(#e4effb, #12263f); --warning: light-dark(#7a4f00, #f2c14e);
  --warning-bg: light-dark(#fff2cf, #33270a); --danger: light-dark(#af231c, #ff9388); --danger-bg: light-dark(#fde9e7, #3a1613);
  --focus: light-dark(#0b57d0, #9cc2ff);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/24px system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--primary); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 8px; background: var(--surface); padding: 8px 12px; }
.bar { display: flex; gap: 16px; align-items: center; min-height: 56px; padding: 8px 16px; background: var(--surface); border-bottom: 1px solid var(--border); }
.bar a { font-weight: 650; text-decoration: none; color: inherit; }
.bar span { color: var(--muted); }
.frame { max-width: 1216px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 34px; line-height: 40px; margin: 0 0 8px; }
h2 { font-size: 24px; line-height: 32px; margin: 48px 0 16px; }
h3 { font-size: 17px; line-height: 26px; margin: 0 0 8px; }
h4 { font-size: 14px; line-height: 20px; margin: 16px 0 4px; color: var(--muted); }
p { margin: 0 0 12px; max-width: 72ch; }
main:focus { outline: 0; }
code, pre { font: 14px/22px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 12px 0 0; padding: 12px; background: var(--raised); border-radius: 6px; white-space: pre-wrap; }
.contents { margin: 0 0 32px; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents a { display: block; padding: 4px 0; }
.contents ul ul { display: none; }
.contents ul ul a { color: var(--muted); text-decoration: none; font-size: 14px; line-height: 20px; }
.contents ul ul a:hover { color: var(--primary); text-decoration: underline; }
.card { background: var(--surface); border: 1px solid var(--border); border-radius: 10px; padding: 16px; margin: 0 0 16px; }
.card > :last-child { margin-bottom: 0; }
.path { font-size: 15px; font-weight: 600; }
.tag { display: inline-block; min-width: 60px; margin-right: 8px; padding: 0 8px; border-radius: 6px; text-align: center; font-size: 13px; font-weight: 650; }
.get { background: var(--info-bg); color: var(--info); }
.post { background: var(--soft); color: var(--on-soft); }
.patch { background: var(--warning-bg); color: var(--warning); }
.delete { background: var(--danger-bg); color: var(--danger); }
.facts { margin: 0; display: grid; grid-template-columns: minmax(72px, max-content) 1fr; gap: 4px 16px; }
.facts dt { color: var(--muted); }
.facts dd { margin: 0; }
.fields { list-style: none; margin: 0; padding: 0; }
.fields + p { margin-top: 12px; }
.fields li > code { font-weight: 600; }
.fields li { padding: 6px 0; border-top: 1px solid var(--border); }
.fields li:first-child { border-top: 0; }
.fields .fields { margin: 4px 0 0 8px; padding-left: 12px; border-left: 2px solid var(--border); }
.kind, .says { color: var(--muted); font-size: 14px; line-height: 20px; }
.says { display: block; }
@media (min-width: 960px) {
  .frame { display: grid; grid-template-columns: 256px minmax(0, 1fr); gap: 48px; padding: 32px 32px 96px; }
  .contents { margin: 0; position: sticky; top: 16px; align-self: start; max-height: calc(100vh - 32px); overflow-y: auto; padding-right: 8px; }
  .contents ul ul { display: block; margin: 0 0 8px; padding-left: 12px; }
}
`;
