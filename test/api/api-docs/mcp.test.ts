import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { ManageApiKeys } from '#server/auth/api-keys/manage-api-keys';
import * as mcpCommand from '#server/cli/commands/programs/mcp.command';
import { PublicUrl } from '#server/http/public-url';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { operator } from '../../support/fakes/audit';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';

const MINUTES_PER_DAY = 1_440;
const today = Math.floor(Date.now() / 86_400_000);

/** What a tool returns. */
interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: {
    readonly answer: unknown;
    readonly figures: Readonly<Record<string, { readonly date: string; readonly formula: string | null }>>;
    readonly catalog_as_of: string | null;
    readonly screen: string;
  };
}

interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: { readonly properties?: object | undefined };
  readonly outputSchema?: unknown;
}

/** A connected client of either generation. */
interface Assistant {
  readonly version: string | undefined;
  listTools(): Promise<readonly ListedTool[]>;
  call(name: string, args?: Record<string, unknown>): Promise<Result>;
  close(): Promise<void>;
}

describe('the tools for assistants', () => {
  const site = useTestApp();
  let url: URL;
  let token: string;
  let owner: TestUser;
  let listId: string;
  beforeAll(async () => {
    const { pool } = site.database;
    const at = Array.from({ length: 20 }, (_, index) => (today - 96 + 5 * index) * MINUTES_PER_DAY + 600);
    const rising = at.map((_, index) => 1_000 + 25 * index);
    const owned = { pinner_id: 'p', collaborator_count: 12 };
    for (const [index, name] of ['Etsy sellers unite', 'Etsy group board', 'Plum cakes'].entries()) {
      const counts = rising.map((count) => count * (index + 1));
      const series = { at, follower_count: counts, collaborator_count: rising.map(() => 12) };
      await insertEntity(pool, 'boards', { _id: `b${index}`, name, ...owned, follower_count: counts.at(-1) ?? 0, series });
    }
    const ofOwner = { at, follower_count: rising };
    await insertEntity(pool, 'pinners', { _id: 'p', username: 'mira', name: 'Mira of Etsy', follower_count: 1_475, series: ofOwner });
    const pin = { name: 'Etsy shop ideas', pinner_id: 'p', board_id: 'b0', saves: 1_475, series: { at, saves: rising } };
    for (let index = 0; index < 6; index++) await insertEntity(pool, 'pins', { _id: `x${index}`, ...pin });
    await site.app.get(RecomputeGrowth).recomputeAll();
    await site.app.get(RecomputeKeywords).recompute();
    await updateCatalogStats(pool);
    owner = await site.createUser('premium');
    const watched = await site.request('POST', '/api/users/me/watchlists/default/items', {
      as: owner,
      body: { entity: 'board', entity_id: 'b0' },
    });
    listId = String(watched.body['watchlist_id']);
    token = (await site.app.get(ManageApiKeys).create(owner.id, 'personal', { name: 'Assistant', expires_in_days: null }, operator)).token;
    await site.app.listen(0, '127.0.0.1');
    url = new URL('/mcp', await site.app.getUrl());
  });

  const requestInit = (sent = token) => ({ headers: { authorization: `Bearer ${sent}` } });
  const assistantOf = (client: OldClient | NewClient, version: string | undefined): Assistant => ({
    version,
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as unknown as Result,
    close: () => client.close(),
  });
  const oldAssistant = async (sent = token) => {
    const client = new OldClient({ name: 'test', version: '1' });
    const transport = new OldTransport(url, { requestInit: requestInit(sent) });
    await client.connect(transport);
    return assistantOf(client, transport.protocolVersion);
  };
  const newAssistant = async (sent = token) => {
    const client = new NewClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new NewTransport(url, { requestInit: requestInit(sent) }));
    return assistantOf(client, client.getNegotiatedProtocolVersion());
  };

  const generations = [
    ['the older', oldAssistant, '2025-'],
    ['the new', newAssistant, '2026-07-28'],
  ] as const;

  /** Each tool with a question, and the reads of the website that answer it. */
  const questions: readonly (readonly [tool: string, input: Record<string, unknown>, ...paths: string[]])[] = [
    [
      'search_boards',
      { query: 'etsy', collaborators: '2..', order_by: 'checks_passed', page: 1 },
      '/boards?query=etsy&collaborators=2..&order_by=checks_passed',
    ],
    ['search_pins', { query: 'etsy', with: 'momentum_score' }, '/pins?query=etsy&with=momentum_score'],
    ['search_influencers', { per_page: 5 }, '/pinners?per_page=5'],
    [
      'whats_rising',
      { kind: 'board', query: 'etsy' },
      '/boards?query=etsy&order_by=momentum_score&with=momentum_score,growth_last_30_days',
    ],
    ['get_details', { kind: 'board', id: 'b0' }, '/boards/b0'],
    ['compare', { kind: 'pin', ids: ['x0', 'x1', 'x2'] }, '/pins/x0', '/pins/x1', '/pins/x2'],
    ['keyword_ideas', { query: 'etsy' }, '/keywords?query=etsy'],
    ['keyword_details', { keyword: 'Etsy Shop Ideas' }, '/keywords/etsy%20shop%20ideas', '/keywords/etsy%20shop%20ideas/interest'],
    ['list_watchlists', {}, '/users/me/watchlists'],
    ['get_watchlist', {}, '/users/me/watchlists/ID'],
    ['list_alerts', {}, '/users/me/alerts'],
    ['whats_new', {}, '/users/me/today'],
  ];
  const leftOut = new Set(['time_series', 'similar', 'top_pins', 'boards', 'pins']);
  const withoutLists = (body: object) => Object.fromEntries(Object.entries(body).filter(([name]) => !leftOut.has(name)));
  const asked = async (path: string) => {
    const { status, body } = await site.request('GET', `/api${path}`, { as: owner });
    expect([path, status]).toEqual([path, 200]);
    return body;
  };

  it.each(generations)('of %s generation of clients are twelve at most, each with a schema of its answer', async (_, open, version) => {
    const assistant = await open();
    expect(assistant.version).toContain(version);
    const listed = await assistant.listTools();
    expect(listed.map(({ name }) => name)).toEqual(questions.map(([tool]) => tool));
    for (const { name, outputSchema } of listed) expect([name, outputSchema]).toEqual([name, expect.objectContaining({ type: 'object' })]);
    expect(listed.length).toBeLessThanOrEqual(12);
    for (const { name, description, inputSchema } of listed) {
      const named = [...(description ?? '').matchAll(/(\w+) "/g)].map(([, parameter]) => parameter);
      expect([name, Object.keys(inputSchema.properties ?? {})]).toEqual([name, expect.arrayContaining(named)]);
    }
    await assistant.close();
  });

  it.each(generations)('answer %s generation of clients as the API answers the screens', async (_, open) => {
    const assistant = await open();
    for (const [tool, input, ...paths] of questions) {
      const bodies = await Promise.all(paths.map((path) => asked(path.replace('ID', listId))));
      const { structuredContent, isError, content } = await assistant.call(tool, tool === 'get_watchlist' ? { id: listId } : input);
      expect([tool, isError ?? false, isError ? content : []]).toEqual([tool, false, []]);
      const [first] = bodies;
      const expected: Readonly<Record<string, unknown>> = {
        get_details: withoutLists(first ?? {}),
        compare: bodies.map(withoutLists),
        keyword_details: { keyword: first, interest: bodies[1] },
      };
      expect([tool, structuredContent?.answer]).toEqual([tool, expected[tool] ?? first]);
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
      expect(structuredContent?.screen).toContain(site.app.get(PublicUrl).origin);
    }
    await assistant.close();
  });

  it.each(generations)(
    'tell %s generation which group boards about Etsy are growing and worth joining, each figure with its day and formula',
    async (_, open) => {
      const assistant = await open();
      const search = { query: 'etsy', collaborators: '2..', order_by: 'checks_passed', with: 'momentum_score' };
      const { structuredContent } = await assistant.call('search_boards', search);
      const screen = (await asked(`/boards?${new URLSearchParams(search)}`)) as { boards: Record<string, unknown>[] };
      const { boards } = (structuredContent?.answer ?? {}) as typeof screen;
      expect(boards).toEqual(screen.boards);
      expect(boards.map(({ title }) => title)).toEqual(expect.arrayContaining(['Etsy sellers unite', 'Etsy group board']));
      const formula = `${site.app.get(PublicUrl).origin}/momentum`;
      expect(structuredContent?.figures).toMatchObject({
        follower_count: { date: 'followers_read_on', formula: null },
        collaborator_count: { date: 'collaborators_read_on', formula: null },
        follower_growth_last_90_days: { date: 'followers_read_on', formula },
        momentum_score: { date: 'followers_read_on', formula },
        checks: { date: 'catalog_as_of', formula },
      });
      expect(structuredContent?.catalog_as_of).toBe((await asked('/stats'))['as_of']);
      for (const board of boards) {
        expect(board).toMatchObject({ follower_growth_last_90_days: expect.any(Number), momentum_score: expect.any(Number) });
        const { structuredContent: one } = await assistant.call('get_details', { kind: 'board', id: board['_id'] });
        const { verdict } = (await asked(`/boards/${String(board['_id'])}`)) as { verdict: unknown };
        expect(one?.answer).toMatchObject({ verdict, follower_count: board['follower_count'] });
      }
      await assistant.close();
    },
  );

  it('name the day of volumes and curves of other tools', async () => {
    const assistant = await newAssistant();
    const { structuredContent: ideas } = await assistant.call('keyword_ideas', { query: 'etsy' });
    expect(ideas?.figures).toMatchObject({
      volume: { date: 'volume_on', formula: null },
      interest: { date: 'interest_to', formula: null },
    });
    const { structuredContent: details } = await assistant.call('keyword_details', { keyword: 'Etsy Shop Ideas' });
    expect(details?.figures).toMatchObject({ 'volumes.volume': { date: 'date' }, 'curves.points.value': { date: 'date' } });
    await assistant.close();
  });

  it('say why a call is refused, by its field or for lack of Premium', async () => {
    const assistant = await newAssistant();
    const wrong = await assistant.call('search_boards', { followers: 'many' });
    expect([wrong.isError, wrong.content[0]?.text]).toEqual([true, expect.stringMatching(/^followers must be/)]);
    expect((await assistant.call('get_details', { kind: 'board', id: 'none' })).isError).toBe(true);
    for (const [id, reason] of [
      ['', 'id must have letters or digits'],
      ['..', 'id must have letters or digits'],
      ['\ud800', 'This board is not in our index any more.'],
    ]) {
      const { content } = await assistant.call('get_details', { kind: 'board', id });
      expect([id, content[0]?.text]).toEqual([id, reason]);
    }
    await assistant.close();
    const free = await site.createUser('free');
    const key = await site.app.get(ManageApiKeys).create(free.id, 'personal', { name: 'Free', expires_in_days: null }, operator);
    const without = await newAssistant(key.token);
    const rising = await without.call('whats_rising', { kind: 'pin', page: 9 });
    expect([rising.isError, rising.content[0]?.text]).toEqual([true, expect.stringContaining('Premium')]);
    expect((await without.call('search_boards', {})).isError ?? false).toBe(false);
    const compared = (...ids: string[]) => without.call('compare', { kind: 'pin', ids });
    expect((await compared('x0', 'x1')).isError ?? false).toBe(false);
    const more = await compared('x0', 'x1', 'x2');
    const refused = await site.request('GET', '/api/comparisons/pins?ids=x0,x1,x2', { as: free });
    expect([refused.status, refused.body['code']]).toEqual([403, 'premium_required']);
    expect([more.isError, more.content[0]?.text]).toEqual([true, refused.body['error']]);
    await without.close();
  });

  it('are for a personal key in a header, and for no page of another site', async () => {
    const admin = await site.createUser('admin');
    const ingest = await site.app.get(ManageApiKeys).create(admin.id, 'ingest', { name: 'Feed', expires_in_days: null }, operator);
    const send = (headers: Record<string, string>, method = 'POST') =>
      fetch(url, {
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        ...(method === 'POST' && { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }),
      });
    const own = requestInit().headers;
    const unsigned = await send(admin.headers);
    expect([unsigned.status, unsigned.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer resource_metadata="/),
    ]);
    expect((await send({ authorization: `Bearer ck_${'a'.repeat(43)}` })).status).toBe(401);
    expect((await send(requestInit(ingest.token).headers)).status).toBe(403);
    expect((await send({ ...own, origin: 'https://evil.test' })).status).toBe(403);
    expect((await send(own)).status).toBe(200);
    for (const method of ['GET', 'HEAD']) expect([method, (await send(own, method)).status]).toEqual([method, 405]);
    expect((await send({ ...own, 'content-type': 'text/plain' })).status).toBe(415);
    await expect(oldAssistant('ck_wrong')).rejects.toThrow('not valid');
  });

  const noServices = async () => ({});

  /** Starts the command for a site, and returns what asks it. */
  const startBridge = async (address: string) => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const answers = createInterface({ input: stdout })[Symbol.asyncIterator]();
    const ask = async (id: number, method: string, params: object) => {
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return (JSON.parse(String((await answers.next()).value)) as { result: Result }).result;
    };
    const io = { stdin, stdout, stderr: process.stderr, folder: '.', isJson: false, by: operator };
    const ended = mcpCommand.run(['--url', address, '--key', token], io, noServices);
    await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
    stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    const end = () => {
      stdin.end();
      return ended;
    };
    return { io, end, search: () => ask(2, 'tools/call', { name: 'search_boards', arguments: { query: 'etsy' } }) };
  };

  it('are bridged over standard input by the command, with the same answers', async () => {
    const { io, end, search } = await startBridge(url.origin);
    expect((await search()).structuredContent?.answer).toEqual(await asked('/boards?query=etsy'));
    expect(await end()).toBe(0);
    await expect(mcpCommand.run(['--url', 'ftp://x', '--key', token], io, noServices)).rejects.toThrow(
      '--url must be the address of a site.',
    );
    await expect(mcpCommand.run(['--url', url.origin], io, noServices)).rejects.toThrow('CORKLIGHT_API_KEY and --key are missing.');
  });

  it('say through the command that there is no site at the address', async () => {
    const other = createServer((_, response) => response.end('<!doctype html>')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { end, search } = await startBridge(address);
    expect((await search()).content[0]?.text).toBe('The site answered with status 200 and no JSON.');
    other.close();
    other.closeAllConnections();
    expect((await search()).content[0]?.text).toBe(`${address} cannot be reached, or sends on to another address.`);
    await end();
  });
});
