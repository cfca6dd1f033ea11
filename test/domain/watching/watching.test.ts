import { ItemToWatch, WatchedItemId, WatchlistIdOrDefault, WatchlistName } from '#domain/watching/contract';
import {
  itemLimitSentence,
  listLimitSentence,
  watchLimitsOf,
  freeWatchLimits,
  keywordLimitSentence,
  premiumWatchLimits,
  ruleLimitSentence,
  searchLimitSentence,
} from '#domain/watching/watch-limits';
import { anonymous, type Viewer } from '#domain/auth/viewer';
import { savedSearchPath } from '#domain/watching/saved-searches';

const viewer = (is_premium: boolean, role_id = 2): Viewer => ({ kind: 'user', user: { role_id, is_premium, is_confirmed: true } });

describe('what a plan may watch', () => {
  it.each([
    ['a visitor', anonymous, { lists: 1, itemsPerList: 10, savedSearches: 1, savedKeywords: 10, alertRules: 0 }],
    ['a free user', viewer(false), { lists: 1, itemsPerList: 10, savedSearches: 1, savedKeywords: 10, alertRules: 0 }],
    ['a Premium user', viewer(true), { lists: 20, itemsPerList: 200, savedSearches: 50, savedKeywords: 200, alertRules: 50 }],
    ['an administrator', viewer(false, 1), { lists: 20, itemsPerList: 200, savedSearches: 50, savedKeywords: 200, alertRules: 50 }],
  ])('is for %s: %s', (_, who, limits) => {
    expect(watchLimitsOf(who)).toEqual(limits);
  });

  it.each([
    [
      viewer(false),
      'You can have 1 watchlist. Premium has up to 20.',
      'This list is full: it has room for 10 items, and with Premium for 200.',
    ],
    [viewer(true), 'You can have up to 20 watchlists.', 'This list is full: it has room for 200 items.'],
  ])('is told when it is reached', (who, lists, items) => {
    expect([listLimitSentence(watchLimitsOf(who)), itemLimitSentence(watchLimitsOf(who))]).toEqual([lists, items]);
  });
});

describe('what a user types', () => {
  it('is trimmed, and a note may be missing', () => {
    expect(WatchlistName.parse({ name: '  Etsy ' })).toEqual({ name: 'Etsy' });
    expect(ItemToWatch.parse({ entity: 'pin', entity_id: '1' })).toEqual({ entity: 'pin', entity_id: '1', note: '' });
    expect(ItemToWatch.parse({ entity: 'pin', entity_id: '1', note: `${'n'.repeat(500)} ` }).note).toHaveLength(500);
  });

  it.each([
    [WatchlistName, { name: ' ' }, 'name'],
    [WatchlistName, { name: 'n'.repeat(61) }, 'name'],
    [WatchlistName, { name: 'a\0b' }, 'name'],
    [WatchlistName, { name: 7 }, 'name'],
    [ItemToWatch, { entity: 'user', entity_id: '1' }, 'entity'],
    [ItemToWatch, { entity: 'pin', entity_id: 'a b' }, 'entity_id'],
    [ItemToWatch, { entity: 'pin', entity_id: '1', note: 'n'.repeat(501) }, 'note'],
    [ItemToWatch, { entity: 'pin', entity_id: '1', note: '\ud800' }, 'note'],
  ])('is refused with the name of the field', (schema, body, field) => {
    expect(schema.safeParse(body).error?.issues[0]?.path).toEqual([field]);
  });

  it('names lists and items by UUIDs, and the oldest list by a word', () => {
    expect(WatchlistIdOrDefault.safeParse('default').success).toBe(true);
    expect(WatchlistIdOrDefault.safeParse('first').error?.issues[0]?.message).toBe('must be the id of a watchlist');
    expect(WatchedItemId.safeParse('default').success).toBe(false);
  });
});

describe('a refusal beyond what a plan may watch', () => {
  it.each([
    ['a search to a free user', () => searchLimitSentence(freeWatchLimits.savedSearches), 'You can save 1 search. Premium saves up to 50.'],
    ['a search to a Premium user', () => searchLimitSentence(premiumWatchLimits.savedSearches), 'You can save up to 50 searches.'],
    [
      'keywords to a free user',
      () => keywordLimitSentence(freeWatchLimits.savedKeywords),
      'You can save 10 keywords, and with Premium 200.',
    ],
    ['keywords to a Premium user', () => keywordLimitSentence(premiumWatchLimits.savedKeywords), 'You can save up to 200 keywords.'],
    ['an alert rule to a Premium user', () => ruleLimitSentence(premiumWatchLimits.alertRules), 'You can have up to 50 alert rules.'],
  ])('says the limit, and that of Premium to users who have less: %s', (_, sentence, text) => {
    expect(sentence()).toBe(text);
  });
});

describe('the path of a saved search', () => {
  it.each([
    ['boards', '', '/boards?collaborators=0..&read=any'],
    ['boards', 'order_by=follower_count&collaborators=1..', '/boards?order_by=follower_count&collaborators=1..&read=any'],
    ['pins', 'read=30d&topic=food', '/pins?read=30d&topic=food'],
    ['pins', 'topic=read%3D30d', '/pins?topic=read%3D30d&read=any'],
  ] as const)('of %s and "%s" removes the filters that the list would have by default: %s', (variant, query, path) => {
    expect(savedSearchPath({ variant, query })).toBe(path);
  });
});
