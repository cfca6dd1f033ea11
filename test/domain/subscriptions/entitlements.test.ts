import { type Viewer, anonymous } from '#domain/auth/viewer';
import { catalogSearch, type CatalogSearch } from '#domain/catalog/contract';
import type { Variant } from '#domain/catalog/variants';
import { type Entitlement, hasEntitlement, premiumSentences } from '#domain/subscriptions/entitlements';
import { searchRefusalSentence, showsMomentum } from '#domain/subscriptions/search-rights';
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
