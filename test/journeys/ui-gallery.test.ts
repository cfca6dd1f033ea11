import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { axeViolations } from '../support/browser/accessibility-problems';
import { launchBrowser } from '../support/browser/chromium';
import { describeInBrowser } from '../support/browser/test-site';

/** Starts Vite's development server on a free port; it cannot run inside Jest. */
async function startVite(): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const args = [
    join('node_modules', 'vite', 'bin', 'vite.js'),
    '--config',
    join('client', 'vite.config.ts'),
    '--host',
    '127.0.0.1',
    '--port',
    '0',
  ];
  const { NODE_ENV: _, NODE_OPTIONS: __, ...env } = process.env;
  const child = spawn(process.execPath, args, { env: { ...env, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'inherit'] });
  const origin = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`Vite did not start: ${output}`)));
  });
  return { child, origin };
}

describeInBrowser('/dev/ui of the development server', () => {
  let vite: Awaited<ReturnType<typeof startVite>>;
  let browser: Browser;
  beforeAll(async () => {
    vite = await startVite();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    const ended = once(vite.child, 'exit');
    vite.child.kill();
    await ended;
  });

  it.each(['light', 'dark'] as const)('has no accessibility barrier in the %s theme', async (colorScheme) => {
    const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${vite.origin}/dev/ui`);
    await page.getByRole('heading', { level: 1, name: 'UI components' }).waitFor();
    // The charts are in chunks of their own, and the line is only drawn near the viewport.
    await page.locator('.apexcharts-pie-series path').first().waitFor({ state: 'attached' });
    const lineChart = page.getByRole('region', { name: 'Followers', exact: true });
    await lineChart.scrollIntoViewIfNeeded();
    await lineChart.locator('.apexcharts-line-series path').first().waitFor({ state: 'attached' });
    expect(await axeViolations(page)).toEqual([]);
    await page.close();
  });
});
