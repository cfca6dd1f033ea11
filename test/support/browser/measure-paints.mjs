// Measures how much later than the first paint the largest one comes, on a phone and without pictures, from a running site with the demo:
// `npm run paints -- ADDRESS`, which the server prints when it starts. A measured ratio, so no test: medians of five runs, with a cold cache each.
import { launchBrowser } from './chromium.ts';

const [address = 'http://localhost:3000'] = process.argv.slice(2);
const { origin } = new URL(address);
const paths = ['/', '/boards', '/pins?view=grid', '/pinners', '/keywords', '/dashboard', '/watchlists', '/premium'];
const RUN_COUNT = 5;
const MAX_RATIO = 1.3;
const PROCESSOR_SLOWDOWN = 4;
const BYTES_PER_SECOND = 1_600_000 / 8;
const network = { offline: false, latency: 150, downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND };

const browser = await launchBrowser();

/** The first and the largest paint of a path in milliseconds, with the cookies of a user with Premium. */
async function paintsOf(path, storageState) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
    storageState,
  });
  const page = await context.newPage();
  await page.route('**/*', (route) => (route.request().resourceType() === 'image' ? route.abort() : route.continue()));
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', network);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
  await page.goto(path);
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'));
  await page.waitForLoadState('networkidle');
  const paints = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const first = performance.getEntriesByName('first-contentful-paint')[0].startTime;
        const observer = new PerformanceObserver((list) => resolve({ first, largest: list.getEntries().at(-1).startTime }));
        observer.observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await context.close();
  return paints;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await page.goto(address);
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Sign in as premium user' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
  const storageState = await context.storageState();
  for (const path of paths) {
    const runs = [];
    for (let run = 0; run < RUN_COUNT; run += 1) runs.push(await paintsOf(path, storageState));
    const ratio = median(runs.map(({ first, largest }) => largest / first));
    const [first, largest] = [runs.map((one) => one.first), runs.map((one) => one.largest)].map((all) => Math.round(median(all)));
    process.stdout.write(
      `${path}  first ${first} ms, largest ${largest} ms, ratio ${ratio.toFixed(2)}${ratio > MAX_RATIO ? ' (too late)' : ''}\n`,
    );
  }
} finally {
  await browser.close();
}
