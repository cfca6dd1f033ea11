import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OperationsOverview } from '#domain/operations/contract';
import { VERSION } from '#server/config/version';
import { checkReleases } from '#server/operations/doctor/outside-checks';
import { JobRunner } from '#server/jobs/job-runner';
import { readReleaseFeed } from '#server/operations/releases/read-release-feed';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

const page = 'https://code.example/releases/v99.1.0';
let feed: Server;
let url: string;
let answer: { status: number; body: string };
let askedHeaders: Readonly<Record<string, unknown>>[] = [];
let database: TestDatabase;
let site: TestApp;

const answerWith = (body: unknown, status = 200) =>
  void (answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) });

beforeAll(async () => {
  feed = createServer((request, response) => {
    askedHeaders.push(request.headers);
    response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(feed, 'listening');
  url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/releases/latest`;
  database = await createTestDatabase();
  site = await createTestApp(database.url, { settings: { RELEASE_FEED_URL: url }, as: 'admin', isScheduled: false });
});
beforeEach(() => void (askedHeaders = []));
afterAll(async () => {
  await site.close();
  await database.close();
  feed.close();
});

const newerOn = async (site: TestApp) =>
  ((await site.get('/api/admin/operations')).body as unknown as OperationsOverview).versions.newer_release;
let slotCount = 0;
const ask = () => site.app.get(JobRunner).run('releases', `run ${++slotCount}`);

describe('the notice of a newer release', () => {
  it('is on operations after the daily question, until the release is not newer', async () => {
    expect(await newerOn(site)).toBeNull();
    answerWith({ tag_name: 'v99.1.0', html_url: page });
    await ask();
    expect(await newerOn(site)).toEqual({ version: '99.1.0', url: page });
    answerWith({ tag_name: `v${VERSION}`, html_url: page });
    await ask();
    expect(await newerOn(site)).toBeNull();
  });

  it('asks with nothing that names the site or its release', async () => {
    answerWith([]);
    await ask();
    expect(askedHeaders).toHaveLength(1);
    expect(JSON.stringify(askedHeaders)).not.toContain(VERSION);
    expect(Object.keys(askedHeaders[0] ?? {}).toSorted()).toEqual(
      ['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'sec-fetch-mode', 'user-agent'].toSorted(),
    );
    expect(askedHeaders[0]).toMatchObject({ 'user-agent': 'corklight' });
  });

  it('is off without a feed: the job cannot run, and an earlier answer is not shown', async () => {
    answerWith({ tag_name: 'v99.1.0', html_url: page });
    await ask();
    const silent = await createTestApp(database.url, { as: 'admin', isScheduled: false });
    expect(silent.app.get(JobRunner).isOff('releases')).toBe(true);
    expect(await newerOn(silent)).toBeNull();
    await silent.close();
  });

  it('keeps the last answer while the feed fails, which the job says', async () => {
    answerWith({ tag_name: 'v99.1.0', html_url: page });
    await ask();
    answerWith('', 500);
    await ask();
    expect(await newerOn(site)).toEqual({ version: '99.1.0', url: page });
    const { rows } = await database.pool.query<{ error: string }>(`select error from job_statuses where job = 'releases'`);
    expect(rows[0]?.error).toContain('it answered 500');
  });

  it('comes from lists as well, and never from drafts, previews, or pages that are no web address', async () => {
    answerWith([
      { tag_name: 'v99.3.0', html_url: page, draft: true },
      { tag_name: 'v99.2.0', html_url: page, prerelease: true },
      { tag_name: 'v99.1.0', html_url: 'javascript:alert(1)' },
      { tag_name: 'v98.0.0' },
    ]);
    expect(await readReleaseFeed(url)).toEqual([
      { version: 'v99.1.0', url: null },
      { version: 'v98.0.0', url: null },
    ]);
  });

  it.each([
    ['a redirect', '', 302, 'it answered 302'],
    ['a page', '<html>', 200, 'its answer is no JSON'],
    ['other JSON', '{"name":"x"}', 200, 'its answer has no releases (tag_name)'],
    ['more than a megabyte', `[${' '.repeat(1_100_000)}]`, 200, 'its answer is too long'],
  ])('refuses %s', async (_, body, status, reason) => {
    answerWith(body, status);
    await expect(readReleaseFeed(url)).rejects.toThrow(reason);
  });
});

describe('the doctor', () => {
  it('says which release is out, that none is, why it cannot tell, and nothing without a feed', async () => {
    answerWith({ tag_name: 'v99.1.0', html_url: page });
    expect(await checkReleases({ RELEASE_FEED_URL: url })).toMatchObject([{ state: 'doubtful', message: `${VERSION}, 99.1.0 is out` }]);
    answerWith([]);
    expect(await checkReleases({ RELEASE_FEED_URL: url })).toMatchObject([{ state: 'good', message: `${VERSION}, none is newer` }]);
    expect(await checkReleases({ RELEASE_FEED_URL: 'http://127.0.0.1:1/' })).toMatchObject([
      { state: 'doubtful', message: expect.stringContaining('cannot be read') },
    ]);
    expect(await checkReleases({ RELEASE_FEED_URL: undefined })).toEqual([]);
  });
});
