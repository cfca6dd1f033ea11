import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { ImportFixture } from '../support/database/import-fixture';
import { describeInBrowser, TestSite, type ViewerKind } from '../support/browser/test-site';

/** Markup that sets `hit` or opens a dialog if a page renders it as HTML. */
const markup = [
  `"><img src=x onerror=window.hit=1>`,
  `'><svg onload=window.hit=1>`,
  `<script>window.hit=1</script>`,
  `</script><script>window.hit=1</script>`,
  `</title></textarea></style><script>window.hit=1</script>`,
  `<iframe srcdoc="<script>parent.hit=1</script>">`,
  `<a href="javascript:window.hit=1">x</a>`,
  `<math><mi xlink:href="data:x,<script>window.hit=1</script>">`,
  `<details open ontoggle=alert(1)>`,
  `<body onpageshow=alert(1)>`,
  `<style>@import'//evil.test/x.css'</style>`,
  `<base href="//evil.test/">`,
  `<meta http-equiv=refresh content="0;url=//evil.test">`,
  `<form action="//evil.test"><input autofocus onfocus=window.hit=1>`,
  `<object data="data:text/html,<script>parent.hit=1</script>">`,
  '${window.hit=1}',
  '{{constructor.constructor("window.hit=1")()}}',
  '" autofocus onfocus="window.hit=1" x="',
  '&lt;img src=x onerror=window.hit=1&gt;',
  '<!--<img src="--><img src=x onerror=window.hit=1>">',
  '\u202Egnp.exe\u202C \u200B\u2066x\u2069',
  'a\u0000b\u0008c\uD800d',
  `Z${'\u0351\u0307'.repeat(40)}`,
  'x'.repeat(3_000),
];

/** URLs that are unsafe, misleading, or invalid. */
const unsafeUrls = [
  'javascript:window.hit=1',
  'JaVa\tScript:window.hit=1',
  'java\u0000script:window.hit=1',
  '\u0001javascript:window.hit=1',
  ' javascript:window.hit=1',
  'javascript://www.pinterest.com/%0Awindow.hit=1',
  'vbscript:x',
  'data:text/html,<script>window.hit=1</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.hit=1"/>',
  'blob:https://www.pinterest.com/x',
  'file:///etc/passwd',
  'ftp://evil.test/x',
  '//evil.test/x',
  '/\\evil.test/x',
  'https:evil.test',
  'https://a"onmouseover=window.hit=1',
  'https://www.pinterest.com@evil.test/',
  'https://user:pass@evil.test/',
  'http://[::1]/x.png',
  'http://0x7f.1/x.png',
  'http://2130706433/x.png',
  'http://169.254.169.254/latest',
  'http://localhost/x.png',
  'https:///evil.test',
];

const ROW_COUNT = 5;
const everyNth = <T>(list: readonly T[], remainder: number): T[] => list.filter((_, index) => index % ROW_COUNT === remainder);

const rows = Array.from({ length: ROW_COUNT }, (_, index) => {
  const text = everyNth(markup, index).join(' ');
  const [one, two, three, four, five] = everyNth(unsafeUrls, index);
  return {
    _id: `hostile-${index}`,
    name: text,
    description: text,
    topics: everyNth(markup, index),
    queries: everyNth(markup, index),
    url: one,
    image_url: two,
    link: three,
    website_url: four,
    domain_url: five,
    domain: text,
    username: `hostile${index}`,
    pinner_username: text,
    follower_count: 900_000_000 - index,
    saves: 900_000_000 - index,
  };
});

describeInBrowser('hostile rows', () => {
  let imports: ImportFixture;
  let site: TestSite;
  const dialogs: string[] = [];
  beforeAll(async () => {
    imports = await ImportFixture.open();
    for (const kind of ['boards', 'pinners', 'pins'] as const) {
      expect(await imports.importRecords(kind, rows, { maxRejectedShare: 0 })).toMatchObject({ outcome: 'applied', rejected: 0 });
    }
    site = await TestSite.open(imports.database);
  });
  // This finds errors, violations of the content security policy, and requests to other origins.
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(async () => {
    await site.close();
    await rm(imports.folder, { recursive: true });
  });

  /** The attributes of a page with URLs other than our own and Pinterest's. */
  const unsafeAttributes = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) =>
        ['href', 'xlink:href', 'src', 'srcset', 'action', 'formaction', 'data', 'poster'].flatMap((name) => {
          const value = element.getAttribute(name);
          if (value === null) return [];
          const url = new URL(value, location.href);
          const isOurs =
            url.origin === location.origin ||
            value === 'mailto:support@corklight.test' ||
            /^data:image\/(png|svg\+xml);base64,/.test(value);
          const isKnown = url.protocol === 'https:' && url.hostname === 'www.pinterest.com' && url.username === '';
          const isPreconnect = element.matches('link[rel="preconnect"]') && url.href === 'https://i.pinimg.com/';
          return isOurs || isKnown || isPreconnect ? [] : [`${element.localName} ${name}=${value}`];
        }),
      ),
    );

  async function visit(page: Page, path: string, text: string): Promise<void> {
    await page.goto(path);
    await page.getByText(text).first().waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    expect([path, await unsafeAttributes(page)]).toEqual([path, []]);
    expect([path, await page.evaluate(() => (globalThis as { hit?: number }).hit)]).toEqual([path, undefined]);
  }

  it.each<[ViewerKind, readonly string[]]>([
    ['visitor', ['/boards', '/pinners', '/pins']],
    ['premium', ['/boards?query=onerror', '/pins?query=svg']],
  ])(
    'are shown as text in the lists of a %s user',
    async (who, paths) => {
      const page = await site.openPage(who);
      page.on('dialog', (dialog) => dialogs.push(dialog.message()));
      for (const path of paths) await visit(page, path, 'window.hit');
      expect(dialogs).toEqual([]);
    },
    120_000,
  );

  it.each(['board', 'pinner', 'pin'])(
    'are shown as text on the page of a %s',
    async (entity) => {
      const page = await site.openPage('premium');
      page.on('dialog', (dialog) => dialogs.push(dialog.message()));
      for (const { _id } of rows) await visit(page, `/${entity}/${_id}/`, 'hit');
      expect(dialogs).toEqual([]);
    },
    120_000,
  );
});
