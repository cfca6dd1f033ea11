import { defaultFormats, reader } from '#domain/site/reader';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Alert } from '#domain/watching/alerts/contract';
import type { Watching } from '#domain/watching/contract';
import { accountServer, dialog, noContent, region, toastText } from '../../support/client/account-server';
import {
  alertsOfViewer,
  click,
  type FakeServer,
  openApp,
  press,
  savedSearches,
  type as typeInto,
  type ViewerKind,
  type FakeResponse,
  resetBrowser,
} from '../../support/client/client-app';
import { textsOf, hrefOf } from '../../support/client/elements';
import { requestedUrls, sentBodies } from '../../support/client/requests';
import { anAlertRule, aSavedSearch } from '../../support/client/watching-records';

const ids = ['0b1f6f6e-3b0d-4a55-9c1a-0a4a3c1d2e3f', '1b1f6f6e-3b0d-4a55-9c1a-0a4a3c1d2e3f'];

const anAlert = (over: Partial<Alert> = {}): Alert => ({
  _id: ids[0]!,
  entity: 'board',
  entity_id: 'b1',
  title: 'Etsy sellers unite',
  text: 'Momentum rose to 62.',
  path: '/board/b1/',
  day: '2026-11-21',
  is_read: false,
  ...over,
});

const aRule = anAlertRule({ watchlist_id: 'w1', target_name: 'Boards to join' });

const limits = { lists: 20, items_per_list: 200 };
const watched: Watching = { watchlists: [{ _id: 'w1', name: 'Boards to join', items: [] }], limits };

const server =
  (watching: Watching = watched): FakeServer =>
  (url, method) => {
    if (url.pathname === '/api/users/me/alerts/read') {
      alertsOfViewer.alerts = alertsOfViewer.alerts.map((alert) => ({ ...alert, is_read: true }));
      return noContent;
    }
    if (url.pathname === '/api/users/me/alert-rules' && method === 'POST') {
      const added = { ...aRule, _id: `r${alertsOfViewer.rules.length + 1}` };
      alertsOfViewer.rules = [...alertsOfViewer.rules, added];
      return { body: added };
    }
    if (url.pathname === '/api/users/me/alert-rules/r1' && method === 'PATCH') {
      alertsOfViewer.rules = alertsOfViewer.rules.map((rule) => ({ ...rule, sentence: 'Momentum falls to 30' }));
      return { body: alertsOfViewer.rules[0] };
    }
    if (url.pathname === '/api/users/me/alert-rules/r1') {
      alertsOfViewer.rules = [];
      return noContent;
    }
    if (url.pathname === '/api/users/me/watchlists') return { body: watching };
    if (url.pathname === '/api/users/me/watchlists/w1') return { body: watched.watchlists[0] };
    if (url.pathname === '/api/users/me/optional-emails') return { body: { weekly: false, alerts: false } };
    return accountServer()(url, method);
  };

const bell = (name = 'Alerts') => screen.findByRole('button', { name });
const popover = () => within(screen.getByRole('dialog', { name: 'Alerts' }));
const open = (who: ViewerKind, watching?: Watching) => openApp('/watchlists', who, server(watching));

