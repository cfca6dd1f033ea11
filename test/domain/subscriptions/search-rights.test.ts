import { anonymous, type Viewer } from '#domain/auth/viewer';
import { catalogSearch } from '#domain/catalog/contract';
import { homeLists, homeListSearch } from '#domain/catalog/home-lists';
import type { Variant } from '#domain/catalog/variants';
import { premiumSentences } from '#domain/subscriptions/entitlements';
import { searchRefusalSentence } from '#domain/subscriptions/search-rights';

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
