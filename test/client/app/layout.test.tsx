/** @jest-environment jsdom */
import { act, screen } from '@testing-library/react';
import { priors } from '#domain/analytics/growth/momentum';
import { ACTIVE_WITHIN_DAYS, MAX_OWNER_FOLLOWERS, MAX_WEEKLY_PINS_PER_COLLABORATOR } from '#domain/analytics/growth/verdict/thresholds';
import { wholeNumber } from '#domain/numbers';
import { startShortcuts } from '../../../client/src/site/shortcuts';
import { initiallyShown } from '../../../client/src/site/pictures';
import { settings } from '../../../client/src/api/settings';
import { catalogServer, click, resetBrowser, openApp, press, requestedUrls } from '../../support/client/client-app';

describe('routes', () => {
  beforeEach(resetBrowser);

  it('/influencers redirects to /pinners, without a word', async () => {
    await openApp('/influencers', 'visitor', catalogServer);
    expect(location.pathname).toBe('/pinners');
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
    expect((await screen.findAllByRole('heading', { level: 1 })).map((element) => element.textContent)).toEqual([heading]);
  });

  it('/momentum shows the constants of the formula', async () => {
    await openApp('/momentum', 'visitor', catalogServer);
    for (const prior of Object.values(priors)) expect((await screen.findAllByText(wholeNumber(prior))).length).toBeGreaterThan(0);
    expect(screen.getByRole('row', { name: '+10% 50.0' })).toBeTruthy();
    expect(screen.getByRole('row', { name: '+20% 73.4' })).toBeTruthy();
  });

  it('/momentum publishes the rules of verdicts, with their constants', async () => {
    await openApp('/momentum', 'visitor', catalogServer);
    const rulesOf = (name: string) => screen.getByRole('region', { name }).textContent;
    expect(await screen.findByRole('heading', { level: 2, name: 'One jump' })).toBeTruthy();
    expect(rulesOf('Worth joining?')).toContain(`at most ${MAX_WEEKLY_PINS_PER_COLLABORATOR} pins a week per collaborator`);
    expect(rulesOf('Worth following?')).toContain(`in the last ${ACTIVE_WITHIN_DAYS} days`);
    expect(rulesOf('Worth making one like it?')).toContain(`at most ${wholeNumber(MAX_OWNER_FOLLOWERS)} followers`);
  });

  it('leave the focus on the first load and move it to the h1 afterwards', async () => {
    await openApp('/', 'visitor', catalogServer);
    await click(screen.getByRole('link', { name: 'Boards' }));
    expect(document.title).toBe('Group Board Finder · Corklight');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(screen.getByRole('link', { name: 'Boards' }).getAttribute('aria-current')).toBe('page');
  });
});

describe('pictures of other sites', () => {
  beforeEach(resetBrowser);

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

  it('are named on the privacy page with their hosts', async () => {
    await openApp('/privacy-policy', 'visitor', catalogServer);
    const section = await screen.findByRole('region', { name: 'Pictures' });
    expect(section.textContent).toContain(
      "Pictures load from Pinterest's servers, which see your IP address but not which page you were on. The servers are i.pinimg.com.",
    );
  });

  it('do not exist on a site without hosts', async () => {
    settings.site = { ...settings.site, image_hosts: [] };
    await openApp('/privacy-policy', 'visitor', catalogServer);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Pictures' })).toBeNull();
  });
});

describe('the layout', () => {
  beforeAll(startShortcuts);
  beforeEach(resetBrowser);

  it('has both live regions and the landmarks', async () => {
    await openApp('/privacy-policy', 'visitor', catalogServer);
    expect(screen.getByTestId('live-alert').getAttribute('role')).toBe('alert');
    expect(screen.getByTestId('live-polite').tagName).toBe('OUTPUT');
    for (const role of ['banner', 'main', 'contentinfo']) expect(screen.getByRole(role)).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  });

  it('switches the theme and stores it', async () => {
    await openApp('/privacy-policy', 'visitor', catalogServer);
    await click(screen.getByRole('button', { name: 'Theme: system' }));
    await click(screen.getByRole('button', { name: 'Theme: light' }));
    expect([document.documentElement.dataset['theme'], localStorage.getItem('theme')]).toEqual(['dark', 'dark']);
    await click(screen.getByRole('button', { name: 'Theme: dark' }));
  });

  it('shows the demo banner until it is hidden', async () => {
    settings.site = { ...settings.site, demo: true };
    await openApp('/privacy-policy', 'visitor', catalogServer);
    expect(screen.getByTestId('demo-strip').textContent).toContain('Demo data. Nothing here is real.');
    expect(screen.getByRole('link', { name: 'Load your own data' }).getAttribute('href')).toBe('/demo/own-data');
    await click(screen.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByTestId('demo-strip')).toBeNull();
    await act(async () => void (settings.site = { ...settings.site, demo: false }));
  });

  it('shows a banner while the browser is offline', async () => {
    await openApp('/privacy-policy', 'visitor', catalogServer);
    const online = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine');
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    await act(async () => void dispatchEvent(new Event('offline')));
    expect(screen.getByText("You're offline. Figures may be out of date.")).toBeTruthy();
    Object.defineProperty(navigator, 'onLine', online ?? { value: true });
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
