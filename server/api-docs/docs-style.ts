/** The style of the documentation, besides that of every page. */
export const docsStyle = `html { scroll-padding-top: 72px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 8px; z-index: 2; background: var(--surface); padding: 8px 12px; }
.bar { position: sticky; top: 0; z-index: 1; flex-wrap: wrap; row-gap: 0; white-space: nowrap; }
.bar span { color: var(--muted); }
@media (max-width: 479px) { .bar span { display: none; } }
.frame { max-width: 1216px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 34px; line-height: 40px; margin: 0 0 8px; }
h2 { font-size: 24px; line-height: 32px; margin: 48px 0 16px; }
.card h2 { font-size: 17px; line-height: 26px; margin: 0 0 8px; }
h3 { font-size: 14px; line-height: 20px; margin: 16px 0 4px; color: var(--muted); }
p { max-width: 72ch; }
main:focus { outline: 0; }
code, pre { font: 14px/22px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 12px 0 0; padding: 12px; background: var(--raised); border-radius: 6px; white-space: pre-wrap; }
.contents { margin: 0 0 32px; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents a { display: block; padding: 4px 0; }
[hidden] { display: none !important; }
input, button { min-height: 40px; padding: 6px 12px; background: var(--surface); border: 1px solid var(--control); border-radius: 6px; color: inherit; font: inherit; }
button { margin: 8px 0 12px; cursor: pointer; }
.contents > ul { columns: 160px; }
details { margin-top: 8px; }
summary { padding: 6px 0; cursor: pointer; }
.enter-key, .contents > p { display: grid; gap: 4px; max-width: 420px; }
[aria-current] { font-weight: 650; }
.contents ul ul { display: none; }
.searching ul ul { display: block !important; }
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
  .contents > ul { columns: auto; }
  .contents { margin: 0; position: sticky; top: 72px; align-self: start; max-height: calc(100vh - 88px); overflow-y: auto; padding-right: 8px; }
  .contents ul ul { display: block; margin: 0 0 8px; padding-left: 12px; }
}
`;
