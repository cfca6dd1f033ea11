import { act, fireEvent, screen } from '@testing-library/react';
import { catalogServer } from '../../support/client/catalog-records';
import { resetBrowser, openApp, letTimePass } from '../../support/client/client-app';
import { reportedEvents } from '../../support/client/requests';

describe('reported events', () => {
  beforeEach(() => {
    resetBrowser();
    sessionStorage.clear();
    Object.assign(navigator, { globalPrivacyControl: undefined });
  });

  it('include a view of each screen; the first of a visit has the referrer', async () => {
    await openApp('/boards', 'visitor', catalogServer);
    await letTimePass(20);
    expect(reportedEvents).toEqual([{ name: 'page_view', _metadata: { path: '/boards', referrer: '' } }]);
    await act(async () => fireEvent.click(screen.getAllByRole('link', { name: 'Pins' })[0] ?? document.body));
    await letTimePass(20);
    expect(reportedEvents.at(-1)).toEqual({ name: 'page_view', _metadata: { path: '/pins' } });
  });

  it('do not include redirects', async () => {
    await openApp('/influencers', 'visitor', catalogServer);
    await letTimePass(20);
    expect(reportedEvents.map(({ _metadata }) => _metadata?.['path'])).toEqual(['/pinners']);
  });

  it('include clicks to Pinterest with the host only', async () => {
    await openApp('/board/b1/', 'visitor', catalogServer);
    await act(async () => fireEvent.click(await screen.findByRole('link', { name: /Visit On Pinterest/ })));
    expect(reportedEvents.find(({ name }) => name === 'visit_click')?._metadata).toEqual({ path: '/board/b1/', host: 'www.pinterest.com' });
  });

  it('include keyword searches with the list and the total, never the keywords', async () => {
    await openApp('/boards?query=secret+plans', 'premium', catalogServer);
    await letTimePass(20);
    const search = reportedEvents.find(({ name }) => name === 'search');
    expect(search?._metadata).toEqual({ path: '/boards', list: 'boards', found: 95 });
    expect(JSON.stringify(reportedEvents)).not.toContain('secret');
  });

  it('are not sent after an opt-out of tracking', async () => {
    Object.assign(navigator, { globalPrivacyControl: true });
    await openApp('/boards', 'visitor', catalogServer);
    await letTimePass(20);
    expect(reportedEvents).toEqual([]);
  });
});
