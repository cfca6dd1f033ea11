import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { priors } from '#domain/analytics/growth/momentum';
import { ACTIVE_WITHIN_DAYS, MAX_OWNER_FOLLOWERS, MAX_WEEKLY_PINS_PER_COLLABORATOR } from '#domain/analytics/growth/verdict/thresholds';
import { wholeNumber } from '#domain/numbers';
import { closeShortcutHelp, openShortcutHelp } from '../../../client/src/site/shortcuts';
import { initiallyShown } from '../../../client/src/site/pictures';
import { settings } from '../../../client/src/api/settings';
import { catalogServer } from '../../support/client/catalog-records';
import { click, openApp, press, setWindowWidth } from '../../support/client/client-app';
import { textsOf, hrefOf } from '../../support/client/elements';
import { requestedUrls } from '../../support/client/requests';
import { anOverview } from '../../support/client/operations-record';
import { serveEndpoints } from '../../support/client/serve-endpoints';
import { topPerformers, growthAnalyticsRecord, siteAnalyticsRecord } from '../../support/client/analytics-records';

describe('routes', () => {
  it('/influencers redirects to /pinners with its query, without a word', async () => {
    await openApp('/influencers?order_by=follower_count&sort=asc', 'visitor', catalogServer);
    expect(location.pathname + location.search).toBe('/pinners?order_by=follower_count&sort=asc');
    expect(screen.queryByTestId('toast')).toBeNull();
  });

  it.each(['/nowhere', '/board/1/more/', '/boards/x'])('%s, which does not exist, redirects to the home page and says so', async (path) => {
    await openApp(path, 'visitor', catalogServer);
    expect(location.pathname).toBe('/');
    expect((await screen.findByTestId('toast')).textContent).toBe("We couldn't find that page, so here's home.");
    expect(screen.getByTestId('live-alert').textContent).toBe('');
  });

  it.each(['/account', '/dashboard', '/watchlists'])('send visitors of %s to sign in first, and ask the server nothing', async (path) => {
    await openApp(path, 'visitor', catalogServer);
    expect(location.pathname + location.search).toBe(`/auth/login?next=${encodeURIComponent(path)}`);
    expect(requestedUrls.filter((url) => url.includes('/users/me/'))).toEqual([]);
  });

  it.each([
    ['/privacy-policy', 'Privacy policy'],
    ['/momentum', 'How the momentum score works'],
  ])('%s shows one h1: %s', async (address, heading) => {
    await openApp(address, 'visitor', catalogServer);
    expect(textsOf(await screen.findAllByRole('heading', { level: 1 }))).toEqual([heading]);
  });

  it('/momentum shows the constants of the formula, and the rules of verdicts with theirs', async () => {
    await openApp('/momentum', 'visitor', catalogServer);
    for (const prior of Object.values(priors)) expect((await screen.findAllByText(wholeNumber(prior))).length).toBeGreaterThan(0);
    for (const name of ['+10% 50.0', '+20% 73.4']) expect(screen.getByRole('row', { name })).toBeTruthy();
    const rulesOf = (name: string) => screen.getByRole('region', { name }).textContent;
    expect(screen.getByRole('heading', { level: 2, name: 'One jump' })).toBeTruthy();
    expect(rulesOf('Worth joining?')).toContain(`at most ${MAX_WEEKLY_PINS_PER_COLLABORATOR} pins a week per collaborator`);
    expect(rulesOf('Worth following?')).toContain(`in the last ${ACTIVE_WITHIN_DAYS} days`);
    expect(rulesOf('Worth making one like it?')).toContain(`at most ${wholeNumber(MAX_OWNER_FOLLOWERS)} followers`);
  });

  it('leave the focus on the first load and move it to the h1 afterwards', async () => {
    await openApp('/', 'visitor', catalogServer);
    await click(screen.getByRole('link', { name: 'Boards' }));
    expect(document.title).toBe('Pinterest-style Group Board Finder · Corklight');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(screen.getByRole('link', { name: 'Boards' }).getAttribute('aria-current')).toBe('page');
  });
});

