import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Page } from 'playwright-core';
import { keywordKey } from '#domain/catalog/keywords/words';
import type { LinkedAccount, OwnAnalytics, OwnBoards, OwnTopPins, Trends } from '#domain/linked-accounts/contract';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { keyboardProblems } from '../support/browser/keyboard-problems';
import { waitUntilLoaded } from '../support/browser/loaded-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';
import { createTestDatabase } from '../support/database/test-database';
import { corklight, type ServerProcess } from '../support/process/server-process';

const USERNAME = 'maple_kitchen';
/** Reading every row of the demo, several times, takes a slow machine minutes. */
const SEARCH_TIMEOUT_MS = 600_000;
const POLL_MS = 1_000;
/** Of the screens that only an account with search volumes has; `every-screen` looks at the others with an account. */
const widths = [360, 768, 1280];
const ACCOUNTS = '/users/me/pinterest_accounts';

/** What is asked before and after the account is unlinked; some of it is cached. */
const paths = ['/users/me/today', ACCOUNTS, '/users/me/keywords', '/users/me/topics', '/keywords', '/boards', '/pins'];

const found = (marks: readonly string[], text: string) => marks.filter((mark) => text.includes(mark));

/** The tables with rows that have one of the marks, in any column; in a binary one, the beginning of the names. */
async function tablesWith(pool: Pool, marks: readonly string[]): Promise<readonly string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const patterns = [...marks, Buffer.from(`${USERNAME}: `).toString('hex')].map((mark) => `%${mark}%`);
  const names: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select from ${name} t where t::text like any($1) limit 1`, [patterns]);
    if (rows.length > 0) names.push(name);
  }
  return names;
}

/** The last two characters of a file, which is long and still being written. */
async function readEnd(path: string): Promise<string> {
  const file = await open(path);
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, Math.max(0, size - 2));
  await file.close();
  return buffer.toString('latin1', 0, bytesRead);
}

/** The texts in the server's memory: a snapshot of its heap, which it writes at SIGUSR2 into the folder, after it has collected garbage. */
async function readHeap({ process: server }: ServerProcess, folder: string): Promise<string> {
  server.kill('SIGUSR2');
  for (;;) {
    await sleep(POLL_MS);
    const name = (await readdir(folder)).find((one) => one.endsWith('.heapsnapshot'));
    const path = join(folder, name ?? '');
    if (name === undefined || (await readEnd(path)) !== ']}') continue;
    const snapshot = await readFile(path, 'utf8');
    await rm(path);
    return snapshot.slice(snapshot.lastIndexOf('"strings":['));
  }
}

/** The response to a request of this page. A busy machine may answer 503: then the page asks again. */
async function ask(page: Page, path: string, method = 'GET') {
  for (;;) {
    const response = await page.evaluate(
      async ([url = '', verb = '']) => {
        const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
        const headers = { 'content-type': 'application/json', 'x-xsrf-token': token };
        const sent = await fetch(`/api${url}`, verb === 'GET' ? {} : { method: verb, headers, body: '{}' });
        return { status: sent.status, text: await sent.text() };
      },
      [path, method],
    );
    if (response.status !== 503) return response;
    await sleep(POLL_MS);
  }
}

describeInBrowser('the journey through Pinterest’s own numbers', () => {
  let site: TestSite;
  let page: Page;
  let folder: string;
  let account: LinkedAccount;
  let savedKeyword: string;
  /** What the sandbox tells about the account. */
  let marks: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'corklight-own-numbers-'));
    site = await TestSite.open(undefined, { settings: { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}` } });
    // Most of the demo's rows, in which nothing of an account is; the backup has those of this journey.
    await site.database.pool.query('truncate events');
    page = await site.openPage('premium');
    await page.goto('/dashboard');
    // The questions of the first run are out of the way.
    await page.getByRole('button', { name: /^Skip/ }).first().click();
  });
  afterAll(async () => {
    const problems = await site.closePages();
    await site.close();
    await rm(folder, { recursive: true, force: true });
    expect(problems).toEqual([]);
  });

  const card = (testId: string) => page.getByTestId(testId);
  const readOwn = <T>(what: string) => site.fetchJson<T>('premium', `${ACCOUNTS}/${account._id}/${what}`);

  it('links an account, and shows its figures on Today', async () => {
    await page.getByRole('button', { name: 'Add Account' }).click();
    await page.getByLabel(`@${USERNAME}`).waitFor();
    expect(await page.getByText('read your ad accounts').count()).toBe(0);
    await page.getByRole('button', { name: 'Allow' }).click();
    await card('account-row').waitFor();
    [account] = (await site.fetchJson<readonly LinkedAccount[]>('premium', ACCOUNTS)) as [LinkedAccount];
    expect(account).toMatchObject({ username: USERNAME, state: 'connected', has_volumes: false });
    await card('today-pins').getByText(`${USERNAME}: `).first().waitFor();
    await card('today-site').getByText('Outbound clicks').waitFor();
  });

  it('the figures on Today take as much room as what stands for them while they load', async () => {
    const heightOf = async (testId: string) => (await card(testId).boundingBox())?.height ?? 0;
    const heights = async () => ({ site: await heightOf('today-site'), pins: await heightOf('today-pins') });
    const arrival = Promise.withResolvers<undefined>();
    await page.route(/\/(?:analytics|top_pins)\?/, (route) => void arrival.promise.then(() => route.continue()));
    await page.reload();
    await card('today-pins').getByRole('listitem').first().waitFor();
    const { site: siteHeight, pins: pinsHeight } = await heights();
    arrival.resolve(undefined);
    await waitUntilLoaded(page);
    await card('today-pins').getByText(`${USERNAME}: `).first().waitFor();
    expect(await heights()).toEqual({ site: expect.closeTo(siteHeight, 0), pins: expect.closeTo(pinsHeight, 0) });
    await page.unrouteAll();
  });

  it('opens the account: figures, boards with their share, top pins', async () => {
    await page.getByRole('link', { name: `@${USERNAME}`, exact: true }).click();
    await card('own-figures').getByTestId('total-row').first().waitFor();
    await card('own-boards')
      .getByText(/brings \d+% of your outbound clicks\. Counted from 13 of your 14 pins/)
      .waitFor();
    await card('own-pins').getByTestId('own-pin').first().waitFor();
    expect(await card('own-boards').getByText('Group board of @north_light_home').count()).toBe(1);
  });

  it('finds trends, saves one, and explores it in the catalog', async () => {
    await page.getByRole('link', { name: 'Trends at Pinterest' }).click();
    await card('trends').getByText('more than +10,000%').first().waitFor();
    await page.getByLabel('Region').selectOption({ label: 'United Kingdom, Ireland' });
    await page.getByRole('heading', { name: 'Growing in United Kingdom, Ireland' }).waitFor();
    const row = card('trend-row').first();
    savedKeyword = (await row.getByRole('link').textContent()) ?? '';
    await row.getByRole('button', { name: `Save ${savedKeyword}` }).click();
    await row.getByText('Saved').waitFor();
    await card('terms').getByRole('link', { name: 'allow search volumes for your account' }).waitFor();
    await row.getByRole('link').click();
    await page.waitForURL(/\/keywords\//);
    const results = card('keyword-numbers').getByText(/^Since you saved it/);
    expect(await results.textContent()).toBe('Since you saved it: no pin of yours has it in its title yet.');
  });

  it('allows search volumes in a second consent, and shows them', async () => {
    await card('keyword-numbers').getByRole('link', { name: 'allow them for your account' }).click();
    await page.getByRole('button', { name: 'Allow search volumes' }).click();
    await page.getByText('read your ad accounts and search volumes').waitFor();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('You have allowed search volumes and related terms.').waitFor();
    await page.goto('/keywords/fall%20outfits');
    await card('keyword-volume')
      .getByText(/^Pinterest, United States, /)
      .waitFor();
    await page.getByLabel('Country').selectOption('DE');
    await card('keyword-volume')
      .getByText(/^Pinterest, Germany, /)
      .waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await page.goto('/keywords');
    await card('keyword-row')
      .first()
      .getByText(/^Pinterest, Germany, /)
      .waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await page.getByRole('button', { name: 'Order by search volume' }).click();
    await card('volume-row').first().waitFor();
    await page.goto('/trends');
    await card('terms').getByLabel('Term').fill('nails');
    await card('terms').getByRole('button', { name: 'Show terms' }).click();
    await card('terms').getByText('nails for beginners').waitFor();
  });

  it('shows below a saved keyword what came of it', async () => {
    const { rows } = await site.database.pool.query<{ user_id: string }>('select user_id from linked_accounts');
    const values = [rows[0]?.user_id, keywordKey('fall outfits')];
    // As if it had been saved before the account's pins were made.
    await site.database.pool.query(
      `insert into saved_keywords (user_id, keyword, name, saved_at) values ($1, $2, 'fall outfits', now() - interval '1000 days')`,
      values,
    );
    await page.goto('/keywords?saved=1');
    for (const hasText of [/^2 pins, /, 'No pin of yours yet']) await card('saved-results').filter({ hasText }).waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await site.database.pool.query('delete from saved_keywords where user_id = $1 and keyword = $2', values);
  });

  it('is walked through by keyboard, and Escape closes the question whether to unlink', async () => {
    for (const [path, testId] of [
      [`/accounts/${account._id}`, 'own-board'],
      ['/trends', 'trend-row'],
      ['/keywords/compare?keywords=wedding,bread', 'keyword-compare-table'],
      ['/keywords?saved=1', 'saved-results'],
    ] as const) {
      await page.goto(path);
      await card(testId).first().waitFor();
      await waitUntilLoaded(page);
      expect([path, await keyboardProblems(page)]).toEqual([path, []]);
    }
    await page.goto('/dashboard');
    const unlink = page.getByRole('button', { name: `Unlink @${USERNAME}` });
    await unlink.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await unlink.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  const countAnswers = async () => (await site.database.pool.query('select from account_answers')).rowCount;

  it(
    'is unlinked, and nothing of it remains in memory, in the database, and in backups made afterward',
    async () => {
      await page.goto(`/accounts/${account._id}`);
      await card('own-pin').first().waitFor();
      await card('own-board').first().waitFor();
      const [{ pins }, { boards }] = [await readOwn<OwnTopPins>('top_pins'), await readOwn<OwnBoards>('boards')];
      const [{ series }, { trends }] = [await readOwn<OwnAnalytics>('analytics'), await readOwn<Trends>('trends?region=DE')];
      const names = [...pins.map(({ id, title }) => title ?? id), ...boards.map(({ name }) => name)];
      expect(names).toHaveLength(14);
      expect(found(names, await page.getByRole('main').innerText())).toEqual(names);
      const told = [...names, ...[...pins, ...boards].map(({ id }) => id)];
      const { rows } = await site.database.pool.query<{ external_id: string }>('select external_id from linked_accounts');
      const external = rows.map(({ external_id }) => external_id);
      expect(external).toHaveLength(1);
      marks = [
        ...told,
        JSON.stringify(series[0]?.days.slice(0, 2)),
        ...trends.slice(0, 3).map(({ weeks }) => JSON.stringify(weeks.slice(0, 3))),
        `Ads of ${USERNAME}`,
        ...external,
      ];
      expect(await tablesWith(site.database.pool, [...external, savedKeyword])).toEqual([
        'public.linked_accounts',
        'public.saved_keywords',
      ]);
      for (const path of paths) await ask(page, path);
      // The sandbox's own accounts are in its memory, which shows that the search finds what is there.
      expect(found([...told, USERNAME], await readHeap(site.server, folder))).toEqual([USERNAME]);
      expect(await countAnswers()).toBeGreaterThan(5);

      await page.goto('/dashboard');
      // Cards that load above the button move it away from a click.
      await waitUntilLoaded(page);
      await page.getByRole('button', { name: `Unlink @${USERNAME}` }).click();
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /Pinterest’s settings/ })
        .waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
      await page.getByRole('heading', { name: 'Linked accounts (0/5)' }).waitFor();
      for (const what of ['analytics', 'top_pins', 'boards', 'trends', 'volumes?keywords=nails'])
        expect([what, (await ask(page, `${ACCOUNTS}/${account._id}/${what}`)).status]).toEqual([what, 404]);

      expect(await countAnswers()).toBe(0);
      expect(found(marks, await readHeap(site.server, folder))).toEqual([]);
      // The text of the saved keyword stays, which also shows that the search finds what is there.
      expect(await tablesWith(site.database.pool, [...marks, savedKeyword])).toEqual(['public.saved_keywords']);
      const file = join(folder, 'after.backup');
      expect((await corklight(['backup', file], { DATABASE_URL: site.database.url })).code).toBe(0);
      const restored = await createTestDatabase('template0');
      expect((await corklight(['restore', file], { DATABASE_URL: restored.url })).code).toBe(0);
      expect(await tablesWith(restored.pool, [...marks, savedKeyword])).toEqual(['public.saved_keywords']);
      await restored.close();
    },
    SEARCH_TIMEOUT_MS,
  );

  it('leaves nothing in exports, cached responses, what others get, the browser, and the log', async () => {
    // The database may still be busy with the one that was dropped: a page shows what it doesn't answer as an error.
    await ask(page, '/users/me/today');
    const other = await site.openAt('/dashboard', 'admin');
    // As after an owner check.
    await site.database.pool.query('update sessions set checked_at = now()');
    const requests = [...paths, '/exports/boards', '/exports/pins', '/exports/keywords'].map((path) => [path, 'GET'] as const);
    const answers: string[] = [];
    for (const viewer of [page, other])
      for (const [path, method] of [...requests, ['/users/me/export', 'POST'] as const]) {
        const { status, text } = await ask(viewer, path, method);
        expect([path, status]).toEqual([path, 200]);
        answers.push(text);
      }
    expect(found([...marks, savedKeyword], answers.join('\n'))).toEqual([savedKeyword]);
    expect((await ask(other, `${ACCOUNTS}/${account._id}/top_pins`)).status).toBe(404);
    expect(found(marks, await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])))).toEqual(
      [],
    );
    expect(site.server.output()).toContain('account-unlinked');
    expect(found([...marks, 'pina_', 'pinr_'], site.server.output())).toEqual([]);
  });
});