describe('the bell', () => {
  it('has the number of unread alerts, shows what is new, and marks it as read', async () => {
    alertsOfViewer.alerts = [anAlert(), anAlert({ _id: ids[1]!, title: 'Big boards', text: '3 new boards.', path: null, is_read: true })];
    await open('premium');
    const button = await bell('Alerts: 1 unread');
    await click(button);
    const rows = await popover().findAllByTestId('alert');
    expect(textsOf(rows)).toEqual(['Etsy sellers uniteNew: Momentum rose to 62.Nov 21, 2026', 'Big boards3 new boards.Nov 21, 2026']);
    expect(hrefOf(popover().getByRole('link', { name: 'Etsy sellers unite' }))).toBe('/board/b1/');
    expect(popover().queryByRole('link', { name: 'Big boards' })).toBeNull();
    await waitFor(() => expect(button.getAttribute('aria-label')).toBe('Alerts'));
    // It stays as it is while it is read, even when the user comes back.
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    await act(async () => void window.dispatchEvent(new Event('focus')));
    expect(popover().getByText('New:')).toBeTruthy();
    later.mockRestore();
    expect(sentBodies('POST /api/users/me/alerts/read')).toEqual([{ alert_ids: [ids[0]] }]);
    await press('Escape');
    expect(document.activeElement).toBe(button);
    expect(screen.queryByRole('dialog', { name: 'Alerts' })).toBeNull();
  });

  it('says when there is nothing, and marks nothing; visitors have none, and ask the server nothing', async () => {
    await open('free');
    await click(await bell());
    await popover().findByText('None yet. They come from your alert rules.');
    expect(sentBodies('POST /api/users/me/alerts/read')).toEqual([]);
    resetBrowser();
    await openApp('/premium', 'visitor', server());
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: /Alerts/ })).toBeNull();
    expect(requestedUrls.filter((url) => url.includes('alerts'))).toEqual([]);
  });

  it('leads to the rules, also from the screen that has them', async () => {
    await open('premium');
    await screen.findByRole('heading', { name: 'Alerts' });
    const shown: string[] = [];
    Element.prototype.scrollIntoView = function show() {
      shown.push(this.id);
    };
    await click(await bell());
    await click(popover().getByRole('link', { name: 'Alert rules' }));
    expect(shown).toEqual(['alert-rules']);
  });

  it('is loaded again on another page and when the user comes back, at most once a minute', async () => {
    const loadCount = () => requestedUrls.filter((url) => url.endsWith('/api/users/me/alerts')).length;
    const comeBack = () => act(async () => void window.dispatchEvent(new Event('focus')));
    await open('premium');
    await bell();
    await comeBack();
    await comeBack();
    expect(loadCount()).toBe(1);
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    alertsOfViewer.alerts = [anAlert()];
    await comeBack();
    await comeBack();
    await bell('Alerts: 1 unread');
    expect(loadCount()).toBe(2);
    later.mockReturnValue(Date.now() + 122_000);
    alertsOfViewer.alerts = [];
    await click(screen.getByRole('link', { name: /^Privacy/ }));
    await bell('Alerts');
    expect(loadCount()).toBe(3);
    later.mockRestore();
  });

  it('can be loaded again after a failure', async () => {
    alertsOfViewer.status = 503;
    await openApp('/premium', 'premium', server());
    await click(await bell());
    const retry = await popover().findByRole('button', { name: 'Try again' });
    Object.assign(alertsOfViewer, { status: 200, alerts: [anAlert()] });
    await click(retry);
    expect(await popover().findByTestId('alert')).toBeTruthy();
  });
});

