import { act, screen, within } from '@testing-library/react';
import { toastText } from '../../support/client/account-server';
import { click, deferredResponse, type FakeResponse, openApp, press, type ViewerKind } from '../../support/client/client-app';
import { textsOf } from '../../support/client/elements';
import { sentRequests, copiedTexts } from '../../support/client/requests';
import { errorResponse, serveEndpoints } from '../../support/client/serve-endpoints';
import { keywordDetail, keywordPage, keywordRow, noInterest, savedKeywordList } from './keyword-records';

const LIST_URL = '/api/keywords';
const rows = ['pumpkin bread', 'pumpkin soup'].map((keyword) => keywordRow(keyword));
const noContent: FakeResponse = { status: 204, body: null };

describe('selected keywords', () => {
  /** The list of keywords with a server that keeps the saved ones. */
  const openWithSaved = async (url: string, viewer: ViewerKind, names: readonly string[], post = noContent) => {
    let kept = names;
    const server = serveEndpoints({
      [`GET ${LIST_URL}`]: () => ({ body: keywordPage(rows, { total: 45 }) }),
      'GET /api/users/me/keywords': () => ({ body: savedKeywordList(...kept) }),
      'POST /api/users/me/keywords': () => {
        if (post.status === 204) kept = [...kept, 'pumpkin bread', 'pumpkin soup'];
        return post;
      },
    });
    await openApp(url, viewer, server);
    await screen.findByRole('heading', { level: 1 });
    await act(async () => {});
  };
  const select = (keyword: string) => click(screen.getByRole('checkbox', { name: `Select ${keyword}` }));
  const bar = () => within(screen.getByRole('group', { name: 'Selected rows' }));

  it('are saved together, also from several pages', async () => {
    await openWithSaved('/keywords', 'free', []);
    expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull();
    await select('pumpkin bread');
    await click(screen.getByRole('button', { name: 'Page 2' }));
    await select('pumpkin soup');
    expect(bar().getByRole('status').textContent).toBe('2 selected');
    expect(bar().queryByRole('button', { name: 'Export CSV' })).toBeNull();
    const box = screen.getByRole('checkbox', { name: 'Select pumpkin soup' });
    box.focus();
    bar().getByRole('button', { name: 'Save' }).focus();
    await click(bar().getByRole('button', { name: 'Save' }));
    expect(document.activeElement).toBe(box);
    expect(sentRequests.at(-1)).toMatchObject({
      endpoint: 'POST /api/users/me/keywords',
      body: { keywords: ['pumpkin bread', 'pumpkin soup'] },
    });
    expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull();
    expect(screen.getByText('Saved to your keywords.')).toBeTruthy();
    await click(screen.getByRole('link', { name: 'Saved' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Saved keywords');
  });

  it('stay selected when they cannot be saved, with the reason', async () => {
    await openWithSaved('/keywords', 'free', [], errorResponse('You can save 10 keywords, and with Premium 200.', 422, 'watch_limit'));
    await select('pumpkin bread');
    await click(bar().getByRole('button', { name: 'Save' }));
    expect(screen.getByText('You can save 10 keywords, and with Premium 200.')).toBeTruthy();
    expect(bar().getByRole('status').textContent).toBe('1 selected');
  });

  it('are copied line by line, and exported with Premium', async () => {
    await openWithSaved('/keywords', 'premium', []);
    await select('pumpkin bread');
    await select('pumpkin soup');
    await click(bar().getByRole('button', { name: 'Copy' }));
    expect(copiedTexts).toEqual(['pumpkin bread\npumpkin soup']);
    expect(bar().getByRole('button', { name: 'Export CSV' })).toBeTruthy();
    await click(bar().getByRole('button', { name: 'Clear' }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select pumpkin bread' }).checked).toBe(false);
  });

  it('cannot be saved by visitors, who can copy them', async () => {
    await openWithSaved('/keywords', 'visitor', []);
    await select('pumpkin bread');
    expect(textsOf(bar().getAllByRole('button'))).toEqual(['Compare', 'Copy', 'Clear']);
    expect(screen.queryByRole('link', { name: 'Saved' })).toBeNull();
  });

  it('are listed once saved, and removed, with and without figures', async () => {
    let response: FakeResponse = { body: savedKeywordList('fig', 'gone') };
    const remove =
      (...left: string[]) =>
      () => ((response = { body: savedKeywordList(...left) }), noContent);
    const endpoints = {
      'GET /api/users/me/keywords': () => response,
      'DELETE /api/users/me/keywords/gone': remove('fig'),
      'DELETE /api/users/me/keywords/fig': remove(),
    };
    await openApp('/keywords?saved=1', 'free', serveEndpoints(endpoints));
    await screen.findByRole('button', { name: 'Remove gone' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Saved keywords');
    expect(screen.getByText('2 saved keywords of 10, the newest first')).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Remove gone' }));
    expect(screen.queryByText('gone')).toBeNull();
    await select('fig');
    await click(bar().getByRole('button', { name: 'Remove' }));
    expect(screen.getByTestId('no-saved-keywords').textContent).toContain('Nothing saved yet.');
  });

  it('are also saved and removed on the page of a keyword', async () => {
    const kept: string[] = [];
    const first = deferredResponse();
    const server = serveEndpoints({
      [`GET ${LIST_URL}/pumpkin%20bread`]: () => ({ body: keywordDetail() }),
      [`GET ${LIST_URL}/pumpkin%20bread/interest`]: () => noInterest,
      'GET /api/users/me/keywords': () => ({ body: savedKeywordList(...kept) }),
      'POST /api/users/me/keywords': () => (kept.push('pumpkin bread'), first.reply),
      'DELETE /api/users/me/keywords/pumpkin%20bread': () => (kept.pop(), noContent),
    });
    await openApp('/keywords/pumpkin%20bread', 'free', server);
    await screen.findByText(/^Counted /);
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    await click(save);
    await click(save);
    // It keeps the focus, and sends once.
    expect([save.disabled, kept]).toEqual([false, ['pumpkin bread']]);
    await first.give(noContent);
    const button = screen.getByRole('button', { name: 'Saved' });
    expect(button.getAttribute('aria-pressed')).toBe('true');
    await click(button);
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-pressed')).toBe('false');
    await press('s');
    expect(toastText()).toBe('Saved to your keywords.');
    expect(kept).toEqual(['pumpkin bread']);
    await press('s');
    expect(kept).toEqual([]);
  });

  it('are stepped through with j and k, in lists and among related keywords', async () => {
    const related = ['sourdough', 'soup'].map((keyword) => ({ ...keywordRow(keyword), common_pins: 9, common_share: 0.5 }));
    const server = serveEndpoints({
      [`GET ${LIST_URL}`]: () => ({ body: keywordPage([keywordRow('fig'), keywordRow('plum')]) }),
      [`GET ${LIST_URL}/fig`]: () => ({ body: keywordDetail({ keyword: 'fig', related }) }),
      [`GET ${LIST_URL}/fig/interest`]: () => noInterest,
      'GET /api/users/me/keywords': () => ({ body: savedKeywordList() }),
    });
    await openApp('/keywords', 'premium', server);
    await screen.findAllByTestId('keyword-row');
    const focused = async (key: string) => {
      await press(key);
      return document.activeElement?.textContent;
    };
    expect([await focused('j'), await focused('j'), await focused('j'), await focused('k')]).toEqual(['fig', 'plum', 'plum', 'fig']);
    await click(screen.getByRole('link', { name: 'fig' }));
    await screen.findByText(/^Counted /);
    expect([await focused('j'), await focused('j')]).toEqual(['sourdough', 'soup']);
  });
});
