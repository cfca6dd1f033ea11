// Takes the screenshots of the README from a running site with the demo: `npm run screenshots -- ADDRESS`, which the server prints when it starts.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from './chromium.ts';

const [address = 'http://localhost:3000'] = process.argv.slice(2);
const { origin } = new URL(address);
const folder = join(process.cwd(), 'docs', 'images');

/** Each with what is on screen once it is complete. */
const screens = [
  {
    name: 'boards',
    path: '/boards?collaborators=5..&script=latin&active=30d',
    ready: '[data-testid="results-table"][aria-busy="false"] img[data-loaded]',
  },
  { name: 'board', path: null, heightPx: 1160, ready: '.apexcharts-series path' },
  { name: 'pins', path: '/pins?view=grid&picture=1', ready: '[data-testid="pin-grid"] img[data-loaded]' },
  { name: 'keywords', path: '/keywords', ready: '[data-testid="keyword-row"]' },
];

/** The first board of the list that is already on screen. */
const openFirstBoard = (page) => page.locator('[data-testid="result-row"] th a').first().click();

const browser = await launchBrowser();
try {
  await mkdir(folder, { recursive: true });
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Sign in as premium user' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
  for (const { name, path, ready, heightPx = 800 } of screens) {
    await page.setViewportSize({ width: 1280, height: heightPx });
    await (path === null ? openFirstBoard(page) : page.goto(path));
    await page.locator(ready).first().waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('main img:not([loading="lazy"])')].every((image) => 'loaded' in image.dataset),
    );
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}.png`) });
  }
} finally {
  await browser.close();
}
