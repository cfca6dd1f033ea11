import { anonymous, type Viewer, viewerOf } from '#domain/auth/viewer';
import { type SearchAccess, searchAccessOf } from '#domain/subscriptions/free-searches/free-search-rights';
import { keywordRefusalSentence, searchesLeftText } from '#domain/subscriptions/free-searches/free-search-sentences';
import { searchKeyOf } from '#domain/subscriptions/free-searches/free-searches';

const viewers: Readonly<Record<string, Viewer>> = {
  visitor: anonymous,
  unconfirmed: viewerOf({ role_id: 2, is_premium: false, is_confirmed: false }),
  confirmed: viewerOf({ role_id: 2, is_premium: false, is_confirmed: true }),
  premium: viewerOf({ role_id: 2, is_premium: true, is_confirmed: false }),
  admin: viewerOf({ role_id: 1, is_premium: false, is_confirmed: true }),
};

describe('free searches', () => {
  it.each<[viewer: string, perDay: number, left: number | null, access: SearchAccess]>([
    ['visitor', 0, null, 'locked'],
    ['visitor', 10, null, 'to_sign_up'],
    ['unconfirmed', 0, null, 'locked'],
    ['unconfirmed', 10, 10, 'to_confirm'],
    ['confirmed', 0, null, 'locked'],
    ['confirmed', 0, 3, 'locked'],
    ['confirmed', 10, null, 'counted'],
    ['confirmed', 10, 1, 'counted'],
    ['confirmed', 10, 0, 'used_up'],
    ['premium', 0, null, 'open'],
    ['premium', 10, 0, 'open'],
    ['admin', 0, null, 'open'],
    ['admin', 10, 0, 'open'],
  ])('gives a %s with %d a day and %p left: %s', (viewer, perDay, left, access) => {
    expect(searchAccessOf(viewers[viewer] ?? anonymous, perDay, left)).toBe(access);
  });

  it.each<[SearchAccess, number, string | null]>([
    ['open', 10, null],
    ['counted', 10, null],
    ['locked', 0, 'Keyword search is a Premium feature.'],
    ['to_sign_up', 10, 'Sign up to get 10 free searches a day.'],
    ['to_confirm', 1, 'Confirm your email address to get 1 free search a day.'],
    ['used_up', 10, 'You have used your 10 free searches of today. New ones start at midnight UTC.'],
  ])('explains %s with %d a day', (access, perDay, sentence) => {
    expect(keywordRefusalSentence(access, perDay)).toBe(sentence);
  });

  it.each([
    [10, null, '10 free searches a day'],
    [10, 7, '7 of 10 free searches left today'],
    [1, 1, '1 of 1 free search left today'],
    [10, 0, '0 of 10 free searches left today'],
  ])('says of %d a day with %p left: %s', (perDay, left, sentence) => expect(searchesLeftText(perDay, left)).toBe(sentence));

  it.each([
    ['Etsy', 'etsy', true],
    [' boho  bedroom ', 'Boho, bedroom!', true],
    ['Café', 'cafe', true],
    ['boho bedroom', 'bedroom boho', false],
    ['etsy', 'etsy seller', false],
    [' !? ', '!?', true],
    ['!?', '??', false],
  ])('takes %p and %p for the same search: %p', (one, other, isSame) => expect(searchKeyOf(one) === searchKeyOf(other)).toBe(isSame));
});
