import { launchBrowser } from './chromium.ts';
const browser = await launchBrowser();
const origin = 'http://localhost:4461';
const list = [
  ['home', '/'],
  ['boards', '/boards'],
  ['pins', '/pins?view=grid'],
  ['keywords', '/keywords'],
  ['watchlists', '/watchlists'],
  ['today', '/dashboard'],
  ['board', 'BOARD'],
  ['keyword', 'KEYWORD'],
];
for (const [w, theme] of [
  [1280, 'light'],
  [360, 'dark'],
]) {
  const ctx = await browser.newContext({
    baseURL: origin,
    viewport: { width: w, height: w === 360 ? 740 : 800 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch: w === 360,
  });
  const page = await ctx.newPage();
  page.on('console', (m) => {
    if (m.type() === 'error') console.log(w, 'console', m.text().slice(0, 200));
  });
  page.on('pageerror', (e) => console.log(w, 'pageerror', e.message.slice(0, 200)));
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Sign in as premium user' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
  console.log('after sign in', page.url());
  for (const [name, path] of list) {
    let p = path;
    if (path === 'BOARD') {
      await page.goto('/boards');
      await page.locator('[data-testid="result-row"] th a').first().waitFor();
      p = await page.locator('[data-testid="result-row"] th a').first().getAttribute('href');
    }
    if (path === 'KEYWORD') {
      await page.goto('/keywords');
      await page.locator('[data-testid="keyword-row"] a').first().waitFor();
      p = await page.locator('[data-testid="keyword-row"] a').first().getAttribute('href');
    }
    await page.goto(p);
    await page.waitForLoadState('networkidle').catch(() => {});
    await page.waitForTimeout(600);
    const m = await page.evaluate(() => ({ h: document.documentElement.scrollHeight, sw: document.documentElement.scrollWidth }));
    console.log(w, name, JSON.stringify(m));
    await page.screenshot({ path: `/tmp/shots/${name}-${w}.png`, fullPage: true });
  }
  await ctx.close();
}
await browser.close();
