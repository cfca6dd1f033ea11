import { type Viewer, anonymous } from '#domain/auth/viewer';
import { catalogSearch, type CatalogSearch } from '#domain/catalog/contract';
import type { Variant } from '#domain/catalog/variants';
import { PremiumRequired } from '#domain/errors';
import { type Entitlement, hasEntitlement, premiumSentences } from '#domain/subscriptions/entitlements';
import {
  searchRefusalSentence,
  showsMomentum,
  defaultKeywordOrder,
  keywordPageRefusalSentence,
  seesKeywordInsights,
} from '#domain/subscriptions/search-rights';
import { homeLists, homeListSearch } from '#domain/catalog/home-lists';
import { requireEntitlement } from '#domain/subscriptions/require-entitlement';
import { homeQuery } from '../../support/home-query';

const userWith = (roleId: number, isPremium: boolean): Viewer => ({
  kind: 'user',
  user: { role_id: roleId, is_premium: isPremium, is_confirmed: true },
});
const freeUser = userWith(2, false);
const premiumUser = userWith(2, true);
const administrator = userWith(1, false);

describe('the entitlements of Premium', () => {
  it.each<[string, Viewer, boolean]>([
    ['a visitor', anonymous, false],
    ['a free user', freeUser, false],
    ['a Premium user', premiumUser, true],
    ['an administrator without Premium', administrator, true],
  ])('%s has all or none', (_, viewer, expected) => {
    for (const entitlement of Object.keys(premiumSentences) as Entitlement[]) expect(hasEntitlement(viewer, entitlement)).toBe(expected);
  });

  it('are required, each with its own sentence', () => {
    expect(() => requireEntitlement(freeUser, 'alerts')).toThrow(new PremiumRequired(premiumSentences.alerts));
    expect(() => requireEntitlement(premiumUser, 'alerts')).not.toThrow();
  });
});

const KEYWORDS_REFUSED = 'Keyword search is a Premium feature.';
const MOMENTUM_REFUSED = 'Momentum scores are a Premium feature.';
const PAGES_REFUSED = 'More pages are part of Premium.';

const searchOf = (variant: Variant, parameters: Readonly<Record<string, string>>): CatalogSearch =>
  catalogSearch(variant).parse(parameters);

describe('the page of a list', () => {
  it.each<[string, Variant, Readonly<Record<string, string>>, string | null]>([
    ['the first page', 'boards', {}, null],
    ['the third page', 'pins', { page: '3' }, null],
    ['the fourth page', 'pins', { page: '4' }, PAGES_REFUSED],
    ['ten rows', 'pinners', { per_page: '10' }, null],
    ['eleven rows', 'pinners', { per_page: '11' }, PAGES_REFUSED],
    ['a keyword', 'boards', { query: 'etsy' }, KEYWORDS_REFUSED],
    ['a keyword and the fourth page', 'boards', { query: 'etsy', page: '4' }, KEYWORDS_REFUSED],
    ['the order by momentum', 'boards', { order_by: 'momentum_score' }, MOMENTUM_REFUSED],
    ['a home list', 'boards', homeQuery('etsy'), null],
    ['the other home list of boards', 'boards', homeQuery('pinterest marketing'), null],
    ['a home list of pinners', 'pinners', homeQuery('fashion blogging'), null],
    ['a home list of the other entity type', 'pinners', homeQuery('etsy'), KEYWORDS_REFUSED],
    ['the second page of a home list', 'boards', { ...homeQuery('etsy'), page: '2' }, KEYWORDS_REFUSED],
    ['six rows of a home list', 'boards', { ...homeQuery('etsy'), per_page: '6' }, KEYWORDS_REFUSED],
    ['another keyword like a home list', 'boards', homeQuery('etsy shop'), KEYWORDS_REFUSED],
    ['a home list over 30 days', 'boards', { ...homeQuery('etsy'), period: '30_days' }, KEYWORDS_REFUSED],
    ...(['metric', 'period', 'use_momentum'] as const).map((name): [string, Variant, Readonly<Record<string, string>>, string] => {
      const { [name]: _, ...others } = homeQuery('etsy');
      return [`a home list without ${name}`, 'boards', others, KEYWORDS_REFUSED];
    }),
    ['a home list that does not use momentum', 'boards', { ...homeQuery('etsy'), use_momentum: 'false' }, KEYWORDS_REFUSED],
    ['a home list in capitals', 'boards', homeQuery('ETSY'), KEYWORDS_REFUSED],
    ['a home list with a topic', 'boards', { ...homeQuery('etsy'), topic: 'yarn' }, KEYWORDS_REFUSED],
    ['a home list in another order', 'boards', { ...homeQuery('etsy'), order_by: 'follower_count' }, KEYWORDS_REFUSED],
    ['a home list, lowest first', 'boards', { ...homeQuery('etsy'), sort: 'asc' }, KEYWORDS_REFUSED],
  ])('with %s: free users and visitors are refused with the reason, Premium users are not', (_, variant, parameters, sentence) => {
    const search = searchOf(variant, parameters);
    expect([anonymous, freeUser].map((viewer) => searchRefusalSentence(viewer, variant, search))).toEqual([sentence, sentence]);
    expect([premiumUser, administrator].map((viewer) => searchRefusalSentence(viewer, variant, search))).toEqual([null, null]);
  });

  it.each<[string, Viewer, Readonly<Record<string, string>>, boolean]>([
    ['a Premium user', premiumUser, {}, true],
    ['an administrator', administrator, {}, true],
    ['a visitor', anonymous, {}, false],
    ['a free user', freeUser, {}, false],
    ['a visitor of a home list', anonymous, homeQuery('etsy'), true],
    ['a visitor of the second page of a home list', anonymous, { ...homeQuery('etsy'), page: '2' }, false],
  ])('shows momentum scores or not: %s', (_, viewer, parameters, expected) => {
    expect(showsMomentum(viewer, 'boards', searchOf('boards', parameters))).toBe(expected);
  });
});

