import { act, fireEvent, screen, within } from '@testing-library/react';
import { filtersOf } from '#domain/catalog/filters/filters';
import type { FilterKind } from '#domain/catalog/filters/filter-kinds';
import { variants } from '#domain/catalog/variants';
import { boardPageResponse, catalogServer, catalogStatsRecord, giveCatalogStats } from '../../../support/client/catalog-records';
import { click, goBack, openApp, press, setWindowWidth } from '../../../support/client/client-app';
import { muteConsoleErrors, textsOf } from '../../../support/client/elements';
import { queriesTo } from '../../../support/client/requests';

const valuesByKind: Readonly<Record<FilterKind, string>> = { range: '2..', days: '90d', set: 'latin', flag: '1', id: '7' };
const bar = () => within(screen.getByTestId('filter-bar'));
const chips = () =>
  bar()
    .queryAllByRole('button', { name: /^Remove filter: / })
    .map((button) => button.getAttribute('aria-label')?.replace('Remove filter: ', ''));
const add = async (name: string | RegExp) => {
  await click(bar().getByRole('button', { name: /Filter$/ }));
  await click(bar().getByRole('button', { name }));
};
const fill = (label: string, text: string) => fireEvent.change(bar().getByRole('textbox', { name: label }), { target: { value: text } });
const apply = () => click(bar().getByRole('button', { name: /^(Apply|Show )/ }));
const sent = (name: string) => queriesTo('/api/boards').at(-1)?.get(name) ?? null;
const menuItems = async () => {
  await click(bar().getByRole('button', { name: /Filter$/ }));
  return textsOf(within(screen.getByRole('dialog', { name: 'Add a filter' })).getAllByRole('button'));
};

