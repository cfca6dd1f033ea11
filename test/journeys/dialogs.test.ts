import type { Page } from 'playwright-core';
import { waitForTable } from '../support/browser/list-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const watchFirstRow = async (page: Page) => {
  await page.goto('/boards');
  await waitForTable(page);
  await page.locator('[data-watch][title^="Watch"]').first().click();
  await page.getByTestId('watch-bar').waitFor();
};

/** Ways to the dialogs that have a text field. */
const dialogs: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'Save this search': async (page) => {
    await page.goto('/boards');
    await page.getByRole('button', { name: 'Save search' }).click();
  },
  'of a watched item': async (page) => {
    await watchFirstRow(page);
    await page.getByTestId('watch-bar').getByRole('button', { name: 'Note' }).click();
    await page.getByLabel('Note', { exact: true }).waitFor();
  },
  'of a watched row': async (page) => {
    await watchFirstRow(page);
    await page.locator('tbody [data-watch][aria-haspopup=dialog]').first().click();
    await page.getByLabel('Note', { exact: true }).waitFor();
  },
  Rename: async (page) => {
    await watchFirstRow(page);
    await page.goto('/watchlists');
    await page.getByRole('button', { name: 'Rename' }).click();
  },
  'Export my data': async (page) => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Export my data' }).click();
  },
  'Delete my account?': async (page) => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
  },
};

describeInBrowser('on the site of a marketer,', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => {
    expect(await site.closePages()).toEqual([]);
    await site.database.pool.query('delete from watchlists');
  });
  afterAll(() => site.close());

  describe('dialogs', () => {
    it.each(Object.keys(dialogs))('take what is typed into their first field, and are aligned as the page is: %s', async (name) => {
      const page = await site.openPage('premium');
      await site.database.pool.query(`update users set password_hash = 'some' where email = 'premium@site.test'`);
      await dialogs[name]?.(page);
      const dialog = page.locator('dialog[open]');
      await dialog.waitFor();
      await page.keyboard.type('a b');
      const field = dialog.locator('input:not([type=checkbox]), textarea').first();
      expect(await field.inputValue()).toBe('a b');
      expect(await dialog.evaluate((element) => getComputedStyle(element).textAlign)).toBe('start');
    });

    it('propose a name for a view, which Enter saves', async () => {
      const page = await site.openPage('premium');
      await page.goto('/boards?topic=home+decor&active=30d');
      await page.getByRole('button', { name: 'Save search' }).click();
      await page.keyboard.press('Enter');
      const saved = page.getByRole('navigation', { name: 'Saved searches' }).getByRole('link');
      await saved.waitFor();
      expect(await saved.innerText()).toBe('home decor, active 30 days');
    });

    it('show the shortcuts from their beginning', async () => {
      const page = await site.openPage('free', { viewport: { width: 1280, height: 600 } });
      await page.goto('/boards');
      await waitForTable(page);
      await page.keyboard.press('?');
      const help = page.locator('dialog[open]');
      await help.getByText('Watch a row').waitFor();
      expect(await help.evaluate((element) => [element.scrollTop, document.activeElement?.tagName])).toEqual([0, 'H2']);
    });
  });

  describe('watching from a list', () => {
    it('takes one key', async () => {
      const page = await site.openPage('free');
      await page.goto('/boards');
      await waitForTable(page);
      await page.locator('[data-watch]:enabled').first().waitFor();
      await page.keyboard.press('j');
      const title = await page.evaluate(() => document.activeElement?.textContent);
      await page.keyboard.press('s');
      await page.getByTestId('watch-bar').waitFor();
      expect(await page.getByTestId('watch-bar').innerText()).toContain(`Watching ${title} in Watchlist.`);
    });

    it('has selected rows watched together', async () => {
      const page = await site.openPage('premium');
      await page.goto('/pinners');
      await waitForTable(page);
      for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
      await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Watch' }).click();
      await page.getByTestId('watch-bar').getByText('Watching 3 items in Watchlist.').waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Export CSV' }).click();
      expect((await download).suggestedFilename()).toContain('pinners');
    });

    it('has a star of 44 px in every row on phones, and nothing scrolls sideways', async () => {
      const page = await site.openPage('premium', phone);
      for (const list of ['boards', 'pins', 'pinners']) {
        await page.goto(`/${list}?view=table`);
        await waitForTable(page);
        // Each star arrives on its own, with the chunk that has them all.
        await page.waitForFunction(() =>
          [...document.querySelectorAll('[data-testid=result-row]')].every((row) => row.querySelector('[data-watch]')),
        );
        const sizes = await page.locator('[data-testid=result-row] [data-watch]').evaluateAll((stars) =>
          stars.map((star) => {
            const { width, height, right } = star.getBoundingClientRect();
            return Math.min(width, height) >= 44 && right <= innerWidth;
          }),
        );
        expect([list, sizes]).toEqual([list, Array.from({ length: 10 }, () => true)]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    });

    it('selects a row by a long press, which does not open it', async () => {
      const page = await site.openPage('premium', phone);
      await page.goto('/boards');
      await waitForTable(page);
      const box = await page.getByTestId('result-row').nth(1).boundingBox();
      const touch = await page.context().newCDPSession(page);
      const point = { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 30 };
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      await page.getByText('1 selected').waitFor();
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      expect(new URL(page.url()).pathname).toBe('/boards');
      expect(await page.getByText('1 selected').count()).toBe(1);
    });
  });
});