describe('alert rules', () => {
  it('are added as a sentence, and deleted', async () => {
    await open('premium');
    await screen.findByText(/^Rules are checked after each update of the scores, and tell you at the bell what changes from then on/);
    typeInto('Threshold (0 to 100)', '70');
    await click(region('Alerts').getByRole('button', { name: 'Add rule' }));
    const rule = { measure: 'momentum', direction: 'above', threshold: 70, watchlist_id: 'w1' };
    expect(sentBodies('POST /api/users/me/alert-rules')).toEqual([rule]);
    expect((await screen.findByTestId('alert-rule')).textContent).toContain('Momentum rises to 60Boards to join');
    await click(screen.getByRole('button', { name: 'Delete the rule: Momentum rises to 60' }));
    await click(dialog().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByTestId('alert-rule')).toBeNull());
  });

  it('have the fields of what they look at', async () => {
    savedSearches.list = [aSavedSearch()];
    await open('premium');
    const add = async (measure: string) => {
      await screen.findByRole('option', { name: 'something new matches' });
      typeInto('Tell me when', measure);
      await click(region('Alerts').getByRole('button', { name: 'Add rule' }));
      await waitFor(() => expect(toastText()).toBe('The rule was added. It tells you what changes from now on, not what is so already.'));
    };
    await add('growth');
    typeInto('It', 'below');
    await add('count');
    await add('stale');
    await add('jump');
    await add('gone');
    await add('new_match');
    expect(sentBodies('POST /api/users/me/alert-rules')).toEqual([
      { measure: 'growth', direction: 'above', threshold: 10, period: '30_days', watchlist_id: 'w1' },
      { measure: 'count', direction: 'below', threshold: 10_000, watchlist_id: 'w1' },
      { measure: 'stale', threshold: 14, watchlist_id: 'w1' },
      { measure: 'jump', watchlist_id: 'w1' },
      { measure: 'gone', watchlist_id: 'w1' },
      { measure: 'new_match', saved_search_id: 's1' },
    ]);
  });

  it('are edited as the sentence that they are, with numbers as the reader writes them, and start over', async () => {
    alertsOfViewer.rules = [{ ...aRule, threshold: 75.5 }];
    await open('premium');
    reader.formats = { locale: 'de-DE', time_zone: 'UTC' };
    await click(await screen.findByRole('button', { name: 'Edit the rule: Momentum rises to 60' }));
    expect(dialog().getByText('A changed rule starts over: it tells you what changes from now on.')).toBeTruthy();
    expect(dialog().getByLabelText<HTMLInputElement>('Threshold (0 to 100)').value).toBe('75,5');
    fireEvent.change(dialog().getByLabelText('It'), { target: { value: 'below' } });
    fireEvent.change(dialog().getByLabelText('Threshold (0 to 100)'), { target: { value: '30,5' } });
    await click(dialog().getByRole('button', { name: 'Save rule' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentBodies('PATCH /api/users/me/alert-rules/r1')).toEqual([
      { measure: 'momentum', direction: 'below', threshold: 30.5, watchlist_id: 'w1' },
    ]);
    expect(screen.getByTestId('alert-rule').textContent).toContain('Momentum falls to 30');
    reader.formats = defaultFormats;
  });

  it.each([
    ['a score', 'momentum', 'Threshold (0 to 100)'],
    ['days', 'stale', 'Threshold (days)'],
  ])('call a threshold as errors of the API do, which are shown as they are: %s', async (_, measure, label) => {
    const refusal = 'threshold must be from 0 to 100';
    await openApp('/watchlists', 'premium', (url, method) =>
      method === 'POST' && url.pathname === '/api/users/me/alert-rules'
        ? { status: 400, body: { error: refusal, errors: [refusal], code: 'invalid_input' } }
        : server()(url, method),
    );
    fireEvent.change(await screen.findByLabelText('Tell me when'), { target: { value: measure } });
    typeInto(label, '101');
    await click(region('Alerts').getByRole('button', { name: 'Add rule' }));
    expect((await region('Alerts').findByRole('alert')).textContent).toBe('Threshold must be from 0 to 100');
  });

  it('about one item stay with it when they are edited', async () => {
    alertsOfViewer.rules = [{ ...aRule, watchlist_id: null, watched_item_id: 'i1', target_name: 'Etsy sellers unite' }];
    await open('premium');
    expect((await screen.findByTestId('alert-rule')).textContent).toContain('Etsy sellers unite');
    await click(screen.getByRole('button', { name: 'Edit the rule: Momentum rises to 60' }));
    expect(dialog().queryByLabelText('In the watchlist')).toBeNull();
    fireEvent.change(dialog().getByLabelText('Tell me when'), { target: { value: 'gone' } });
    await click(dialog().getByRole('button', { name: 'Save rule' }));
    expect(sentBodies('PATCH /api/users/me/alert-rules/r1')).toEqual([{ measure: 'gone', watched_item_id: 'i1' }]);
  });

  it('need something to be about', async () => {
    await open('premium', { watchlists: [], limits });
    await screen.findByText('Watch something or save a search first; then you can be told when it changes.');
    expect(screen.queryByRole('button', { name: 'Add rule' })).toBeNull();
  });

  it('are for Premium; what a user has from before can be deleted', async () => {
    alertsOfViewer.rules = [aRule];
    await open('free');
    await screen.findByText('Premium tells you when what you watch rises, falls, or stands still.');
    expect(screen.queryByRole('button', { name: 'Add rule' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete the rule: Momentum rises to 60' })).toBeTruthy();
  });
});

const CHOICES = 'PATCH /api/users/me/optional-emails';

const emailServer =
  (choices: () => FakeResponse, save: () => FakeResponse = () => noContent): FakeServer =>
  (url, method) => {
    if (url.pathname === '/api/users/me/optional-emails') return method === 'GET' ? choices() : save();
    if (url.pathname === '/api/users/me/watchlists') return { body: { watchlists: [], limits: { lists: 1, items_per_list: 10 } } };
    return accountServer()(url, method);
  };

const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Email me on Mondays what moved' });

describe('the switch of the weekly email', () => {
  it('stays as it was when saving fails, and says so', async () => {
    const error = 'Not now.';
    const refuse = () => ({ status: 503, body: { error, errors: [error], code: 'unavailable' } });
    await openApp(
      '/watchlists',
      'free',
      emailServer(() => ({ body: { weekly: true, alerts: false } }), refuse),
    );
    await click(await box());
    await waitFor(() => expect(toastText()).not.toBe(''));
    expect((await box()).checked).toBe(true);
  });
});

describe('the switch of the daily email of alerts', () => {
  const name = 'Email me new alerts, at most once a day';
  const rules =
    (alerts: boolean): FakeServer =>
    (url, method) =>
      url.pathname === '/api/users/me/alert-rules'
        ? { body: { rules: [], limit: 50 } }
        : emailServer(() => ({ body: { weekly: true, alerts } }))(url, method);

  it('is there with Premium, and changes nothing but itself; without Premium only while it is on', async () => {
    await openApp('/watchlists', 'premium', rules(false));
    await click(await screen.findByRole('checkbox', { name }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(true));
    expect(sentBodies(CHOICES)).toEqual([{ alerts: true }]);
    expect((await box()).checked).toBe(true);
    for (const isOn of [false, true]) {
      resetBrowser();
      await openApp('/watchlists', 'free', rules(isOn));
      await box();
      expect([isOn, screen.queryByRole('checkbox', { name }) !== null]).toEqual([isOn, isOn]);
    }
  });
});