describe('the filters of a list', () => {
  it.each([
    ['followers=1000..50000', 'Followers 1,000 to 50,000'],
    ['followers=..50000', 'Followers up to 50,000'],
    ['collaborators=1..', 'Group boards only'],
    ['collaborators=5..', 'Collaborators 5 or more'],
    ['growth=2.5..', 'Growth 2.5% or more'],
    ['momentum=50..', 'Momentum 50 or more'],
    ['active=30d', 'Last activity in the last 30 days'],
    ['topic=recipes,decor', 'Topics: decor, recipes'],
    ['script=cjk,latin', 'Language and script: Chinese, Japanese, Korean, Latin'],
    ['steady=1', 'Steady growth'],
    ['owner=7', 'Only one owner'],
    ['created=2025-01-01..', 'Date created since Jan 1, 2025', 'pins'],
    ['created=2025-01-01..2025-02-01', 'Date created Jan 1, 2025 to Feb 1, 2025', 'pins'],
    ['picture=1', 'Has a picture', 'pins'],
  ])('of %s are a chip and in the request: %s', async (address, label, list = 'boards') => {
    await openApp(`/${list}?${address}`, 'premium', catalogServer);
    expect(chips()).toEqual([label]);
    const [name = '', text = ''] = address.split('=');
    expect(queriesTo(`/api/${list}`).at(-1)?.get(name)?.split(',').toSorted()).toEqual(text.split(',').toSorted());
  });

  it.each(variants.flatMap((variant) => filtersOf(variant).map(([name, { kind }]) => [variant, name, valuesByKind[kind]] as const)))(
    'of %s are one chip each and in the request: %s=%s',
    async (variant, name, value) => {
      await openApp(`/${variant}?${name}=${value}`, 'premium', catalogServer);
      expect([chips().length, queriesTo(`/api/${variant}`).at(-1)?.get(name)]).toEqual([1, value]);
    },
  );

  it.each([
    ['/boards?cols=growth_90', '90d', ['Seen within 90 days']],
    ['/boards?order_by=follower_growth_last_90_days&read=30d', '30d', ['Seen within 30 days']],
    ['/boards?read=any', null, []],
    ['/boards?order_by=follower_count', null, []],
    ['/boards?order_by=collaborator_growth_last_90_days', null, []],
  ])('at %s, where enough rows were read recently by follower growth, read %j', async (address, read, expected) => {
    giveCatalogStats(catalogStatsRecord({ recent_orders: { boards: ['follower_growth_last_90_days'], pinners: [], pins: [] } }));
    await openApp(address, 'visitor', catalogServer);
    expect([sent('read'), chips()]).toEqual([read, expected]);
  });

  it('of recent readings is removed for good in the address, and follows the order where it was not', async () => {
    giveCatalogStats(catalogStatsRecord({ recent_orders: { boards: ['follower_growth_last_90_days'], pinners: [], pins: [] } }));
    const orderBy = (value: string) => act(async () => void fireEvent.change(screen.getByLabelText('Order By'), { target: { value } }));
    await openApp('/boards', 'visitor', catalogServer);
    await orderBy('follower_count');
    expect([location.search, sent('read'), chips()]).toEqual(['?order_by=follower_count', null, []]);
    await orderBy('follower_growth_last_90_days');
    // From the cache of responses.
    expect([location.search, chips()]).toEqual(['', ['Seen within 90 days']]);
    await click(bar().getByRole('button', { name: 'Remove filter: Seen within 90 days' }));
    expect([location.search, sent('read'), chips()]).toEqual(['?read=any', null, []]);
    await goBack();
    // From the cache of responses.
    expect([location.search, chips()]).toEqual(['', ['Seen within 90 days']]);
  });

  it('are added, changed and removed on screen, in the address and in the request, and Back restores them', async () => {
    await openApp('/boards', 'premium', catalogServer);
    await add('Followers');
    fill('From', '1,000');
    await apply();
    expect([chips(), location.search, sent('followers')]).toEqual([['Followers 1,000 or more'], '?followers=1000..', '1000..']);
    await click(bar().getByRole('button', { name: 'Followers 1,000 or more' }));
    fill('To', '50000');
    await apply();
    expect([chips(), sent('followers')]).toEqual([['Followers 1,000 to 50,000'], '1000..50000']);
    await click(bar().getByRole('button', { name: 'Remove filter: Followers 1,000 to 50,000' }));
    expect([chips(), location.search]).toEqual([[], '']);
    await goBack();
    expect([chips(), location.search]).toEqual([['Followers 1,000 to 50,000'], '?followers=1000..50000']);
  });

  it('leave the focus in the bar when they are added, changed, cleared, and removed', async () => {
    await openApp('/boards', 'premium', catalogServer);
    const focusAfter = async (change: () => Promise<unknown>) => {
      await change();
      return document.activeElement?.textContent;
    };
    const button = (name: string) => bar().getByRole('button', { name });
    const changeFrom = (text: string) => async () => {
      fill('From', text);
      await apply();
    };
    await add('Followers');
    expect(await focusAfter(changeFrom('1000'))).toBe('+ Filter');
    expect(await focusAfter(() => add('Steady growth'))).toBe('+ Filter');
    await click(button('Followers 1,000 or more'));
    expect(await focusAfter(changeFrom('2000'))).toBe('Followers 2,000 or more');
    await click(button('Followers 2,000 or more'));
    expect(await focusAfter(changeFrom(''))).toBe('+ Filter');
    button('Remove filter: Steady growth').focus();
    expect(await focusAfter(() => click(button('Remove filter: Steady growth')))).toBe('+ Filter');
  });

  it('are chosen from days, choices and texts', async () => {
    await openApp('/boards', 'premium', catalogServer);
    await add('Last activity');
    await click(bar().getByRole('button', { name: 'In the last 30 days' }));
    await add('Language and script');
    await click(bar().getByLabelText('Cyrillic'));
    await click(bar().getByLabelText('Latin'));
    await apply();
    await add('Topics');
    fill('Topics', 'Recipes, home decor');
    await apply();
    expect(location.search).toBe('?active=30d&topic=home+decor,recipes&script=cyrillic,latin');
  });

  it.each(['etsy\\, shops,recipes', 'a\\,b', 'a\\\\,b'])('keep texts with commas and backslashes as they are: %s', async (texts) => {
    await openApp(`/boards?topic=${encodeURIComponent(texts)}`, 'premium', catalogServer);
    const [chip] = chips();
    await click(bar().getByRole('button', { name: chip ?? '' }));
    await apply();
    expect([chips(), sent('topic')]).toEqual([[chip], texts]);
  });

  it('say what a value must be, and keep what was typed', async () => {
    await openApp('/boards', 'premium', catalogServer);
    await add('Followers');
    fill('From', '9');
    fill('To', '3');
    await apply();
    expect(bar().getByRole('alert').textContent).toBe('Followers must have its smaller end first.');
    expect([bar().getByLabelText<HTMLInputElement>('To').value, location.search]).toEqual(['3', '']);
  });

  it('that Premium has are listed last for others, with a lock, its reason and one offer', async () => {
    await openApp('/boards', 'visitor', catalogServer);
    expect(await menuItems()).toEqual([
      'Topics',
      'Language and script',
      'Any data updatedWhen anything about it was last read.',
      'Count last seenWhen the count that the list is ordered by was last read, else its main count (followers, saves of pins).',
      ...['Followers', 'Collaborators', 'Pins', 'Last activity', 'Growth', 'Checks passed', 'Momentum', 'Steady growth'].map(
        (name) => `${name}Premium`,
      ),
    ]);
    await click(bar().getByRole('button', { name: /^Followers/ }));
    const panel = screen.getByRole('dialog', { name: 'Followers' });
    expect(panel.textContent).toContain('Filtering by followers is part of Premium.');
    expect(within(panel).getByRole('link', { name: 'See Premium' })).toBeTruthy();
    expect(within(panel).queryByRole('textbox')).toBeNull();
    const banner = screen.getByTestId('premium-banner').parentElement;
    expect(banner?.className).toContain('yielding');
    await press('Escape');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(banner?.className).not.toContain('yielding');
    expect(document.activeElement?.textContent).toBe('+ Filter');
  });

  it.each([
    ['boards', ['At least 3', 'At least 4', 'All 5']],
    ['pinners', ['At least 3', 'All 4']],
    ['pins', ['At least 3', 'All 4']],
  ])('by checks offer how many of %s must pass', async (list, choices) => {
    await openApp(`/${list}`, 'premium', catalogServer);
    await add('Checks passed');
    const buttons = within(screen.getByRole('dialog', { name: 'Checks passed' })).getAllByRole('button');
    expect(textsOf(buttons)).toEqual(choices);
    await click(buttons[1]!);
    expect(new URLSearchParams(location.search).get('checks')).toBe('4..');
    expect(screen.getByText('Checks passed 4 or more')).toBeTruthy();
  });

  it('by momentum choose its metric and period, and count with them', async () => {
    await openApp('/boards?momentum=50..', 'premium', catalogServer);
    await click(bar().getByRole('button', { name: /^Momentum 50 or more/ }));
    await act(async () => void fireEvent.change(bar().getByLabelText('Period'), { target: { value: '7_days' } }));
    expect([location.search, sent('momentum'), sent('period'), sent('metric')]).toEqual([
      '?momentum=50..&period=7_days',
      '50..',
      '7_days',
      null,
    ]);
  });

  it('that are locked or not valid are left out with one notice', async () => {
    await openApp('/boards?topic=recipes&followers=many&growth=5..&steady=1', 'visitor', catalogServer);
    expect(chips()).toEqual(['Topics: recipes']);
    expect(['topic', 'followers', 'growth', 'steady'].map(sent)).toEqual(['recipes', null, null, null]);
    expect(textsOf(screen.getAllByTestId('filters-refused'))).toEqual([
      'Followers must be a range such as 1000..50000 or 5... Filtering by growth is part of Premium. Filtering by steady growth is part of Premium. These filters were left out.',
    ]);
    await add(/^Any data updated/);
    await click(bar().getByRole('button', { name: 'In the last 7 days' }));
    expect(screen.queryByTestId('filters-refused')).toBeNull();
    expect(location.search).toBe('?topic=recipes&updated=7d');
  });

  it('without data are not offered', async () => {
    const filters = { boards: ['followers' as const], pinners: [], pins: [] };
    giveCatalogStats(catalogStatsRecord({ filters }));
    await openApp('/boards', 'premium', catalogServer);
    expect(await menuItems()).toEqual(['Followers']);
  });

  it('are loaded when the menu opens, if they did not load with the page', async () => {
    muteConsoleErrors();
    let status = 503;
    giveCatalogStats(null);
    await openApp('/boards', 'premium', (url, method) =>
      url.pathname === '/api/stats' ? { status, body: status === 200 ? catalogStatsRecord() : null } : catalogServer(url, method),
    );
    await click(bar().getByRole('button', { name: /Filter$/ }));
    const menu = within(screen.getByRole('dialog', { name: 'Add a filter' }));
    const retry = await menu.findByRole('button', { name: 'Try again' });
    status = 200;
    await click(retry);
    expect(await menu.findByRole('button', { name: 'Followers' })).toBeTruthy();
    expect(queriesTo('/api/stats').length).toBeGreaterThan(2);
  });

  it('are behind a button with their number on narrow screens', async () => {
    setWindowWidth(360);
    await openApp('/boards?topic=recipes&updated=30d', 'visitor', catalogServer);
    expect(screen.getByTestId('filter-bar').hidden).toBe(true);
    await click(screen.getByRole('button', { name: 'Filters (2)' }));
    expect(screen.getByTestId('filter-bar').hidden).toBe(false);
    expect(chips()).toHaveLength(2);
  });
});

