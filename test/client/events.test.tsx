/** @jest-environment jsdom */
import { act, fireEvent, screen } from '@testing-library/react';
import { anyCatalog, freshBrowser, openAt, reported, wait } from '../support/client';

describe('what the pages report', () => {
  beforeEach(() => {
    freshBrowser();
    sessionStorage.clear();
    Object.assign(navigator, { globalPrivacyControl: undefined });
  });

  it('is each screen come to; the first of a visit says where from', async () => {
    await openAt('/boards', 'visitor', anyCatalog);
    await wait(20);
    expect(reported).toEqual([{ name: 'page_view', _metadata: { path: '/boards', referrer: '' } }]);
    await act(async () => fireEvent.click(screen.getAllByRole('link', { name: 'Pins' })[0] ?? document.body));
    await wait(20);
    expect(reported.at(-1)).toEqual({ name: 'page_view', _metadata: { path: '/pins' } });
  });

  it('is not an address that only leads elsewhere', async () => {
    await openAt('/influencers', 'visitor', anyCatalog);
    await wait(20);
    expect(reported.map(({ _metadata }) => _metadata?.['path'])).toEqual(['/pinners']);
  });

  it('is a click that leads to Pinterest, with the host alone', async () => {
    await openAt('/board/b1/', 'visitor', anyCatalog);
    await act(async () => fireEvent.click(await screen.findByRole('link', { name: /Visit On Pinterest/ })));
    expect(reported.find(({ name }) => name === 'visit_click')?._metadata).toEqual({ path: '/board/b1/', host: 'www.pinterest.com' });
  });

  it('is a keyword search, with the list and how much was found, never the words', async () => {
    await openAt('/boards?query=secret+plans', 'premium', anyCatalog);
    await wait(20);
    const search = reported.find(({ name }) => name === 'search');
    expect(search?._metadata).toEqual({ path: '/boards', list: 'boards', found: 95 });
    expect(JSON.stringify(reported)).not.toContain('secret');
  });

  it('is nothing for who asks not to be followed', async () => {
    Object.assign(navigator, { globalPrivacyControl: true });
    await openAt('/boards', 'visitor', anyCatalog);
    await wait(20);
    expect(reported).toEqual([]);
  });
});
