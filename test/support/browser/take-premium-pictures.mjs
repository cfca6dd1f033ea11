// Takes the pictures of the Premium page from a running site with the demo: `npm run screenshots:premium -- ADDRESS`, which the server prints when it starts.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from './chromium.ts';

const [address = 'http://localhost:3000'] = process.argv.slice(2);
const { origin } = new URL(address);
const folder = join(process.cwd(), 'client', 'src', 'subscriptions', 'pictures');
/** What the component says about each picture, in CSS pixels; twice as many are stored for sharp screens. */
const picture = { widthPx: 560, heightPx: 420, scale: 2, qualityPercent: 60 };

const search = async (page) => {
  await page.goto('/boards?query=weeknight+dinners');
  await page.locator('[data-testid="results-table"][aria-busy="false"] img[data-loaded]').first().waitFor();
  return { start: page.getByTestId('search-input'), gapPx: 4 };
};

const filters = async (page) => {
  await page.goto('/boards?followers=1000..50000&active=30d&steady=1');
  await page.locator('[data-testid="results-table"][aria-busy="false"] img[data-loaded]').first().waitFor();
  await page.getByRole('button', { name: /^Filters/ }).click();
  return { start: page.getByRole('button', { name: /^Filters/ }), gapPx: 4 };
};

const comparison = async (page) => {
  await page.goto('/boards?collaborators=5..&script=latin&steady=1&order_by=momentum_score');
  for (const index of [0, 3, 6]) await page.getByTestId('result-row').nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const card = page.getByRole('region', { name: 'Followers' });
  await card.getByText('Download PNG').waitFor();
  return { start: card, gapPx: 8 };
};

const alerts = async (page) => {
  await page.locator('a[href^="/board/"]').first().click();
  const button = page.getByRole('button', { name: /^Watch(ing)? / }).first();
  // It watches at once; what was watched for the pictures before still is.
  if ((await button.innerText()) === 'Watch') await button.click();
  await page
    .getByRole('button', { name: /^Watching / })
    .first()
    .waitFor();
  await page.goto('/watchlists');
  const rules = page.getByRole('region', { name: 'Alerts' });
  await rules.getByRole('button', { name: 'Add rule' }).waitFor();
  if ((await rules.getByRole('listitem').count()) === 0) {
    await rules.getByRole('button', { name: 'Add rule' }).click();
    await rules.getByRole('listitem').first().waitFor();
    // Without the message that the rule was added.
    await page.reload();
  }
  await rules.getByRole('listitem').first().waitFor();
  return { start: rules, gapPx: 8 };
};

/** Each goes on from the page of the one before. Its picture begins with `start`, and so many pixels above it. */
const scenes = { search, filters, comparison, alerts };

async function capture(page, { start, gapPx }) {
  await page.waitForLoadState('networkidle');
  const { y } = await start.boundingBox();
  const session = await page.context().newCDPSession(page);
  const top = Math.max(0, (await page.evaluate(() => scrollY)) + y - gapPx);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: picture.qualityPercent,
    clip: { x: 0, y: top, width: picture.widthPx, height: picture.heightPx, scale: picture.scale },
  });
  return Buffer.from(data, 'base64');
}

const browser = await launchBrowser();
try {
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: picture.widthPx, height: 1000 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(address);
    await page.goto('/auth/login');
    await page.getByRole('button', { name: 'Sign in as premium user' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
    for (const [name, open] of Object.entries(scenes)) {
      await writeFile(join(folder, `${name}-${colorScheme}.webp`), await capture(page, await open(page)));
    }
    await context.close();
  }
} finally {
  await browser.close();
}