const viewer = (role_id: number, is_premium: boolean): Viewer => ({ kind: 'user', user: { role_id, is_premium, is_confirmed: true } });
const [free, premium, admin] = [viewer(2, false), viewer(2, true), viewer(1, false)];
const parse = (variant: Variant, query: string) => catalogSearch(variant).parse(Object.fromEntries(new URLSearchParams(query)));

describe('the filters and orders of a plan', () => {
  it.each([
    ['boards', 'topic=recipes&script=latin&updated=30d&collaborators=1..'],
    ['boards', 'collaborators=0..'],
    ['pinners', 'website=1&topic=a,b&script=cjk'],
    ['pins', 'picture=1&updated=7d'],
  ] as const)('are free in %s: %s', (variant, query) => {
    for (const each of [anonymous, free, premium, admin]) expect(searchRefusalSentence(each, variant, parse(variant, query))).toBeNull();
  });

  it.each([
    ['boards', 'collaborators=2..', 'Filtering by collaborators is part of Premium.'],
    ['boards', 'collaborators=1..5', 'Filtering by collaborators is part of Premium.'],
    ['boards', 'followers=0..', 'Filtering by followers is part of Premium.'],
    ['boards', 'topic=a&followers=5..', 'Filtering by followers is part of Premium.'],
    ['boards', 'growth=5..', 'Filtering by growth is part of Premium.'],
    ['boards', 'active=7d', 'Filtering by last activity is part of Premium.'],
    ['boards', 'owner=a', 'Filtering by owner is part of Premium.'],
    ['boards', 'momentum=50..', 'Filtering by momentum is part of Premium.'],
    ['boards', 'steady=1', 'Filtering by steady growth is part of Premium.'],
    ['boards', 'checks=4..', 'Filtering by checks passed is part of Premium.'],
    ['pins', 'order_by=checks_passed', premiumSentences.checks_order],
    ['pinners', 'order_by=momentum_score', premiumSentences.momentum],
    ['boards', 'pins=5..', 'Filtering by pins is part of Premium.'],
    ['pinners', 'viewers=5..', 'Filtering by monthly viewers is part of Premium.'],
    ['pins', 'saves=5..', 'Filtering by saves is part of Premium.'],
    ['pins', 'repins=5..', 'Filtering by repins is part of Premium.'],
    ['pins', 'created=30d', 'Filtering by date created is part of Premium.'],
    ['pins', 'domain=etsy.com', 'Filtering by linked site is part of Premium.'],
    ['pins', 'board=b', 'Filtering by board is part of Premium.'],
  ] as const)('are part of Premium in %s: %s', (variant, query, sentence) => {
    for (const each of [anonymous, free]) expect(searchRefusalSentence(each, variant, parse(variant, query))).toBe(sentence);
    for (const each of [premium, admin]) expect(searchRefusalSentence(each, variant, parse(variant, query))).toBeNull();
  });

  it('do not make a home list of the page free for searching', () => {
    const [list] = homeLists;
    const search = homeListSearch(list!);
    expect(searchRefusalSentence(anonymous, list!.variant, search)).toBeNull();
    expect(searchRefusalSentence(anonymous, list!.variant, { ...search, topic: ['recipes'] })).toBe('Keyword search is a Premium feature.');
  });
});

describe('the fields that rows have on request', () => {
  it.each([
    ['sparkline', null],
    ['snippet', null],
    ['momentum_score', premiumSentences.momentum],
    ['growth_last_30_days', premiumSentences.full_analytics],
    ['sparkline,momentum_score', premiumSentences.momentum],
  ])('with=%s are for those who may see them', (extras, sentence) => {
    for (const each of [anonymous, free]) expect(searchRefusalSentence(each, 'boards', parse('boards', `with=${extras}`))).toBe(sentence);
    for (const each of [premium, admin]) expect(searchRefusalSentence(each, 'boards', parse('boards', `with=${extras}`))).toBeNull();
  });
});

const request = { order_by: 'pins', page: 3, per_page: 10 } as const;

describe('the keywords of a plan', () => {
  it.each([
    [request, null],
    [{ ...request, order_by: 'competition' }, null],
    [{ ...request, order_by: 'momentum' }, null],
    [{ ...request, page: 4 }, 'More pages are part of Premium.'],
    [{ ...request, per_page: 11 }, 'More pages are part of Premium.'],
    [{ ...request, order_by: 'opportunity' }, 'Related keywords and opportunity are part of Premium.'],
  ] as const)('are three pages without opportunity: %j', (asked, sentence) => {
    for (const each of [anonymous, free]) expect(keywordPageRefusalSentence(each, asked)).toBe(sentence);
    for (const each of [premium, admin]) expect(keywordPageRefusalSentence(each, asked)).toBeNull();
  });

  it('begin with the best opportunity, or without Premium with the most pins', () => {
    expect([anonymous, free, premium, admin].map(defaultKeywordOrder)).toEqual(['pins', 'pins', 'opportunity', 'opportunity']);
    expect([anonymous, free, premium, admin].map(seesKeywordInsights)).toEqual([false, false, true, true]);
  });
});