describe('pictures of other sites', () => {
  it.each([
    [null, undefined, true],
    [null, false, true],
    [null, true, false],
    ['on', true, true],
    ['off', false, false],
  ])('with the choice %j and Save-Data %s are shown: %s', (choice, saveData, areShown) => {
    if (choice !== null) localStorage.setItem('pictures', choice);
    expect(initiallyShown({ saveData })).toBe(areShown);
  });

  it('are named on the privacy page with their hosts, and do not exist on a site without hosts', async () => {
    await openApp('/privacy-policy', 'visitor', catalogServer);
    expect((await screen.findByRole('region', { name: 'Pictures' })).textContent).toContain(
      "Pictures load from Pinterest's servers, which see your IP address but not which page you were on. The servers are i.pinimg.com.",
    );
    settings.site = { ...settings.site, image_hosts: [] };
    await openApp('/privacy-policy', 'visitor', catalogServer);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Pictures' })).toBeNull();
  });
});

describe('the layout', () => {
  it('has both live regions, the landmarks, a theme that is stored, and banners for the demo and while the browser is offline', async () => {
    settings.site = { ...settings.site, demo: true };
    await openApp('/privacy-policy', 'visitor', catalogServer);
    expect(screen.getByTestId('live-alert').getAttribute('role')).toBe('alert');
    expect(screen.getByTestId('live-polite').tagName).toBe('OUTPUT');
    for (const role of ['banner', 'main', 'contentinfo']) expect(screen.getByRole(role)).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
    for (const theme of ['system', 'light']) await click(screen.getByRole('button', { name: `Theme: ${theme}` }));
    expect([document.documentElement.dataset['theme'], localStorage.getItem('theme')]).toEqual(['dark', 'dark']);
    await click(screen.getByRole('button', { name: 'Theme: dark' }));
    expect(screen.getByTestId('demo-strip').textContent).toContain('Demo data. Nothing here is real.');
    expect(hrefOf(screen.getByRole('link', { name: 'Load your own data' }))).toBe('/demo/own-data');
    await click(screen.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByTestId('demo-strip')).toBeNull();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await act(async () => void dispatchEvent(new Event('offline')));
    expect(screen.getByText("You're offline. Figures may be out of date.")).toBeTruthy();
    await act(async () => void (settings.site = { ...settings.site, demo: false }));
  });

  it('has single-key shortcuts, but not with a modifier', async () => {
    await openApp('/privacy-policy', 'visitor', catalogServer);
    await press('g', { altKey: true });
    await press('b');
    expect(location.pathname).toBe('/privacy-policy');
    await press('g');
    await press('b');
    expect(location.pathname).toBe('/boards');
    await press('j');
    await press('j');
    expect(document.activeElement?.textContent).toBe('Board 1.1');
    await press('k');
    expect(document.activeElement?.textContent).toBe('Board 1.0');
    await press(']');
    expect(location.search).toBe('?page=2');
    await press('/');
    expect(document.activeElement?.textContent).toContain('Keyword search is a Premium feature.');
  });
});

const adminServer = serveEndpoints({
  'GET /api/analytics/dashboard': () => ({ body: siteAnalyticsRecord(30) }),
  'GET /api/admin/analytics': () => ({ body: growthAnalyticsRecord(topPerformers(3)) }),
  'GET /api/admin/data-quality/cleanups': () => ({ body: [] }),
  'GET /api/admin/jobs': () => ({ body: [] }),
  'GET /api/admin/alarms': () => ({ body: [] }),
  'GET /api/imports': () => ({ body: { imports: [], next_before: null } }),
  'GET /api/admin/operations': () => ({ body: anOverview() }),
  'GET /api/admin/people': () => ({ body: { people: [], total: 0, page: 1, pages: 1 } }),
  'GET /api/admin/audit': () => ({ body: { entries: [], total: 0, page: 1, pages: 1 } }),
});
const navigationLabels = ['Site Analytics', 'Growth Analytics', 'People', 'Imports', 'Operations', 'Audit', 'Back to Site'];
const navigation = () => within(screen.getByRole('navigation', { name: 'Administration' }));

