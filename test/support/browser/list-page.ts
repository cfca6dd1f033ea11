import type { Page } from 'playwright-core';

/** Resolves once the table of a list shows the rows of the current search. */
export const waitForTable = (page: Page) => page.locator('[data-testid="results-table"][aria-busy="false"]').waitFor();

/** Leads a page to a list. Resolves once its table shows the rows. */
export async function showList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForTable(page);
}

/** The names of the rows. */
export const rowTitles = (page: Page) => page.locator('[data-testid="result-row"] th a').allTextContents();

/** Resolves once the session is loaded and allows keyword search. */
export const waitForKeywordSearch = (page: Page) => page.locator('[data-testid="search-input"]:enabled').waitFor();

/** Resolves once the session is loaded and locks keyword search. */
export const waitForKeywordLock = (page: Page) =>
  page.locator('#keywords-locked').getByText('Keyword search is a Premium feature.').waitFor();

/** The columns after the two numbers in which no row has a value. */
export const emptyColumns = (page: Page) =>
  page.getByTestId('results-table').evaluate((table) => {
    const heads = [...table.querySelectorAll('thead th')].slice(4, -1);
    const rows = [...table.querySelectorAll('tbody tr')];
    const isEmpty = (cell: Element | undefined) => !cell?.querySelector('svg') && /^(unknown|–|\s)*$/.test(cell?.textContent ?? '');
    return heads.filter((_, index) => rows.every((row) => isEmpty(row.children[index + 4]))).map((head) => head.textContent);
  });
