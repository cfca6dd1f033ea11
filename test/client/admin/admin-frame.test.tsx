/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';
import { calls, click, freshBrowser, openAt, press, setWidth } from '../../support/client';
import { closeSheet, openSheet } from '../../../client/src/app/shortcuts';
import { answering } from './admin-api';
import { performers, someGrowth, someTraffic } from './admin-records';

const site = answering({
  'GET /api/analytics/dashboard': () => ({ body: someTraffic(30) }),
  'GET /api/admin/analytics': () => ({ body: someGrowth(performers(3)) }),
  'GET /api/admin/data-quality/cleanups': () => ({ body: [] }),
  'GET /api/admin/jobs': () => ({ body: [] }),
});
const places = ['Site Analytics', 'Growth Analytics', 'Operations', 'Back to Site'];
const nav = () => within(screen.getByRole('navigation', { name: 'Administration' }));

describe('the frame of the administrators', () => {
  beforeEach(freshBrowser);

  it.each([
    ['/admin/analytics', 'Site Analytics', 'Analytics'],
    ['/admin/growth', 'Growth Analytics', 'Growth Analytics'],
    ['/admin/operations', 'Operations', 'Operations'],
  ])('of %s says where one is, without the main layout', async (address, place, title) => {
    await openAt(address, 'admin', site);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(place);
    expect(document.title).toBe(`${title} · Corklight`);
    expect(
      nav()
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(places);
    expect(nav().getByRole('link', { current: 'page' }).textContent).toBe(place);
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(screen.getByRole('link', { name: 'Corklight' }).getAttribute('href')).toBe('/');
    expect(nav().getByRole('link', { name: 'Back to Site' }).getAttribute('href')).toBe('/boards');
  });

  it.each(['/admin/analytics', '/admin/growth?entity=pin', '/admin/operations'])(
    'sends a visitor of %s to sign in and back',
    async (address) => {
      await openAt(address, 'visitor', site);
      expect(`${location.pathname}${location.search}`).toBe(`/auth/login?${new URLSearchParams({ next: address })}`);
      expect(calls.filter((call) => call.includes('/admin/') || call.includes('dashboard'))).toEqual([]);
    },
  );

  it.each(['/admin/analytics', '/admin/growth', '/admin/operations'])(
    'sends a user who is no administrator from %s home',
    async (address) => {
      await openAt(address, 'premium', site);
      expect(location.pathname).toBe('/');
      expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
      expect(calls.filter((call) => call.includes('/admin/') || call.includes('dashboard'))).toEqual([]);
    },
  );

  it('folds the navigation behind a button and closes it with Esc', async () => {
    setWidth(360);
    await openAt('/admin/operations', 'admin', site);
    const button = screen.getByRole('button', { name: 'Menu' });
    expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-controls')]).toEqual(['false', 'admin-nav']);
    await click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await press('Escape');
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('is there for an address in capitals with a slash at its end', async () => {
    await openAt('/Admin/Operations/', 'admin', site);
    expect(nav().getByRole('link', { current: 'page' }).textContent).toBe('Operations');
  });

  it('lists the keys of its screens among the others', async () => {
    await openAt('/admin/operations', 'admin', site);
    await act(async () => openSheet());
    const keys = within(screen.getByRole('dialog', { name: 'Keyboard' }));
    expect(
      ['Refresh', 'Export', 'Scan'].map((meaning) => keys.getByText(meaning).parentElement?.querySelector('kbd')?.textContent),
    ).toEqual(['r', 'e', 's']);
    await act(async () => closeSheet());
  });

  it('leads from one screen to the other and back to the site', async () => {
    await openAt('/admin/analytics', 'admin', site);
    await click(nav().getByRole('link', { name: 'Growth Analytics' }));
    expect((await screen.findByRole('heading', { level: 1, name: 'Growth Analytics' })).textContent).toBe('Growth Analytics');
    await click(nav().getByRole('link', { name: 'Back to Site' }));
    expect(location.pathname).toBe('/boards');
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  });
});
