import { readConfig } from '#server/config/config';

const homeKeywords = (text: string | undefined) => readConfig({ HOME_KEYWORDS: text }).HOME_KEYWORDS;

describe('HOME_KEYWORDS', () => {
  it.each([
    [undefined, {}],
    ['', {}],
    ['etsy: crafts', { etsy: ['crafts'] }],
    [' Etsy : crafts , hand made,Yarn ; make money: budget;', { etsy: ['crafts', 'hand made', 'Yarn'], 'make money': ['budget'] }],
    ['fashion blogging: コーデ', { 'fashion blogging': ['コーデ'] }],
  ])('%j is %j', (text, expected) => expect(homeKeywords(text)).toEqual(expected));

  it.each([
    ['crafts', 'must name lists of the home page (etsy, pinterest marketing, make money, fashion blogging): "crafts" is none'],
    [
      'etsy: a; gardens: b',
      'must name lists of the home page (etsy, pinterest marketing, make money, fashion blogging): "gardens" is none',
    ],
    ['etsy', 'must have 1 to 3 keywords for "etsy"'],
    ['etsy: a, b, c, d', 'must have 1 to 3 keywords for "etsy"'],
    ['etsy: crafts, !?', 'must have keywords of up to 10 words: "!?" is none'],
    [`etsy: ${'a '.repeat(11)}`, `must have keywords of up to 10 words: "${'a '.repeat(11).trim()}" is none`],
  ])('refuses %j at startup and says why', (text, reason) => {
    expect(() => homeKeywords(text)).toThrow(`wrong settings: HOME_KEYWORDS ${reason}`);
  });
});