describe('the admin layout', () => {
  it.each([
    ['/admin/analytics', 'Site Analytics', 'Analytics'],
    ['/admin/growth', 'Growth Analytics', 'Growth Analytics'],
    ['/admin/people', 'People', 'People'],
    ['/admin/imports', 'Imports', 'Imports'],
    ['/admin/operations', 'Operations', 'Operations'],
    ['/admin/audit', 'Audit', 'Audit'],
  ])('of %s marks the current screen and has no main navigation', async (address, place, title) => {
    await openApp(address, 'admin', adminServer);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(place);
    expect(document.title).toBe(`${title} · Corklight`);
    expect(textsOf(navigation().getAllByRole('link'))).toEqual(navigationLabels);
    expect(navigation().getByRole('link', { current: 'page' }).textContent).toBe(place);
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(hrefOf(screen.getByRole('link', { name: 'Corklight' }))).toBe('/');
    expect(hrefOf(navigation().getByRole('link', { name: 'Back to Site' }))).toBe('/boards');
  });

  it.each(['/admin/analytics', '/admin/growth?entity=pin', '/admin/people', '/admin/operations', '/admin/audit'])(
    'redirects a visitor of %s to sign in and back, and a user who is not an admin to the home page',
    async (address) => {
      await openApp(address, 'visitor', adminServer);
      expect(`${location.pathname}${location.search}`).toBe(`/auth/login?${new URLSearchParams({ next: address })}`);
      expect(await screen.findByText('Sign in to continue.')).toBeTruthy();
      const asked = () => requestedUrls.filter((call) => call.includes('/admin/') || call.includes('dashboard'));
      expect(asked()).toEqual([]);
      await openApp(address, 'premium', adminServer);
      expect(location.pathname).toBe('/');
      expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
      expect(asked()).toEqual([]);
    },
  );

  it('folds the navigation behind a button and closes it with Esc', async () => {
    setWindowWidth(360);
    await openApp('/admin/operations', 'admin', adminServer);
    const button = screen.getByRole('button', { name: 'Menu' });
    expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-controls')]).toEqual(['false', 'admin-nav']);
    await click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await press('Escape');
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it.each([
    ['beside the navigation', 1280],
    ['in the folded navigation', 360],
  ])('has the account menu %s, with the email once and without links to its own screens', async (_, width) => {
    setWindowWidth(width);
    await openApp('/admin/operations', 'admin', adminServer);
    const header = within(screen.getByRole('banner'));
    await click(header.getByRole('button', { name: width === 360 ? 'Menu' : /^Account of / }));
    expect(header.getAllByText(/@/)).toHaveLength(1);
    expect(header.getByRole('link', { name: 'Today' })).toBeTruthy();
    expect(header.getByRole('button', { name: 'Sign out' })).toBeTruthy();
    expect(header.queryAllByRole('link', { name: 'Operations' })).toHaveLength(1);
  });

  it('adds its shortcuts to the list', async () => {
    await openApp('/admin/operations', 'admin', adminServer);
    await act(async () => openShortcutHelp());
    const keys = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(
      ['Refresh', 'Export', 'Scan'].map((meaning) => keys.getByText(meaning).parentElement?.querySelector('kbd')?.textContent),
    ).toEqual(['r', 'e', 's']);
    await act(async () => closeShortcutHelp());
  });

  it('links its screens and the site, whatever the case and a trailing slash of the path', async () => {
    await openApp('/Admin/Analytics/', 'admin', adminServer);
    expect(navigation().getByRole('link', { current: 'page' }).textContent).toBe('Site Analytics');
    await click(navigation().getByRole('link', { name: 'Growth Analytics' }));
    expect((await screen.findByRole('heading', { level: 1, name: 'Growth Analytics' })).textContent).toBe('Growth Analytics');
    await click(navigation().getByRole('link', { name: 'Back to Site' }));
    expect(location.pathname).toBe('/boards');
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  });
});
