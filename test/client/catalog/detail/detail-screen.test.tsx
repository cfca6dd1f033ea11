import { act, fireEvent, screen, within } from '@testing-library/react';
import {
  aBoard,
  aBoardRow,
  aMomentumReading,
  catalogServer,
  catalogStatsRecord,
  giveCatalogStats,
  aPin,
  aPinRow,
  aPinner,
  emptySeries,
} from '../../../support/client/catalog-records';
import {
  click,
  setWindowWidth,
  resetBrowser,
  deferredResponse,
  openApp,
  type FakeResponse,
  type ViewerKind,
} from '../../../support/client/client-app';
import { textsOf, hrefOf } from '../../../support/client/elements';
import { requestedUrls } from '../../../support/client/requests';

const openDetail = async (address: string, viewer: ViewerKind, server: (url: URL) => FakeResponse | Promise<FakeResponse>) => {
  const view = await openApp(address, viewer, server);
  // Detail screens are lazy chunks.
  await screen.findAllByRole('button', { name: 'Back' });
  await act(async () => {});
  return view;
};

describe('a detail page', () => {
  it('shows a skeleton, then name, owner, numbers, and the link to Pinterest', async () => {
    const slow = deferredResponse();
    await openDetail('/board/b1/', 'visitor', () => slow.reply);
    expect(screen.getByTestId('detail-skeleton')).toBeTruthy();
    await slow.give({ body: aBoard() });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Etsy sellers unite');
    expect(document.title).toBe('Etsy sellers unite · Corklight');
    expect(hrefOf(screen.getByRole('link', { name: '@mira_makes' }))).toBe('/pinner/p1/');
    const visit = screen.getByRole('link', { name: /Visit On Pinterest/ });
    expect([visit.getAttribute('href'), visit.getAttribute('target')]).toEqual(['https://www.pinterest.com/mira_makes/etsy/', '_blank']);
    expect(visit.getAttribute('rel')).toContain('noopener');
    expect(screen.getByTestId('metric-follower_count').textContent).toContain('up +30.6% 90 days');
    const section = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Boards' });
    expect(section.getAttribute('aria-current')).toBeTruthy();
  });

  it('shows titles instead of ids: in the heading, the window, its board and its owner; its own id is in the foot', async () => {
    const [id, boardId, ownerId] = ['314196511496629679', '510000000000000001', '620000000000000002'];
    const pin = aPin({
      _id: id,
      name: null,
      title: 'A bright lamp!',
      board: { _id: boardId, name: null, title: 'Shelves for all.' },
      pinner: { _id: ownerId, username: null },
    });
    await openDetail(`/pin/${id}/`, 'visitor', () => ({ body: pin }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A bright lamp!');
    expect(document.title).toBe('A bright lamp! · Corklight');
    expect(hrefOf(screen.getByRole('link', { name: 'Shelves for all.' }))).toBe(`/board/${boardId}/`);
    expect(hrefOf(screen.getByRole('link', { name: 'Influencer …0002' }))).toBe(`/pinner/${ownerId}/`);
    expect(screen.getByTestId('foot').textContent).toBe(`Updated Nov 20, 2026 · source: boards.ndjson · id: ${id}`);
    for (const hidden of [boardId, ownerId]) expect(document.body.textContent).not.toContain(hidden);
    await openDetail('/pin/n1/', 'visitor', () => ({ body: aPin({ board: null }) }));
    expect(screen.getByText(/^by/).parentElement?.textContent).not.toContain('on ');
  });

  it.each([
    [12, 'Group board, 12 collaborators · last activity Nov 20, 2026'],
    [null, 'Last activity Nov 20, 2026'],
  ])('begins the line of facts of a board with %s collaborators with a capital', async (collaborator_count, line) => {
    const board = aBoard({ collaborator_count, board_order_modified_at: '2026-11-20T10:00:00.000Z' });
    await openDetail('/board/b1/', 'visitor', () => ({ body: board }));
    expect(screen.getByText(/^(Group board|Last activity)/i, { selector: 'p' }).textContent).toBe(line);
  });

  it.each([
    ['/board/b1/', aBoard, 'Worth joining?'],
    ['/pinner/p1/', aPinner, 'Worth following?'],
    ['/pin/n1/', aPin, 'Worth making one like it?'],
  ])('at %s answers with rules, whose marks are also words', async (address, details, question) => {
    const verdict = [
      { rule: 'active', mark: 'pass', value: 2, text: 'Last activity 2 days ago.' },
      { rule: 'growing', mark: 'warn', value: 2, text: 'Followers +2.0% in 90 days.' },
      { rule: 'steady', mark: 'warn', value: 0.87, text: 'On Nov 14.' },
      { rule: 'reach', mark: 'unknown', value: null, text: 'Too few known pins to judge (3).' },
    ] as const;
    await openDetail(address, 'visitor', () => ({ body: details({ verdict }) }));
    const panel = screen.getByRole('region', { name: question });
    expect(within(panel).getByRole('heading', { level: 2 }).textContent).toBe(`${question} Probably not · 1 of 3 checks`);
    expect(textsOf(within(panel).getAllByRole('listitem'))).toEqual([
      'Yes: Active Last activity 2 days ago.',
      '!No: Little or no growth Followers +2.0% in 90 days.',
      '!No: Not steady On Nov 14.',
      '?Unknown: Reach Too few known pins to judge (3).',
    ]);
    const whatWeCheck = within(panel).getByRole('link', { name: 'What we check' });
    expect(screen.queryByRole('region', { name: /^(Similar|Top pins)/ })).toBeNull();
    await click(whatWeCheck);
    await screen.findByRole('heading', { name: 'One jump' });
    const checks = screen.getByRole('region', { name: question });
    expect([location.pathname, location.hash]).toEqual(['/momentum', `#${checks.id}`]);
  });

  it('says what it is before its growth: description, cut if it is long, then topics', async () => {
    await openDetail('/board/b1/', 'visitor', () => ({
      body: aBoard({ description: 'Shops we like.', topics: ['Etsy', 'Arts, crafts'] }),
    }));
    const topics = screen.getByRole('list', { name: 'Topics' });
    expect(
      within(topics)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Etsy', '/boards?topic=Etsy'],
      ['Arts, crafts', '/boards?topic=Arts%5C%2C+crafts'],
    ]);
    const order = [screen.getByText('Shops we like.'), topics, screen.getByRole('group', { name: 'Period' })];
    for (const [index, part] of order.slice(1).entries())
      expect(order[index]!.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    await openDetail('/board/b2/', 'visitor', () => ({ body: aBoard({ description: 'Shops we like. '.repeat(30) }) }));
    const button = screen.getByRole('button', { name: 'Show more' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByTestId('description').className).toMatch(/cut/);
    await click(button);
    expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByTestId('description').className).not.toMatch(/cut/);
  });

  it('cannot be visited on Pinterest in the demo, and says why', async () => {
    await openDetail('/board/b1/', 'visitor', () => ({ body: aBoard({ source: 'demo' }) }));
    const visit = screen.getByRole<HTMLButtonElement>('button', { name: 'Visit On Pinterest', description: 'Demo: not on Pinterest' });
    expect(visit.disabled).toBe(true);
    expect(screen.queryByRole('link', { name: /Visit On Pinterest/ })).toBeNull();
  });

  it('shows a failure, can be reloaded, and shows every error of a missing entity', async () => {
    let reply: FakeResponse = { status: 503, body: { error: 'Not ready.', errors: ['Not ready.'], code: 'busy' } };
    await openDetail('/board/b1/', 'visitor', () => reply);
    expect(screen.getByTestId('error-panel').textContent).toContain("We couldn't load this board.");
    reply = { body: aBoard() };
    await click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Etsy sellers unite');
    resetBrowser();
    reply = { status: 404, body: { error: 'Gone.', errors: ['Gone.', 'Twice.'], code: 'not_found' } };
    await openDetail('/board/b2/', 'visitor', () => reply);
    const panel = screen.getByTestId('detail-missing');
    expect(panel.textContent).toContain("We don't have this board. It may be gone, or the link may be wrong.");
    expect(textsOf(within(panel).getAllByRole('listitem'))).toEqual(['Gone.', 'Twice.']);
    expect(hrefOf(within(panel).getByRole('link', { name: 'All boards' }))).toBe('/boards');
  });

  it.each(['seed:board/7', 'a%2Fb', '100%', 'каталог', 'a b?c#d'])('requests the id %s unchanged', async (id) => {
    await openDetail(`/board/${encodeURIComponent(id)}/`, 'visitor', catalogServer);
    expect(requestedUrls).toEqual([`/api/boards/${encodeURIComponent(id)}`]);
  });

  it('ignores the zero of a failed crawl, says so, and marks it in the table', async () => {
    const followers = { x: ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'], y: [100, 0, 120, 130] };
    await openDetail('/board/b1/', 'visitor', () => ({
      body: aBoard({ time_series: { followers, collaborators: emptySeries, pins: emptySeries } }),
    }));
    const chart = screen.getByRole('region', { name: 'Followers' });
    expect(chart.textContent).toContain('1 reading ignored as a failed crawl. Dotted: no reading on those days.');
    fireEvent.click(within(chart).getByRole('button', { name: 'Show as table' }));
    expect(within(chart).getByRole('row', { name: 'Nov 18, 2026 ignored 0' })).toBeTruthy();
  });

  it('with one reading says in one box when growth appears, without periods', async () => {
    const verdict = [
      { rule: 'growing', mark: 'unknown', value: null, text: 'Needs readings on two days.' },
      { rule: 'reach', mark: 'unknown', value: null, text: 'Too few known pins.' },
    ] as const;
    const followers = { x: ['2026-11-20'], y: [3] };
    const oneReading = {
      verdict: [...verdict],
      follower_count: 3,
      time_series: { followers, collaborators: emptySeries, pins: emptySeries },
    };
    await openDetail('/board/b1/', 'premium', () => ({
      body: aBoard({ ...oneReading, last_crawled_at: '2020-05-01T10:00:00Z', similar: [], top_pins: [] }),
    }));
    const box = screen.getByTestId('one-reading');
    expect(box.textContent).toContain('One reading, Nov 20, 2026');
    expect(box.textContent).toContain('Growth appears after a second import.');
    expect(within(screen.getByRole('main')).getAllByRole('region')).toEqual([box]);
    expect(screen.queryByRole('group', { name: 'Period' })).toBeNull();
    expect(screen.queryByText(/Last updated/)).toBeNull();
    resetBrowser();
    const judged = { rule: 'active', mark: 'warn', value: 400, text: 'Last activity 400 days ago.' } as const;
    await openDetail('/board/b1/', 'premium', () => ({
      body: aBoard({ ...oneReading, verdict: [judged, ...verdict], similar: [], top_pins: [] }),
    }));
    expect(within(screen.getByRole('main')).getAllByRole('region')).toHaveLength(2);
    expect(within(screen.getByTestId('verdict')).getAllByRole('listitem')).toHaveLength(1);
  });

  it('without a reading that free shows, keeps what says that there are more', async () => {
    const body = aBoard({
      history_limited: true,
      history_from: '2018-02-01',
      time_series: { followers: { x: ['2026-11-20'], y: [3] }, collaborators: emptySeries, pins: emptySeries },
    });
    await openDetail('/board/b1/', 'visitor', () => ({ body }));
    expect(screen.getByText('Premium shows everything since Feb 2018.', { exact: false })).toBeTruthy();
    expect(screen.getByText('Growth appears after a second import.')).toBeTruthy();
  });

  it('on phones has Back and Watch in one line, and the rest in a menu', async () => {
    setWindowWidth(360);
    await openDetail('/pinner/p1/', 'premium', () => ({ body: aPinner({ url: null, username: 'mira_makes' }) }));
    expect(screen.getByRole('button', { name: 'Back' }).textContent).toBe('');
    expect(screen.queryByRole('link', { name: 'Compare' })).toBeNull();
    await click(screen.getByRole('button', { name: 'More actions' }));
    const menu = within(screen.getByRole('dialog', { name: 'More actions' }));
    expect(menu.getByRole('link', { name: 'Compare' })).toBeTruthy();
    expect(hrefOf(menu.getByRole('link', { name: /Visit On Pinterest/ }))).toBe('https://www.pinterest.com/mira_makes/');
  });

  it.each([
    [{ searchable: false }, 'No longer on Pinterest.'],
    [{ last_crawled_at: null }, 'only know it from a link'],
    [{ last_crawled_at: '2020-05-01T10:00:00Z' }, 'Last updated May 1, 2020'],
  ])('warns about figures that are %j', async (over, line) => {
    await openDetail('/board/b1/', 'visitor', () => ({ body: aBoard(over) }));
    expect(screen.getByText(new RegExp(line))).toBeTruthy();
  });

  it('links a pin to its destination with the referral tag, and only over http(s)', async () => {
    await openDetail('/pin/n1/', 'visitor', () => ({ body: aPin() }));
    expect(hrefOf(screen.getByRole('link', { name: /shop\.test/ }))).toBe('https://shop.test/a?utm_source=corklight');
    resetBrowser();
    await openDetail('/pin/n1/', 'visitor', () => ({ body: aPin({ link: 'javascript:alert(1)', url: 'data:text/html,x' }) }));
    expect(document.querySelectorAll('a[target=_blank]')).toHaveLength(0);
  });

  it.each([
    ['visitor', 0, 0],
    ['premium', 0, 1],
    ['visitor', 10, 0],
    ['unconfirmed', 10, 0],
    ['free', 10, 1],
  ] as const)('shows a %s of a site with %i free searches the searches of a pin with %i links', async (who, free_searches, links) => {
    giveCatalogStats(catalogStatsRecord({ free_searches }));
    await openDetail('/pin/n1/', who, () => ({ body: aPin() }));
    const part = screen.getByRole('region', { name: 'Found in searches for' });
    expect(part.textContent).toContain('etsy');
    const addresses = within(part).queryAllByRole('link').map(hrefOf);
    expect(addresses).toEqual(Array(links).fill('/pins?query=etsy'));
  });

  it('leads on to the pins of a board and to similar boards, with their pictures and sizes', async () => {
    await openDetail('/board/b1/', 'visitor', () => ({
      body: aBoard({ top_pins: [aPinRow({ _id: 'n7', saves: 1200 })], similar: [aBoardRow({ _id: 'b7' })] }),
    }));
    const rail = (title: string) => within(screen.getByRole('region', { name: title }));
    expect(hrefOf(rail('Top pins on this board').getByRole('link'))).toBe('/pin/n7/');
    expect(rail('Top pins on this board').getByRole('listitem').textContent).toContain('saves');
    expect(hrefOf(rail('Similar boards').getByRole('link'))).toBe('/board/b7/');
  });

  it('has the links of an influencer among the facts, and the most saved pins in a rail', async () => {
    const pinner = aPinner({ website_url: 'https://maple.example', pins: [aPinRow()] });
    await openDetail('/pinner/p1/', 'visitor', () => ({ body: pinner }));
    const links = screen.getByRole('list', { name: 'Links' });
    expect(hrefOf(within(links).getByRole('link'))).toBe('https://maple.example');
    expect(links.closest('section')).toBeNull();
    const pins = screen.getByRole('region', { name: 'Most saved pins' });
    expect(within(pins).getByRole('link', { name: /Ten shop ideas/ })).toBeTruthy();
  });

  it('says nothing of the most saved pins, the biggest boards, and the top pins where no counts are known', async () => {
    const pinner = aPinner({ pins: [aPinRow({ saves: null })], boards: [aBoardRow({ follower_count: null })] });
    await openDetail('/pinner/p1/', 'visitor', () => ({ body: pinner }));
    for (const name of ['Pins', 'Boards']) expect(screen.getByRole('region', { name })).toBeTruthy();
    resetBrowser();
    await openDetail('/board/b1/', 'visitor', () => ({ body: aBoard({ top_pins: [aPinRow({ saves: null })] }) }));
    expect(screen.getByRole('region', { name: 'Pins on this board' })).toBeTruthy();
  });

  it('shows momentum with its reasons if the response has it', async () => {
    const reading = {
      period: '30_days',
      score: 87.5,
      raw: 0.2,
      coverage: 0.93,
      largest_gap: 11,
      points: 84,
      rank: 12,
      previous_rank: null,
    } as const;
    const momentum = [
      aMomentumReading({ ...reading, flags: ['outlier'] }),
      aMomentumReading({ ...reading, period: '7_days', score: null, trend: null, flags: ['stale'], rank: null }),
    ];
    await openDetail('/board/b1/', 'premium', () => ({ body: aBoard({ momentum }) }));
    const panel = within(screen.getByTestId('momentum-panel'));
    expect(panel.queryAllByRole('row')).toEqual([]);
    fireEvent.click(panel.getByRole('button', { name: 'All metrics and periods' }));
    const rows = textsOf(panel.getAllByRole('row'));
    expect(rows.slice(1)).toEqual([
      '30 days87.5 Rising–unknown12 (was N/A)High',
      'Ignored one reading that fits neither the day before nor after. Based on 84 days of readings (93% of the period, longest gap 11 days).',
      '7 days–––unknown–High',
      'No score: no readings in this period.',
    ]);
    expect(hrefOf(within(screen.getByTestId('momentum-panel')).getByRole('link', { name: 'How we score it' }))).toBe('/momentum');
  });
});