describe('a list whose filters leave nothing', () => {
  it('names the best pair where no single one is in the way, and keeps the offer to remove all', async () => {
    const totals = (search: URLSearchParams) => {
      if (search.has('followers')) return 0;
      if (search.has('topic') && search.has('growth')) return 0;
      return search.has('topic') ? 7 : search.has('growth') ? 21 : 90;
    };
    await openApp('/boards?followers=5000000..&topic=recipes&growth=50..', 'premium', ({ searchParams }) => {
      const total = totals(searchParams);
      return boardPageResponse(1, { total, ...(total === 0 ? { boards: [] } : {}) });
    });
    await screen.findByText('Without “Followers 5,000,000 or more” and “Topics: recipes” there are 21.');
    expect(screen.getByRole('button', { name: 'Remove all filters' })).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Remove both' }));
    await act(async () => {});
    expect(location.search).toBe('?growth=50..');
  });

  it('offers to remove all of them where no single one is in the way', async () => {
    await openApp('/boards?topic=recipes&updated=7d&query=x', 'premium', () => boardPageResponse(1, { total: 0, boards: [] }));
    await click(await screen.findByRole('button', { name: 'Remove all filters' }));
    expect(location.search).toBe('?query=x');
    expect(screen.getByRole('button', { name: 'Clear search' })).toBeTruthy();
  });
});
